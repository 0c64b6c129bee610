import { isConcept } from '../languages/dictionary.ts'
import { readHeader } from '../languages/headers.ts'
import { ownColumns } from './line-plan.ts'
import { objectFields } from '../objects.ts'
import type { FieldsReading } from './reading.ts'
import type { FieldMatch } from './recognition.ts'
import type { Column } from '../read/table.ts'
import { parseCurrency } from '../values/currency.ts'

/** Infers the currency from the only column that holds currencies, whatever its title says. */
export function inferMissingCurrency(reading: FieldsReading): void {
  if ('currency' in objectFields[reading.object]) reading.matches = inferCurrency(reading.matches, ownColumns(reading))
}

/** Words in the names of currency columns, beside unknown ones. */
const ofCurrencies = new Set(['currency', 'code', 'key', 'number', 'id', 'name', 'document'])

const widespread = new Set(['EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD', 'MXN', 'CLP', 'COP', 'PLN', 'SEK', 'DKK'])

/** Takes the only column that holds nothing but currencies, whatever its title: `DEV_CODE`. */
function inferCurrency(matches: readonly FieldMatch[], columns: readonly Column[]): readonly FieldMatch[] {
  if (matches.some(({ field }) => field === 'currency')) return matches
  const taken = new Set(matches.flatMap(({ columns: [first] }) => first?.column ?? []))
  const [column, ...others] = columns.filter(
    ({ index, sample, segments }) =>
      !taken.has(index) &&
      sample.length > 0 &&
      sample.every((value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value) && parseCurrency(value) !== null) &&
      sample.some((value) => widespread.has(String(value))) &&
      segments.every((segment) => readHeader(segment).words.every((word) => ofCurrencies.has(word) || !isConcept(word))),
  )
  if (!column || others.length > 0) return matches
  return [...matches, { field: 'currency', columns: [{ column: column.index, field: 'currency', score: 0.8, via: 'values: currencies' }] }]
}
