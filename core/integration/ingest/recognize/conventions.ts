import { writesDayFirst } from '../languages/day-first.ts'
import type { Column } from '../read/table.ts'
import { isWrittenDate, provenOrder, type DateOrder } from '../values/date.ts'
import type { DecimalSign } from '../values/number.ts'
import type { FieldsReading } from './reading.ts'
import { readTitles } from './titles.ts'

/** How a source writes numbers and dates, where a column alone does not show it. */
export interface Conventions {
  readonly decimal: DecimalSign | null
  readonly order: DateOrder | null
  readonly timeZone: string | null
}

/** The conventions before anything is known. */
export const noConventions: Conventions = { decimal: null, order: null, timeZone: null }

/** Detects how the source writes numbers and dates: by its settings, else by what its columns show. */
export function* detectConventions(reading: FieldsReading): Generator<void, void> {
  const { locale, decimal, dateOrder, timeZone } = reading.options
  const { columns } = reading.table.root
  yield* readTitles(columns)
  const stated = conventionsOf(locale, decimal, dateOrder, timeZone)
  const dayFirst = !locale && writesDayFirst(columns.map(({ path }) => path)) ? ('dmy' as const) : null
  reading.conventions = { ...stated, order: stated.order ?? dateOrderSeen(columns) ?? dayFirst }
}

/** The same conventions, with this order of dates where they leave it open. */
export const withOrder = (conventions: Conventions, order: DateOrder | null): Conventions => ({
  ...conventions,
  order: conventions.order ?? order,
})

/** The order that any column of dates proves: a creation date that no field takes decides for the others. */
export function dateOrderSeen(columns: readonly Column[]): DateOrder | null {
  return onlyOrder(
    columns.flatMap(({ sample }) => {
      const texts = sample.filter((value) => typeof value === 'string')
      if (texts.length < sample.length || !texts.every(isWrittenDate)) return []
      return texts.flatMap((text) => provenOrder(text) ?? [])
    }),
  )
}

/** The only order that is proven; a leading year is compatible with any order. */
export function onlyOrder(orders: readonly DateOrder[]): DateOrder | null {
  const proven = new Set(orders.filter((order) => order !== 'ymd'))
  const [only] = proven
  return proven.size === 1 ? (only ?? null) : null
}

/** Number and date conventions of a locale; `en` without a region leaves the order of dates open. */
export function conventionsOf(locale: string | undefined, decimal?: DecimalSign, order?: DateOrder, timeZone?: string): Conventions {
  const parts = locale ? numberParts(locale) : []
  const sign = parts.find((part) => part.type === 'decimal')?.value
  const own: DecimalSign | null = sign === '.' || sign === ',' ? sign : null
  return { decimal: decimal ?? own, order: order ?? (locale ? orderOf(locale) : null), timeZone: timeZone ?? null }
}

function numberParts(locale: string): Intl.NumberFormatPart[] {
  try {
    return new Intl.NumberFormat(locale).formatToParts(1.5)
  } catch {
    return []
  }
}

function orderOf(locale: string): DateOrder | null {
  // "en" alone is written both ways; a region decides.
  if (/^en$/i.test(locale)) return null
  try {
    const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' }).formatToParts(0)
    const first = parts.find((part) => part.type !== 'literal')?.type
    return first === 'day' ? 'dmy' : first === 'month' ? 'mdy' : first === 'year' ? 'ymd' : null
  } catch {
    return null
  }
}
