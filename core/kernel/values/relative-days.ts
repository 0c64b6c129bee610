import type { Zone } from './zone.ts'

const units = ['day', 'week', 'month', 'quarter', 'year'] as const

/** Days as seen from today: a calendar day, week, month, quarter or year, so many of its kind after the present one. */
export interface RelativeDays {
  readonly unit: (typeof units)[number]
  /** 0 = the present one, negative = before it. Of a day of the week: 0 = today or the first one after, 1 = after today, -1 = before it. */
  readonly offset: number
  /** Only the first or the last day of it. */
  readonly edge?: 'first' | 'last'
  /** Of the days, the one with this name: 1 = Monday. */
  readonly weekday?: number
  /** The last day of that name, today included. */
  readonly isPast?: true
  /** Of the days, the one so many months from today, or the last one of that month where it is shorter. */
  readonly months?: number
  /** So many days or months of which today is the first day, or the last one where it is negative. */
  readonly length?: number
  /** Of the years, which are calendar years then, only this month and day: `12-24`. */
  readonly day?: string
  /** At this time of the only day: `17:00`. */
  readonly time?: string
}
/** Days from the beginning of some to the end of others. */
export interface DaySpan {
  readonly since: RelativeDays | DayRange
  readonly until: RelativeDays | DayRange
}
/** Days from the first to the last, both included. */
export interface DayRange {
  readonly first: string
  readonly last: string
}
/** What decides which days are meant. */
export interface DayCalendar {
  readonly zone: Zone
  /** Month in which the fiscal year begins, 1 to 12. */
  readonly yearStart: number
}
/** A moment in a calendar; that of UTC, with years from January, where no other is known. */
export interface CalendarMoment extends Partial<DayCalendar> {
  readonly now: Date
}

const named: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const periods: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 }
const DAYS = /^([+-]?\d{1,5})d$/
const COUNT = '\\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve'
const UNIT = 'day|week|month|quarter|year'
const AGO = new RegExp(`^(${COUNT})[ _](${UNIT})s?[ _]ago$`)
const AHEAD = new RegExp(`^in[ _](${COUNT})[ _](${UNIT})s?$`)
const COUNTED = new RegExp(`^(?:(?:in|over|within|during)[ _])?(?:the[ _])?(last|past|next|coming)[ _](${COUNT})[ _](${UNIT})s?$`)
const NUMBERS = COUNT.split('|').slice(2)
const LENGTHS: Readonly<Record<string, { readonly unit: 'day' | 'month'; readonly size: number }>> = {
  day: { unit: 'day', size: 1 },
  week: { unit: 'day', size: 7 },
  month: { unit: 'month', size: 1 },
  quarter: { unit: 'month', size: 3 },
  year: { unit: 'month', size: 12 },
}
// Some 270 years, as far as `-99999d` reaches; weeks ago always reached further.
const FARTHEST = { day: 99_999 * 7, month: 3285 } as const
const PERIOD = /^(last|this|next)[ _](week|month|quarter|year)$/
const EDGE = /^(start|beginning|end)[ _]of[ _](?:the[ _])?(?:(last|this|next)[ _])?(week|month|quarter|year)$/
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = /^(?:(last|this|next|on)[ _])?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/

/** Every form of relative days, and what it means. */
export const relativeDayForms: Readonly<Record<string, string>> = {
  today: 'By the time zone of the user, else of the organization',
  yesterday: 'Likewise',
  tomorrow: 'Likewise',
  'this week': 'Monday to Sunday; also month, and fiscal quarter and year',
  'last week': 'The one before; also month, quarter, year',
  'next week': 'The one after; also month, quarter, year',
  '-30d': 'Up to 99999',
  '+14d': 'Up to 99999',
  '30 days ago': 'Also weeks, months, quarters, years',
  'in 14 days': 'Likewise',
  'last 7 days': 'Today and the 6 before; also past; weeks, months (today back to the same day), quarters, years',
  'next 30 days': 'Today and the 29 after; also coming; likewise',
  'end of month': 'Its last day; also start; last, next; week, quarter, year',
  'next friday': 'After today; also friday (from today on), last friday',
}

/** What a text says of days relative to today: `today`, `last month`, `-30d`; undefined if it says something else. */
export function relativeDaysOf(value: unknown): RelativeDays | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim().toLowerCase()
  const day = Object.hasOwn(named, text) ? named[text] : undefined
  if (day !== undefined) return { unit: 'day', offset: day }
  const days = DAYS.exec(text)?.[1]
  if (days !== undefined) return { unit: 'day', offset: Number(days) }
  return shiftOf(AGO.exec(text), -1) ?? shiftOf(AHEAD.exec(text), 1) ?? countedOf(text) ?? edgeOf(text) ?? weekdayOf(text) ?? periodOf(text)
}

function periodOf(text: string): RelativeDays | undefined {
  const [, which = '', unit] = PERIOD.exec(text) ?? []
  const found = units.find((each) => each === unit)
  return found && { unit: found, offset: periods[which] ?? 0 }
}

// `end of month`, `start of next week`.
function edgeOf(text: string): RelativeDays | undefined {
  const [, edge, which = 'this', unit = ''] = EDGE.exec(text) ?? []
  const period = edge === undefined ? undefined : periodOf(`${which} ${unit}`)
  return period && { ...period, edge: edge === 'end' ? 'last' : 'first' }
}

function weekdayOf(text: string): RelativeDays | undefined {
  const [, which = 'this', name = ''] = WEEKDAY.exec(text) ?? []
  return name === '' ? undefined : { unit: 'day', offset: periods[which] ?? 0, weekday: WEEKDAYS.indexOf(name) + 1 }
}

// `30 days ago`, `in 2 weeks`.
function shiftOf(found: RegExpExecArray | null, sign: 1 | -1): RelativeDays | undefined {
  const length = found && lengthOf(found[1], found[2])
  if (!length) return undefined
  const by = length.count === 0 ? 0 : sign * length.count
  return length.unit === 'day' ? { unit: 'day', offset: by } : { unit: 'day', offset: 0, months: by }
}

// `last 7 days`, `next 3 months`: today is one of them.
function countedOf(text: string): RelativeDays | undefined {
  const [, which = '', number, unit] = COUNTED.exec(text) ?? []
  const length = lengthOf(number, unit)
  if (!length || length.count === 0) return undefined
  return { unit: length.unit, offset: 0, length: /last|past/.test(which) ? -length.count : length.count }
}

function lengthOf(number: string | undefined, word: string | undefined): { unit: 'day' | 'month'; count: number } | undefined {
  if (number === undefined || word === undefined) return undefined
  const { unit, size } = LENGTHS[word] ?? { unit: 'day', size: 1 }
  const spoken = /^an?$/.test(number) ? 1 : NUMBERS.indexOf(number) + 1
  const count = (/^\d/.test(number) ? Number(number) : spoken) * size
  return count > FARTHEST[unit] ? undefined : { unit, count }
}
