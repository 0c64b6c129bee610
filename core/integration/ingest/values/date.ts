import { fullYear } from './calendar-date.ts'
import { parseWrittenDate } from './written-date.ts'
import { type DateReading, unreadableDate, emptyDate, calendarDate } from './calendar-date.ts'

/** Order of day and month in a column of dates. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|[T\s])/

const net = /^\/Date\((-?\d{1,16})([+-]\d{4})?\)\/$/

const parted = /^(\d{1,4})([./\s-])\s?(\d{1,2})\2\s?(\d{1,4})(?:$|[T\s,])/

const emptyDates = /^(?:0000-00-00|0001-01-01|1970-01-01|1753-01-01|1899-12-30|1900-01-01|00000000|00\.00\.0000|00\/00\/0000)(?:$|[T\s])/

const day = 86_400_000

/** Reads a date as the calendarDate day that was written, `YYYY-MM-DD`; never shifted to UTC. */
export function parseDate(source: string | number, order: DateOrder | null, timeZone: string | null): DateReading {
  if (typeof source === 'number') return fromNumber(source, timeZone)
  const text = source.trim()
  if (text === '' || emptyDates.test(text)) return emptyDate
  if (text.length > 64) return unreadableDate
  const ymd = iso.exec(text)
  if (ymd) return calendarDate(Number(ymd[1]), Number(ymd[2]), Number(ymd[3]))
  const ticks = net.exec(text)
  if (ticks) return fromTicks(Number(ticks[1]), ticks[2])
  const parts = parted.exec(text)
  if (parts) return fromParts(parts[1] ?? '', parts[3] ?? '', parts[4] ?? '', parts[2] === '.' && order !== 'mdy' ? 'dmy' : order, text)
  if (/^\d{8}$/.test(text)) return fromEight(text)
  if (/^\d{9,13}$|^\d{5}(?:\.\d+)?$/.test(text)) return fromNumber(Number(text), timeZone)
  return parseWrittenDate(text)
}

/** The order that one written date proves by a part above 12 or a leading year; null when it proves none. */
export function provenOrder(source: string): DateOrder | null {
  const parts = parted.exec(source.trim())
  if (!parts) return null
  if ((parts[1] ?? '').length === 4) return 'ymd'
  if (Number(parts[1]) > 12) return 'dmy'
  return Number(parts[3]) > 12 ? 'mdy' : null
}

/** True for a date in numbers, day, month and year in any order. */
export const isWrittenDate = (source: string): boolean => {
  const read = source.length <= 64 && parted.test(source.trim()) ? parseDate(source, null, null) : null
  return read !== null && (read.ok || (!read.empty && read.ambiguous !== null))
}

function fromParts(first: string, second: string, third: string, order: DateOrder | null, text: string): DateReading {
  if (first.length >= 3) return calendarDate(Number(first), Number(second), Number(third))
  const year = fullYear(third)
  if (year === null) return unreadableDate
  const proven = provenOrder(text) ?? (order === 'ymd' ? null : order)
  if (proven === 'mdy') return calendarDate(year, Number(first), Number(second))
  if (proven === 'dmy' || first === second) return calendarDate(year, Number(second), Number(first))
  const one = calendarDate(year, Number(second), Number(first))
  const two = calendarDate(year, Number(first), Number(second))
  return one.ok && two.ok ? { ok: false, empty: false, ambiguous: [one.value, two.value] } : unreadableDate
}

/** 20251231 or 31122025: the century tells which end the year is at. */
function fromEight(text: string): DateReading {
  const year = Number(text.slice(0, 4))
  if (year >= 1900 && year <= 2100) {
    const read = calendarDate(year, Number(text.slice(4, 6)), Number(text.slice(6)))
    if (read.ok) return read
  }
  const last = Number(text.slice(4))
  return last >= 1900 && last <= 2100 ? calendarDate(last, Number(text.slice(2, 4)), Number(text.slice(0, 2))) : unreadableDate
}

function fromNumber(value: number, timeZone: string | null): DateReading {
  if (!Number.isFinite(value)) return unreadableDate
  if (value === 0) return emptyDate
  // 20,000 to 80,000 are the days of a spreadsheet from 1954 to 2119.
  if (value > 20_000 && value < 80_000) return ofInstant(Date.UTC(1899, 11, 30) + Math.floor(value) * day)
  if (Number.isInteger(value) && value >= 19_000_101 && value <= 21_001_231) return fromEight(String(value))
  if (value < 100_000_000) return unreadableDate
  const instant = value < 1e11 ? value * 1000 : value
  if (timeZone) return ofInstant(instant + offsetAt(instant, timeZone))
  const late = instant % 3_600_000 === 0 && new Date(instant).getUTCHours() >= 22
  // Midnight in Europe is 22 or 23 o'clock of the day before in UTC.
  const read = ofInstant(late ? instant + day : instant)
  return late && read.ok ? { ...read, warning: 'the time zone is unknown: taken as midnight of the next day' } : read
}

function fromTicks(instant: number, offset: string | undefined): DateReading {
  const hours = offset ? Number(offset.slice(0, 3)) : 0
  const minutes = offset ? Number(offset[0] + offset.slice(3)) : 0
  return ofInstant(instant + (hours * 60 + minutes) * 60_000)
}

function ofInstant(instant: number): DateReading {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return unreadableDate
  return calendarDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** Milliseconds by which clocks of a zone are ahead of UTC. */
export function offsetAt(instant: number, timeZone: string): number {
  let format = zones.get(timeZone)
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...parts })
    zones.set(timeZone, format)
  }
  const at = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]))
  const get = (type: Intl.DateTimeFormatPartTypes) => at.get(type) ?? 0
  return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second')) - Math.floor(instant / 1000) * 1000
}

const zones = new Map<string, Intl.DateTimeFormat>()
