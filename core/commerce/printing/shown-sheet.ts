import type { Seller } from '../../platform/access/entity.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import type { Header } from '../documents/amounts.ts'
import type { WithLines } from '../documents/document-kind.ts'
import { type Language, words } from './words.ts'

/** A document of any type, with its lines. */
export type Printed = WithLines<Header>
/** The types of documents; each is the word that stands before the number. */
export type PrintedKind = 'quote' | 'order' | 'invoice' | 'credit_note'
/** A word that documents say. */
export type Word = keyof (typeof words)[Language]

/** A day or text that stands above the lines, where there is one. */
export interface Fact {
  readonly name: Word
  readonly day?: string | null
  readonly text?: string | null
}

/** What only one type of document shows. */
export interface Particulars {
  readonly kind: PrintedKind
  readonly facts: readonly Fact[]
  /** Amounts below the gross total. */
  readonly settled: readonly { readonly name: Word; readonly amount: number | null }[]
  /** Void and cancelled documents say so. */
  readonly isVoid: boolean
}

/** What a document shows, before it is put into words. */
export interface SheetData<D extends Printed = Printed> extends Particulars {
  readonly language: Language
  readonly seller: Seller & { readonly name: string }
  readonly sellerAddress: readonly string[]
  /** Name and address. */
  readonly customer: readonly string[]
  /** Its VAT number. */
  readonly customerVat: string | null
  readonly document: D
  /** The day in the organization. */
  readonly today: string
  readonly timezone: string
  /** When it was made, as the file says it. */
  readonly made: Date
}

/** All that a page or a PDF shows of a document, in one language. */
export interface Sheet<D extends Printed = Printed> extends SheetData<D> {
  readonly text: (typeof words)[Language]
  /** Type and number, and whether it is void. */
  readonly heading: string
  money(amount: number | null): string
  number(value: number | null): string
  day(day: string | null): string
  moment(time: Date | null): string
}

/** The same with its words and formats, which no thread can hand to another. */
export function worded<D extends Printed>(data: SheetData<D>): Sheet<D> {
  const { language, document, timezone, kind, isVoid } = data
  const text = words[language]
  const heading = `${text[kind]} ${document.number}${isVoid ? ` (${text.void})` : ''}`
  return { ...data, text, heading, ...formats(language, document, timezone) }
}

function formats(language: Language, { currency }: Printed, timeZone: string): Pick<Sheet, 'money' | 'number' | 'day' | 'moment'> {
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
