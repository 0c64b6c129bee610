import type { Findings } from './findings.ts'
import type { Values } from './values.ts'
import { type IngestObject, objectFields } from '../objects.ts'
import type { ReadOptions } from '../read/reading.ts'
import type { Problem } from '../read/table.ts'
import { bareDollar } from '../values/number.ts'

/** The currency that the amounts of a record name themselves, or on which all titles that name one agree. */
export function namedCurrency({ currency, titled }: Findings): string | undefined {
  if (currency !== null && currency !== bareDollar) return currency
  const [only, ...others] = titled
  return others.length === 0 ? only : undefined
}

/**
 * The currency of amounts that name none: that of the source. A bare `$` is the currency of the source or organization only if that is a
 * dollar.
 */
export function defaultCurrency({ currency }: Findings, { currency: source, home }: ReadOptions): string | undefined {
  return currency === bareDollar ? [source, home].find((code) => code !== undefined && isDollar(code)) : source
}

/** The first problem of an unknown currency in which the record has an amount. */
export function unknownCurrencyOf(values: Values, { unknown }: Findings, object: IngestObject): Problem | null {
  const kinds = objectFields[object]
  const amounts = Object.keys(values).filter((field) => kinds[field] === 'money')
  return (
    unknown.find(({ field }) => values[field] === undefined && amounts.some((amount) => ofSupplier(amount) === ofSupplier(field))) ?? null
  )
}

const ofSupplier = (field: string): boolean => field.startsWith('supplier_')

function isDollar(code: string): boolean {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  return format.formatToParts(1).some(({ type, value }) => type === 'currency' && value === '$')
}
