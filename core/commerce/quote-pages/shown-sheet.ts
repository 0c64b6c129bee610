import { exponentOf } from '../../kernel/values/currency.ts'
import type { QuoteView } from '../quotes/service.ts'
import { type Language, words } from './words.ts'

/** What a quote shows, before it is put into words. */
export interface SheetData {
  readonly language: Language
  readonly seller: string
  readonly customer: readonly string[]
  readonly quote: QuoteView
  /** The day in the organization. */
  readonly today: string
  readonly timezone: string
}

/** All that the page and the PDF show of a quote, in one language. */
export interface Sheet extends SheetData {
  readonly text: (typeof words)[Language]
  money(amount: number | null): string
  number(value: number | null): string
  day(day: string | null): string
  moment(time: Date | null): string
}

/** The same with its words and formats, which no thread can hand to another. */
export function worded(data: SheetData): Sheet {
  const { language, quote, timezone } = data
  return { ...data, text: words[language], ...formats(language, quote, timezone) }
}

function formats(language: Language, { currency }: QuoteView, timeZone: string): Pick<Sheet, 'money' | 'number' | 'day' | 'moment'> {
  const digits = exponentOf(currency)
  // Up to four decimals, because prices of one unit may have them.
  const amounts = new Intl.NumberFormat(language, {
    ...(currency && isCurrency(currency) && { style: 'currency', currency }),
    minimumFractionDigits: digits,
    maximumFractionDigits: 4,
  })
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 6 })
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return {
    money: (amount) => (amount === null ? '' : amounts.format(amount)),
    number: (value) => (value === null ? '' : numbers.format(value)),
    day: (day) => (day === null ? '' : days.format(new Date(`${day}T00:00:00Z`))),
    moment: (time) => (time === null ? '' : moments.format(time)),
  }
}

function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}
