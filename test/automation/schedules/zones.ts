import { Temporal } from 'temporal-polyfill'
import type { Schedule } from '../../../core/automation/schedules/schedule.ts'

/** The firings of a schedule between two dates by Temporal alone: one for each local date that its zone has. */
export function firingsByTemporal({ weekdays, time, timezone }: Schedule, from: string, days: number): { at: number; date: string }[] {
  const wall = Temporal.PlainTime.from({ hour: Math.floor(time / 3_600_000), minute: (time / 60_000) % 60 })
  const found: { at: number; date: string }[] = []
  let date = Temporal.PlainDate.from(from)
  for (let count = 0; count < days; count += 1, date = date.add({ days: 1 })) {
    if (!weekdays.has(date.dayOfWeek)) continue
    if (!date.toZonedDateTime(timezone).toPlainDate().equals(date)) continue
    const at = date.toPlainDateTime(wall).toZonedDateTime(timezone, { disambiguation: 'compatible' })
    found.push({ at: at.epochMilliseconds, date: date.toString() })
  }
  return found
}

/** The local dates in a year around which the clocks of a zone change. */
export function changesOf(timezone: string, year: number): string[] {
  const dates: string[] = []
  const end = Temporal.PlainDate.from({ year: year + 1, month: 1, day: 1 })
  let at = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(timezone)
  for (; Temporal.PlainDate.compare(at.toPlainDate(), end) < 0; at = at.add({ days: 7 })) {
    const later = at.add({ days: 7 })
    if (at.offset !== later.offset) dates.push(at.toPlainDate().toString())
  }
  return dates
}
