import { dayAfter, dayOf } from './calendar.ts'

/** From `from` on (milliseconds), local time is so many milliseconds ahead of UTC. */
export interface Offset {
  readonly from: number
  readonly ahead: number
}

/** Days as an organization counts them: where each begins, and by how much its clocks differ from UTC. */
export interface Zone {
  readonly timezone: string
  /** The first moment of a day. */
  startOf(day: string): Date
  /** The moment of a day at a time of day, such as `17:00`; where clocks skip it, as much later, and of two the first. */
  momentOn(day: string, time: string): Date
  /** The day of a moment, YYYY-MM-DD. */
  dayOf(moment: Date): string
  /** What holds between two moments; the first entry holds before, too. */
  offsets(from: Date, to: Date): readonly Offset[]
}

// Clocks are followed within these years; before and after, the offset of their ends holds.
const FIRST = Date.UTC(1970, 0, 1)
const LAST = Date.UTC(2100, 0, 1)

// Reading a zone takes some hundred transitions, and its rules do not change while the process runs.
const known = new Map<string, Zone>()

/** The zone of this IANA name, read once per process. */
export async function zoneOf(timezone: string): Promise<Zone> {
  const made = known.get(timezone)
  if (made) return made
  const { Temporal } = await import('temporal-polyfill')
  const offsets: Offset[] = []
  let at: ReturnType<InstanceType<typeof Temporal.Instant>['toZonedDateTimeISO']> | null =
    Temporal.Instant.fromEpochMilliseconds(FIRST).toZonedDateTimeISO(timezone)
  while (at !== null && at.epochMilliseconds < LAST) {
    offsets.push({ from: at.epochMilliseconds, ahead: Math.round(at.offsetNanoseconds / 1e6) })
    at = timezone === 'UTC' ? null : at.getTimeZoneTransition('next')
  }
  const zone: Zone = {
    timezone,
    startOf: (day) => new Date(Temporal.PlainDate.from(day).toZonedDateTime(timezone).epochMilliseconds),
    momentOn: (day, time) =>
      new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds),
    dayOf(moment) {
      const at = moment.getTime()
      let [low, high] = [0, offsets.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((offsets[middle]?.from ?? 0) <= at) low = middle
        else high = middle - 1
      }
      return dayOf(new Date(at + (offsets[low]?.ahead ?? 0)))
    },
    offsets(from, to) {
      const before = offsets.findLastIndex((each) => each.from <= from.getTime())
      return offsets.slice(Math.max(0, before)).filter((each, index) => index === 0 || each.from <= to.getTime())
    },
  }
  known.set(timezone, zone)
  return zone
}

/** Days as UTC has them. */
export const utc: Zone = {
  timezone: 'UTC',
  startOf: (day) => new Date(`${day}T00:00:00Z`),
  momentOn: (day, time) => new Date(`${day}T${time}:00Z`),
  dayOf: (moment) => dayOf(moment),
  offsets: () => [{ from: FIRST, ahead: 0 }],
}

/** The first moment after a day. */
export const endOf = (zone: Zone, day: string): Date => zone.startOf(dayAfter(day, 1))
