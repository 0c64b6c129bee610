import { Decimal } from 'decimal.js'
import { exponentOf } from '../values/currency.ts'
import type { Values } from './finish.ts'
import { type FieldKinds, type IngestObject, lineFields, objectFields } from './objects.ts'

/** Turns amounts that count the smallest unit of their currency into amounts; without a currency they could be anything and are left out. */
export function fromMinorUnits(values: Values, object: IngestObject, fallback: string | undefined, warnings: string[]): void {
  const currency = values.currency ?? fallback
  const exponent = typeof currency === 'string' ? exponentOf(currency) : null
  let lost = scale(values, objectFields[object], exponent)
  for (const line of Array.isArray(values.lines) ? (values.lines as Values[]) : []) lost = scale(line, lineFields, exponent) || lost
  if (lost) warnings.push('currency: none is given, so that amounts in its smallest unit were left out')
}

function scale(values: Values, kinds: FieldKinds, exponent: number | null): boolean {
  let lost = false
  for (const [field, amount] of Object.entries(values)) {
    if (kinds[field] !== 'money' || typeof amount !== 'number') continue
    if (exponent !== null) values[field] = new Decimal(amount).div(new Decimal(10).pow(exponent)).toNumber()
    else {
      delete values[field]
      lost = true
    }
  }
  return lost
}
