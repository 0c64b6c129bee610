import { invalid } from '../../kernel/operation/errors.ts'
import { weekdayOf } from './occurrences.ts'
import type { ZoneClock } from './zone-clock.ts'

const DAY_MS = 86_400_000
const lengths = { minutes: 60_000, hours: 3_600_000, days: DAY_MS, business_days: DAY_MS }
const MOST_DAYS = 366
// A business day is looked for no further than this, should every day be a holiday.
const FURTHEST_DAYS = 5000

/** Units of a delay. */
export type DelayUnit = keyof typeof lengths

/** Throws `invalid_input` (with `path`) unless the amount is 0 to 366 days, whole where the unit is a day. */
export function checkDelay(amount: number, unit: DelayUnit, path = '/amount'): void {
  const most = (MOST_DAYS * DAY_MS) / lengths[unit]
  if (!(amount >= 0 && amount <= most))
    throw invalid(path, amount > most ? 'too_large' : 'too_small', `A delay must be 0 to ${most} ${unit.replace('_', ' ')}`)
  if (lengths[unit] === DAY_MS && !Number.isInteger(amount)) throw invalid(path, 'invalid_type', 'A delay in days must be a whole number')
}

/**
 * When a delay that starts now is over. Minutes and hours are as long as they say. Days keep the time of the wall clock; business
 * days count Monday to Friday without `holidays` (YYYY-MM-DD). 0 is no delay, on whatever day.
 */
export function delayUntil(
  start: Date,
  amount: number,
  unit: DelayUnit,
  clock: ZoneClock,
  holidays: ReadonlySet<string> = new Set<string>(),
): Date {
  checkDelay(amount, unit)
  if (amount === 0) return start
  if (unit === 'minutes' || unit === 'hours') return new Date(start.getTime() + Math.round(amount * lengths[unit]))
  const wall = clock.wallTime(start.getTime())
  const days = unit === 'days' ? amount : businessDays(wall, amount, holidays)
  return new Date(clock.momentOf(wall + days * DAY_MS))
}

// How many days lie between a wall time and the business day so many of them later.
function businessDays(wall: number, amount: number, holidays: ReadonlySet<string>): number {
  let days = 0
  for (let left = amount; left > 0 && days < FURTHEST_DAYS;) {
    days += 1
    const day = wall + days * DAY_MS
    if (weekdayOf(day) <= 5 && !holidays.has(new Date(day).toISOString().slice(0, 10))) left -= 1
  }
  return days
}
