import { dayAfter, dayOf } from './calendar.ts'
import type { CalendarMoment, DayCalendar, DayRange, DaySpan, RelativeDays } from './relative-days.ts'
import { endOf, utc } from './zone.ts'

/** The days that are meant at a moment. */
export function dayRangeOf(days: RelativeDays, { now, zone = utc, yearStart = 1 }: CalendarMoment): DayRange {
  const today = zone.dayOf(now)
  const { unit, offset, edge, weekday, isPast, months, length, day } = days
  if (isPast && weekday !== undefined) return onlyDay(dayCalled(weekday, -1, dayAfter(today, 1)))
  if (length !== undefined) return lengthFrom(today, unit, length)
  if (day !== undefined) return dayInYear(Number(today.slice(0, 4)) + offset, day)
  if (months !== undefined) return onlyDay(monthsAfter(today, months))
  const first = weekday === undefined ? shifted(today, unit, offset, yearStart) : dayCalled(weekday, offset, today)
  const last = unit === 'day' ? first : dayAfter(shifted(first, unit, 1, yearStart), -1)
  return { first: edge === 'last' ? last : first, last: edge === 'first' ? first : last }
}

/** The days that are meant at a moment, also from some to others. */
export function daysMeant(days: RelativeDays | DaySpan, at: CalendarMoment): DayRange {
  if ('unit' in days) return dayRangeOf(days, at)
  const of = (each: RelativeDays | DayRange) => ('unit' in each ? dayRangeOf(each, at) : each)
  return { first: of(days.since).first, last: of(days.until).last }
}

/** The moments that are meant at a moment: one where a time of day is named, else all of the days. */
export function momentsMeant(
  days: RelativeDays | DaySpan | DayRange,
  at: CalendarMoment,
): { readonly from: Date; readonly to: Date | null } {
  if ('first' in days) return momentsOf(days, at)
  const range = daysMeant(days, at)
  return 'unit' in days && days.time !== undefined
    ? { from: (at.zone ?? utc).momentOn(range.first, days.time), to: null }
    : momentsOf(range, at)
}

const onlyDay = (day: string): DayRange => ({ first: day, last: day })

function lengthFrom(today: string, unit: RelativeDays['unit'], length: number): DayRange {
  const end = (by: number) => (unit === 'day' ? dayAfter(today, by) : monthsAfter(today, by))
  // Whoever counts today as the last day comes to the day after the one that lies so far back.
  return length < 0 ? { first: dayAfter(end(length), 1), last: today } : { first: today, last: dayAfter(end(length), -1) }
}

// Of February 29 the last day of February, in other years.
function dayInYear(year: number, day: string): DayRange {
  const [month, date] = day.split('-').map(Number)
  return onlyDay(dayOfMonth(year, (month ?? 1) - 1, date ?? 1))
}

function monthsAfter(day: string, by: number): string {
  return dayOfMonth(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + by, Number(day.slice(8)))
}

function dayOfMonth(year: number, month: number, date: number): string {
  const last = new Date(0)
  last.setUTCFullYear(year, month + 1, 0)
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return dayOf(last)
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

/**
 * When relative days begin to mean a day or to lie on another side of it, and when they no longer do; where months are counted, also the days
 * around, because months are not equally long.
 */
export function turnsOf(days: RelativeDays | DaySpan, day: string, calendar: Partial<DayCalendar>): Date[] {
  const { zone = utc, yearStart = 1 } = calendar
  if (!('unit' in days)) return [days.since, days.until].flatMap((each) => ('unit' in each ? turnsOf(each, day, calendar) : []))
  const { unit, offset, weekday, months, length, day: dayOfYear } = days
  const at = (...days: readonly string[]) => days.map((each) => zone.startOf(each))
  // Another day of that name is meant only from a day of that name on, or from the day after it.
  if (weekday !== undefined) return [-1, 0, 1].map((each) => dayCalled(weekday, each, day)).flatMap((each) => at(each, dayAfter(each, 1)))
  if (months !== undefined) return at(...around(monthsAfter(day, -months)))
  if (dayOfYear !== undefined) return at(...[0, 1].map((by) => dayOfMonth(Number(day.slice(0, 4)) - offset + by, 0, 1)))
  if (length !== undefined)
    return at(
      day,
      dayAfter(day, 1),
      ...(unit === 'day' ? [dayAfter(day, -length), dayAfter(day, 1 - length)] : around(monthsAfter(day, -length))),
    )
  return [-offset, 1 - offset].map((by) => zone.startOf(shifted(day, unit, by, yearStart)))
}

const around = (day: string): string[] => [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((by) => dayAfter(day, by))

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
