import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { zoneClock } from '../../../core/automation/schedules/zone-clock.ts'
import { localDay, nextDayAt, openingAt, type SendWindow } from '../../../core/outreach/sequences/window.ts'
import { changesOf } from '../../automation/schedules/zones.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Athens',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Santiago',
  'America/Asuncion',
  'America/Havana',
  'Atlantic/Azores',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Pacific/Auckland',
  'Pacific/Chatham',
]
const windows: SendWindow[] = [
  { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  { days: [6, 7], from: '00:00', to: '03:30' },
  { days: [1, 2, 3, 4, 5, 6, 7], from: '02:15', to: '02:45' },
]

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
/** Whether a window is open at a moment, by Temporal alone. */
function isOpen(moment: Date, { days, from, to }: SendWindow, zone: string): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  const minute = at.hour * 60 + at.minute
  return days.includes(at.dayOfWeek) && minute >= minutes(from) && minute < minutes(to)
}

it.each(zones)('a window opens by the clock of its zone, where the clocks change as well: %s', async (zone) => {
  const clock = await zoneClock(zone)
  const starts = changesOf(zone, 2026).map(
    (changed) => Temporal.PlainDate.from(changed).subtract({ days: 2 }).toZonedDateTime(zone).epochMilliseconds,
  )
  for (const [start, window] of starts.flatMap((each) => windows.map((window) => [each, window] as const)))
    for (let at = start; at < start + 11 * 86_400_000; at += 97 * 60_000) {
      const moment = new Date(at)
      const opening = openingAt(moment, window, clock)
      const isNow = isOpen(moment, window, zone)
      expect(isNow ? opening.getTime() === at : opening.getTime() > at && opening.getTime() - at <= 8 * 86_400_000).toBe(true)
      // A time that the clocks leave out opens when they have gone on, in the hour after it.
      expect(isOpen(opening, window, zone) || isSkipped(new Date(opening.getTime() - 3_600_000), zone)).toBe(true)
    }
})

/** Whether the clocks go forward within the two hours after a moment. */
function isSkipped(moment: Date, zone: string): boolean {
  const at = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
  return at.add({ hours: 2 }).offsetNanoseconds > at.subtract({ hours: 1 }).offsetNanoseconds
}

it('the next day begins at the first opening of its window', async () => {
  for (const zone of zones) {
    const clock = await zoneClock(zone)
    const now = new Date('2026-10-24T22:30:00Z')
    const next = nextDayAt(now, { days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '17:00' }, clock)
    expect([localDay(next, clock) > localDay(now, clock), new Date(clock.wallTime(next.getTime())).toISOString().slice(11, 16)]).toEqual([
      true,
      '09:00',
    ])
  }
})
