import { Decimal } from 'decimal.js'
import { exponentOf } from '../../../kernel/values/currency.ts'
import { type FieldKinds, lineFields } from '../fields.ts'
import { type IngestObject, objectFields } from '../objects.ts'
import type { Values } from './values.ts'

/** Warning for amounts that are read as cents although no vocabulary states it. */
export const countedInCents = 'amounts: read as cents, because what was rounded among them would not have been in whole units'

/** Converts amounts in the smallest unit of their currency to whole units; without a currency they are left out. */
export function fromMinorUnits(values: Values, object: IngestObject, fallback: string | undefined, warnings: string[]): void {
  const currency = values.currency ?? fallback
  const exponent = typeof currency === 'string' ? exponentOf(currency) : null
  let lost = scale(values, objectFields[object], exponent)
  for (const line of values.lines ?? []) lost = scale(line, lineFields, exponent) || lost
  if (lost) warnings.push('currency: none is given, so that amounts in its smallest unit were left out')
}

/** Leaves out amounts of unknown unit. */
export function withoutUnclear(values: Values, object: IngestObject, warnings: string[]): void {
  const lost = [scale(values, objectFields[object], null), ...(values.lines ?? []).map((line) => scale(line, lineFields, null))]
  if (lost.includes(true)) warnings.push('amounts: left out, because nothing tells whether they count whole units or cents')
}

function scale(values: Values, kinds: FieldKinds, exponent: number | null): boolean {
  let lost = false
  for (const [field, amount] of Object.entries(values)) {
    if (kinds[field] !== 'money' || typeof amount !== 'number') continue
    if (exponent !== null) values[field] = divided(amount, exponent)
    else {
      delete values[field]
      lost = true
    }
  }
  return lost
}

const divided = (amount: number, exponent: number) => new Decimal(amount).div(new Decimal(10).pow(exponent)).toNumber()

/** Converts amounts of fields whose columns state that they count cents. */
export function fromCents(values: Values, fields: ReadonlySet<string>, currency: unknown): void {
  for (const field of fields) {
    const amount = values[field]
    if (typeof amount === 'number') values[field] = divided(amount, exponentOf(typeof currency === 'string' ? currency : null))
  }
}
