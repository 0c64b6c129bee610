import { dayAfter } from './calendar.ts'
import type { DayRange, RelativeDays } from './relative-days.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
/** A date of a month, as a part of a regular expression. */
export const DATE = '(?:the )?([0-3]?\\d)(?:st|nd|rd|th)?'
const DATE_FIRST = new RegExp(`^${DATE}(?: of)? ${MONTH}(?:,? (\\d{4}))?$`)
const MONTH_FIRST = new RegExp(`^${MONTH} ${DATE}(?:,? (\\d{4}))?$`)
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/
const IN_FIGURES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** A day of a month, perhaps of a year. */
export interface Named {
  /** 0 = January. */
  readonly month: number
  readonly date: number
  readonly year: number | undefined
}

/** The day of a month that a text names: `5 May`, `May 5th, 2026`. */
export function namedIn(text: string): Named | undefined {
  const [, date, month, year] = DATE_FIRST.exec(text) ?? []
  if (date !== undefined) return named(month, date, year)
  const [, word, day, of] = MONTH_FIRST.exec(text) ?? []
  return day === undefined ? undefined : named(word, day, of)
}

const named = (month: string | undefined, date: string, year: string | undefined): Named => ({
  month: MONTHS.indexOf((month ?? '').slice(0, 3)),
  date: Number(date),
  year: year === undefined ? undefined : Number(year),
})

/** The day that a text names: `2026-05-05`, or as `namedIn` reads it, which is one of the present year unless it says another. */
export function dayIn(text: string): RelativeDays | DayRange | undefined {
  if (ISO_DAY.test(text)) return isoDay(text)
  const found = namedIn(text)
  return found && dayNamed(found)
}

/** The day of this name, if there is one. */
export function dayNamed({ month, date, year }: Named): RelativeDays | DayRange | undefined {
  const day = `${two(month + 1)}-${two(date)}`
  if (year !== undefined) return isoDay(`${year}-${day}`)
  // Every day of a leap year.
  return isoDay(`2028-${day}`) && { unit: 'year', offset: 0, day }
}

const two = (number: number): string => String(number).padStart(2, '0')

function isoDay(day: string): DayRange | undefined {
  const isDay = day > '0001' && !Number.isNaN(Date.parse(day)) && dayAfter(day, 0) === day
  return isDay ? { first: day, last: day } : undefined
}

/** The days that `3/4/2026` may be, of which nobody can tell the day from the month; undefined for other texts. */
export function figuresIn(text: string): readonly string[] | undefined {
  const [, one = '', other = '', year = ''] = IN_FIGURES.exec(text) ?? []
  const candidates = [
    [one, other],
    [other, one],
  ].flatMap(([date = '', month = '']) => isoDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`)?.first ?? [])
  return year === '' ? undefined : [...new Set(candidates)]
}
