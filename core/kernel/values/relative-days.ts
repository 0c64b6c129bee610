import { dayAfter, dayOf } from './calendar.ts'
import { endOf, type Zone, utc } from './zone.ts'

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
const AGO = /^(\d{1,5}|an?|one)[ _](day|week)s?[ _]ago$/
const AHEAD = /^in[ _](\d{1,5}|an?|one)[ _](day|week)s?$/
const LENGTHS: Readonly<Record<string, number>> = { day: 1, week: 7 }
const PERIOD = /^(last|this|next)[ _](week|month|quarter|year)$/
const EDGE = /^(start|beginning|end)[ _]of[ _](?:the[ _])?(?:(last|this|next)[ _])?(week|month|quarter|year)$/
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const WEEKDAY = /^(?:(last|this|next|on)[ _])?(monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/
const MENTIONED =
  /(?:^|["',]) *(?:yesterday|today|tomorrow|(?:(?:start|beginning|end)[ _]of[ _](?:the[ _])?)?(?:(?:last|this|next)[ _])?(?:week|month|quarter|year)|(?:(?:last|this|next|on)[ _])?(?:mon|tues|wednes|thurs|fri|satur|sun)day|[+-]?\d{1,5}d|(?:in[ _])?(?:\d{1,5}|an?|one)[ _](?:day|week)s?(?:[ _]ago)?) *(?:$|["',])/i

const DAY = /(?:^|["',]) *\d{4}-\d{2}-\d{2} *(?:$|["',])/

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
  '30 days ago': 'Also in weeks',
  'in 14 days': 'Also in weeks',
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
  const spoken = spokenDays(AGO.exec(text), -1) ?? spokenDays(AHEAD.exec(text), 1)
  if (spoken !== undefined) return { unit: 'day', offset: spoken }
  return edgeOf(text) ?? weekdayOf(text) ?? periodOf(text)
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
function spokenDays(found: RegExpExecArray | null, sign: 1 | -1): number | undefined {
  if (!found) return undefined
  const [, number = '', unit = ''] = found
  const days = (/^\d/.test(number) ? Number(number) : 1) * (LENGTHS[unit] ?? 1)
  return days === 0 ? 0 : sign * days
}

/** Whether a text, such as conditions in JSON, may name days, so that the calendar must be known. */
export const mentionsDays = (text: string): boolean => DAY.test(text) || MENTIONED.test(text)

/** The days that are meant at a moment. */
export function dayRangeOf({ unit, offset, edge, weekday }: RelativeDays, { now, zone = utc, yearStart = 1 }: CalendarMoment): DayRange {
  const today = zone.dayOf(now)
  const first = weekday === undefined ? shifted(today, unit, offset, yearStart) : dayCalled(weekday, offset, today)
  const last = unit === 'day' ? first : dayAfter(shifted(first, unit, 1, yearStart), -1)
  return { first: edge === 'last' ? last : first, last: edge === 'first' ? first : last }
}

// From today on, after it or before it.
function dayCalled(weekday: number, offset: number, today: string): string {
  const ahead = (weekday - 1 - ((new Date(today).getUTCDay() + 6) % 7) + 7) % 7
  if (offset < 0) return dayAfter(today, ahead - 7)
  return dayAfter(today, offset > 0 && ahead === 0 ? 7 : ahead)
}

// Databases keep years of four digits, beyond which the first and the last day reach in some zones.
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** The moments of some days: from the first one to before `to`. */
export function momentsOf({ first, last }: DayRange, { zone = utc }: Partial<DayCalendar>): { readonly from: Date; readonly to: Date } {
  const to = last === '9999-12-31' ? LATEST : endOf(zone, last).getTime()
  return { from: new Date(Math.max(EARLIEST, zone.startOf(first).getTime())), to: new Date(Math.max(EARLIEST, Math.min(LATEST, to))) }
}

/** When relative days begin to mean a day or to lie on another side of it, and when they no longer do. */
export function turnsOf({ unit, offset, weekday }: RelativeDays, day: string, { zone = utc, yearStart = 1 }: Partial<DayCalendar>): Date[] {
  // Another day of that name is meant only from a day of that name on, or from the day after it.
  if (weekday !== undefined)
    return [dayCalled(weekday, -1, day), dayCalled(weekday, 0, day), dayCalled(weekday, 1, day)].flatMap((each) =>
      [0, 1].map((by) => zone.startOf(dayAfter(each, by))),
    )
  return [-offset, 1 - offset].map((by) => zone.startOf(shifted(day, unit, by, yearStart)))
}

/** The first day of the week, month, ... of a day, or of one so many of them later. */
function shifted(day: string, unit: RelativeDays['unit'], by: number, yearStart: number): string {
  if (unit === 'day') return dayAfter(day, by)
  if (unit === 'week') return dayAfter(day, by * 7 - ((new Date(day).getUTCDay() + 6) % 7))
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1]
  const length = { month: 1, quarter: 3, year: 12 }[unit]
  const over = (month + 13 - yearStart) % length
  const first = new Date(0)
  first.setUTCFullYear(year, month - over + by * length, 1)
  return dayOf(first)
}
