import type { ZoneClock } from '../../automation/schedules/zone-clock.ts'
import { weekdayOf } from '../../automation/schedules/occurrences.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** When a sequence may send: on days of the week (1 = Monday), from one wall time to another. */
export interface SendWindow {
  readonly days: readonly number[]
  /** `HH:MM`. */
  readonly from: string
  /** `HH:MM`, later than `from`. */
  readonly to: string
}

/** The moment itself where the window is open, else when it opens next, by the clock of a zone. */
export function openingAt(moment: Date, window: SendWindow | null, clock: ZoneClock): Date {
  if (!window) return moment
  const wall = clock.wallTime(moment.getTime())
  const today = Math.floor(wall / DAY_MS) * DAY_MS
  for (let day = today; day <= today + 8 * DAY_MS; day += DAY_MS) {
    if (!window.days.includes(weekdayOf(day))) continue
    const opens = day + minutesOf(window.from) * MINUTE_MS
    if (wall < opens) return new Date(clock.momentOf(opens))
    if (wall < day + minutesOf(window.to) * MINUTE_MS) return moment
  }
  return moment
}

/** When a sequence may send on the next day: at the first opening of its window, without one at midnight. */
export function nextDayAt(moment: Date, window: SendWindow | null, clock: ZoneClock): Date {
  const tomorrow = (Math.floor(clock.wallTime(moment.getTime()) / DAY_MS) + 1) * DAY_MS
  return openingAt(new Date(clock.momentOf(tomorrow)), window, clock)
}

/** The day of a moment by the clock of a zone, YYYY-MM-DD. */
export function localDay(moment: Date, clock: ZoneClock): string {
  return new Date(clock.wallTime(moment.getTime())).toISOString().slice(0, 10)
}

/** The minutes of a day of a wall time `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
