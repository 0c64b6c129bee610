import { Decimal } from 'decimal.js'
import { exponentOf } from '../values/currency.ts'
import type { FieldPlan } from './columns.ts'
import type { Values } from './finish.ts'
import { readHeader } from './headers.ts'
import { type FieldKinds, type IngestObject, lineFields, objectFields } from './objects.ts'
import type { Column } from './table.ts'
import { parseNumber } from './values/number.ts'

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
    if (exponent !== null) values[field] = divided(amount, exponent)
    else {
      delete values[field]
      lost = true
    }
  }
  return lost
}

const divided = (amount: number, exponent: number) => new Decimal(amount).div(new Decimal(10).pow(exponent)).toNumber()

/** Amounts of fields whose columns say by themselves that they count cents. */
export function fromCents(values: Values, fields: ReadonlySet<string>, currency: unknown): void {
  for (const field of fields) {
    const amount = values[field]
    if (typeof amount === 'number') values[field] = divided(amount, exponentOf(typeof currency === 'string' ? currency : null))
  }
}

/** Money fields of a plan that are read off such columns alone. */
export const centFields = (fields: readonly FieldPlan[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ field, columns }) => (columns.length > 0 && columns.every(({ cents }) => cents) ? [field] : [])))

/** True for a column that counts cents: its title says so, or a text beside it shows it, "$500.00" beside 50000. */
export function countsCents(column: Column, columns: readonly Column[]): boolean {
  const { words } = readHeader(column.segments.at(-1) ?? '')
  if (words.includes('cents')) return true
  const twin = columns.find((each) => each !== undefined && isWritten(each, column, words))
  return (
    twin !== undefined &&
    twin.sample.length === column.sample.length &&
    twin.sample.every((text, at) => isHundredth(text, column.sample[at]))
  )
}

/** `value_formatted` is how `value` is shown to people. */
function isWritten(twin: Column, { segments }: Column, words: readonly string[]): boolean {
  if (twin.segments.length !== segments.length || twin.segments.at(-2) !== segments.at(-2)) return false
  const own = readHeader(twin.segments.at(-1) ?? '').words
  return own.includes('formatted') && own.length === words.length + 1 && words.every((word) => own.includes(word))
}

function isHundredth(text: unknown, amount: unknown): boolean {
  const read = typeof text === 'string' ? parseNumber(text, null) : null
  return read?.ok === true && typeof amount === 'number' && Number.isInteger(amount) && Math.abs(read.value * 100 - amount) < 1e-6
}
