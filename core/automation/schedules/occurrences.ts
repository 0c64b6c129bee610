import type { Schedule } from './schedule.ts'
import type { ZoneClock } from './zone-clock.ts'

const DAY_MS = 86_400_000
/** An occurrence that is later than this is `late`. */
export const LATE_AFTER_MS = 60_000
/** An occurrence that is later than this is not made up for. */
export const GIVE_UP_AFTER_MS = DAY_MS
const MOST_MISSED = 100
const MOST_COUNTED = 10_000

/** One firing of a schedule. */
export interface Occurrence {
  /** When. */
  readonly at: Date
  /** The local date that it stands for (YYYY-MM-DD); no schedule fires twice for one date. */
  readonly date: string
}

/** What has come due of a schedule. */
export interface DueOccurrences {
  /** The one that still fires; `late` if more than a minute after its time. */
  readonly fire: (Occurrence & { readonly late: boolean }) | null
  /** Those that do not, in their order: the latest 100. */
  readonly missed: readonly Occurrence[]
  /** How many they are in all; counting ends at 10,000. */
  readonly missedCount: number
  /** The first one after `now`. */
  readonly next: Occurrence
}

/** The first occurrence after a moment; `clock` is that of the schedule's zone. */
export function nextOccurrence({ weekdays, time }: Schedule, clock: ZoneClock, after: Date): Occurrence {
  const moment = after.getTime()
  // The day before, too: a time that its clocks skipped may have moved past midnight.
  let start = Math.floor(clock.wallTime(moment) / DAY_MS) * DAY_MS - DAY_MS
  for (;;) {
    if (weekdays.has(weekdayOf(start))) {
      const at = clock.momentOf(start + time)
      if (at > moment && fires(clock, start, at)) return { at: new Date(at), date: new Date(start).toISOString().slice(0, 10) }
    }
    start += DAY_MS
  }
}

/** The occurrences after `after` up to `until`, this one included, in their order and at most `limit`. */
export function* occurrencesBetween(
  schedule: Schedule,
  clock: ZoneClock,
  { after, until, limit = 1000 }: { readonly after: Date; readonly until: Date; readonly limit?: number },
): Generator<Occurrence> {
  let last = after
  for (let count = 0; count < limit; count += 1) {
    const next = nextOccurrence(schedule, clock, last)
    if (next.at > until) return
    yield next
    last = next.at
  }
}

/**
 * Settles what has come due after `after` (the last occurrence that was settled) up to `now`: the latest one fires unless it is
 * more than 24 hours late, the others were missed.
 */
export function dueOccurrences(
  schedule: Schedule,
  clock: ZoneClock,
  { after, now }: { readonly after: Date; readonly now: Date },
): DueOccurrences {
  const missed: Occurrence[] = []
  let missedCount = 0
  let fire: DueOccurrences['fire'] = null
  for (const each of occurrencesBetween(schedule, clock, { after, until: now, limit: MOST_COUNTED })) {
    const lateBy = now.getTime() - each.at.getTime()
    const isLatest = lateBy <= GIVE_UP_AFTER_MS && nextOccurrence(schedule, clock, each.at).at > now
    if (isLatest) fire = { ...each, late: lateBy > LATE_AFTER_MS }
    else {
      missedCount += 1
      if (missed.push(each) > MOST_MISSED) missed.shift()
    }
  }
  return { fire, missed, missedCount, next: nextOccurrence(schedule, clock, now) }
}

/** The weekday of a wall time, Monday = 1 to Sunday = 7. */
export function weekdayOf(wall: number): number {
  // The first day of 1970 was a Thursday.
  const days = Math.floor(wall / DAY_MS) + 3
  return (((days % 7) + 7) % 7) + 1
}

// Only a time that moved to another day needs a closer look.
function fires(clock: ZoneClock, start: number, at: number): boolean {
  return clock.wallTime(at) < start + DAY_MS || clock.hasDay(start)
}
