import type { Field, Fields } from '../operation/schema/fields.ts'
import { exponentOf } from './currency.ts'
import { valuesOf } from './objects.ts'
import { decimalUnits, exactUnits, fromUnits } from './units.ts'

const amounts = new WeakMap<Fields, readonly (readonly [name: string, field: Field])[]>()

/** An amount as it is stored: at most four decimals, or so many as its currency has. */
export function toMoney(amount: number, decimals?: number): number
export function toMoney<T extends number | null | undefined>(amount: T, decimals?: number): T
export function toMoney(amount: number | null | undefined, decimals = 4): number | null | undefined {
  if (typeof amount !== 'number' || Number.isInteger(decimals === 4 ? amount * 10_000 : amount)) return amount
  return fromUnits(decimalUnits(exactUnits(amount).times(10_000), decimals))
}

/**
 * Values with their money as it is stored and answered; amounts have the decimals of the currency, and follow when a known record
 * gets another one. Where no currency is named, four decimals are kept.
 */
export function withMoney<V extends object>(fields: Fields, values: V, known: object = {}): V {
  const [given, before] = [valuesOf(values), valuesOf(known)]
  const [{ currency: next }, { currency: last }] = [given, before]
  const currency = next ?? last
  const moves = next !== undefined && next !== last
  let rounded: Record<string, unknown> | undefined
  for (const [name, { inCurrency }] of moneyOf(fields)) {
    const value = given[name] ?? (moves && inCurrency && !(name in given) ? before[name] : undefined)
    if (typeof value !== 'number') continue
    const stored = toMoney(value, inCurrency && typeof currency === 'string' ? exponentOf(currency) : 4)
    if (stored !== given[name]) (rounded ??= {})[name] = stored
  }
  return rounded ? { ...values, ...rounded } : values
}

function moneyOf(fields: Fields): readonly (readonly [name: string, field: Field])[] {
  let found = amounts.get(fields)
  if (!found) amounts.set(fields, (found = Object.entries(fields).filter(([, { kind }]) => kind === 'money')))
  return found
}
