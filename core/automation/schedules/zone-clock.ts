import { invalid } from '../../kernel/operation/errors.ts'
import { isTimeZone } from '../../platform/access/locale.ts'

const DAY_MS = 86_400_000
// Clocks are followed within these years; before and after, the offset of their ends holds.
const FIRST = Date.UTC(1900, 0, 1)
const LAST = Date.UTC(2200, 0, 1)
// Some eleven years of days for one zone, and more zones than there are: spelling decides by letter case, too.
const MOST_DAYS = 4000
const MOST_ZONES = 1000

/** Milliseconds by which the clocks of a zone are ahead of UTC at a moment. */
type OffsetAt = (moment: number) => number
/** The offset at the start of a UTC day, and from `changes` on (Infinity if it stays). */
interface DayOffset {
  readonly before: number
  readonly after: number
  readonly changes: number
}

/**
 * The wall clock of one time zone. Wall times are milliseconds as if the wall clock showed UTC, so that days and weekdays are
 * plain arithmetic. A wall time that the clocks skip is shifted forward by the gap; of one that they show twice, the first counts.
 */
export class ZoneClock {
  /** IANA name. */
  readonly timezone: string
  readonly #offsetAt: OffsetAt
  readonly #days = new Map<number, DayOffset>()

  constructor(timezone: string, offsetAt: OffsetAt) {
    this.timezone = timezone
    this.#offsetAt = offsetAt
  }

  /** The wall time of a moment. */
  wallTime(moment: number): number {
    return moment + this.#ahead(moment)
  }

  /** The moment of a wall time. */
  momentOf(wall: number): number {
    // No zone is further from UTC than a day, so these hold before and after whatever the clocks do around this wall time.
    const before = this.#ahead(wall - DAY_MS)
    const after = this.#ahead(wall + DAY_MS)
    if (before === after || this.#ahead(wall - before) === before) return wall - before
    return this.#ahead(wall - after) === after ? wall - after : wall - before
  }

  /** Whether any moment belongs to the day that starts at this wall time; a zone that changed sides of the date line left one out. */
  hasDay(wall: number): boolean {
    return this.wallTime(this.momentOf(wall)) < wall + DAY_MS
  }

  #ahead(moment: number): number {
    const day = Math.floor(Math.min(Math.max(moment, FIRST), LAST) / DAY_MS)
    let found = this.#days.get(day)
    if (found === undefined) {
      found = this.#read(day * DAY_MS)
      if (this.#days.size >= MOST_DAYS) this.#days.clear()
      this.#days.set(day, found)
    }
    return moment < found.changes ? found.before : found.after
  }

  // No zone changes its clocks twice in a day.
  #read(start: number): DayOffset {
    const before = this.#offsetAt(start)
    const after = this.#offsetAt(start + DAY_MS)
    if (before === after) return { before, after, changes: Infinity }
    let [same, changed] = [start, start + DAY_MS]
    while (changed - same > 1) {
      const middle = Math.floor((same + changed) / 2)
      if (this.#offsetAt(middle) === before) same = middle
      else changed = middle
    }
    return { before, after, changes: changed }
  }
}

const clocks = new Map<string, ZoneClock>()

/** The wall clock of an IANA time zone, made once per process; `invalid_input` for a name that is none, told at `path`. */
export async function zoneClock(timezone: string, path = '/timezone'): Promise<ZoneClock> {
  const made = clocks.get(timezone)
  if (made) return made
  checkTimeZone(timezone, path)
  // Loaded with the first use: few processes ever need it.
  const { Temporal } = await import('temporal-polyfill')
  const clock = new ZoneClock(timezone, (moment) =>
    Math.round(Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timezone).offsetNanoseconds / 1e6),
  )
  if (clocks.size >= MOST_ZONES) clocks.clear()
  clocks.set(timezone, clock)
  return clock
}

/** Throws `invalid_input` (`not_allowed`) for a text that is no time zone of the IANA database. */
export function checkTimeZone(timezone: string, path = '/timezone'): void {
  if (!isTimeZone(timezone)) throw invalid(path, 'not_allowed', `"${timezone}" is not an IANA time zone such as Europe/Vienna`)
}
