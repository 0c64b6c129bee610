import type { Zone } from '../../../kernel/values/zone.ts'
import { offsetAt } from './date.ts'

const time = /(?:T|\s)(\d{1,2})[:.h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?([ap])?\.?(?:m\.?)?\s?(Z|UTC|[+-]\d{2}:?\d{2})?$/i
const DAY_MS = 86_400_000

/**
 * The moment of a day that was read of this value: `2026-02-03T09:00:00.000Z` where its zone is known, `2026-02-03T09:00:00` where it is not,
 * and the day alone without a time.
 */
export function timed(day: string, value: string | number, timeZone: string | null): string {
  // A great number counts seconds or milliseconds from 1970; a small one days, with the time as a fraction.
  if (typeof value === 'number') {
    if (value >= 100_000_000) return isoOf(value < 1e11 ? value * 1000 : value) ?? day
    const rest = Math.round((value % 1) * 86_400) * 1000
    return rest > 0 ? zoned(Date.parse(`${day}T00:00:00Z`) + rest, timeZone) : day
  }
  const [, hours, minutes, seconds = '0', fraction = '', half, zone] = time.exec(value.trim().slice(0, 64)) ?? []
  if (hours === undefined || minutes === undefined) return day
  const [hour, minute, second] = [ofDay(Number(hours), half), Number(minutes), Number(seconds)]
  if (hour > 23 || minute > 59 || second > 59) return day
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const wall = Date.parse(`${day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
  return zone === undefined ? zoned(wall, timeZone) : (isoOf(wall - aheadOf(zone)) ?? day)
}

/** A moment of `timed`; one without a zone is one of this zone, and a day alone begins, or ends, there. */
export function momentIn(text: string, zone: Zone, end = false): Date {
  if (text.endsWith('Z')) return new Date(text)
  if (text.length === 10) return end ? new Date(zone.startOf(nextDay(text)).getTime() - 60_000) : zone.startOf(text)
  const wall = Date.parse(`${text}Z`)
  const offsets = zone.offsets(new Date(wall - DAY_MS), new Date(wall + DAY_MS))
  return new Date(wall - (offsets.findLast(({ from, ahead }) => from + ahead <= wall) ?? offsets[0])!.ahead)
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

// "12:30 am" is half an hour after midnight.
const ofDay = (hour: number, half: string | undefined) => (half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))

function zoned(wall: number, timeZone: string | null): string {
  if (timeZone === null) return new Date(wall).toISOString().replace(/\.000Z$|Z$/, '')
  return new Date(wall - offsetAt(wall - offsetAt(wall, timeZone), timeZone)).toISOString()
}

function aheadOf(zone: string): number {
  if (/^[zu]/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

function isoOf(instant: number): string | null {
  const moment = new Date(instant)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}
