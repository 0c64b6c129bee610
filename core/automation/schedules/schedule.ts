import { invalid } from '../../kernel/operation/errors.ts'
import { checkTimeZone } from './zone-clock.ts'

/** How often a schedule fires; `weekdays` are Monday to Friday. */
export const frequencies = ['daily', 'weekdays', 'weekly'] as const

/** The configuration of a schedule, as the trigger has it. */
export interface ScheduleConfig {
  readonly frequency: (typeof frequencies)[number]
  /** HH:MM of the wall clock. */
  readonly time: string
  /** For `weekly`: Monday = 1 to Saturday = 6, Sunday = 0 or 7. */
  readonly weekday?: number | null
  /** IANA name; that of the organization if left out. */
  readonly timezone?: string | null
}

/** A schedule that was checked, in the form in which it is counted. */
export interface Schedule {
  /** The days of the week on which it fires, Monday = 1 to Sunday = 7. */
  readonly weekdays: ReadonlySet<number>
  /** Milliseconds of the wall clock since midnight. */
  readonly time: number
  /** IANA name. */
  readonly timezone: string
}

const daysOf = { daily: [1, 2, 3, 4, 5, 6, 7], weekdays: [1, 2, 3, 4, 5] }

/** Reads a configuration; `fallback` is the zone of the organization. Throws `invalid_input` with the key at fault, below `path`. */
export function parseSchedule(config: ScheduleConfig, fallback = 'UTC', path = ''): Schedule {
  const { frequency, time, weekday = null } = config
  if (!frequencies.includes(frequency))
    throw invalid(`${path}/frequency`, 'not_allowed', `The frequency must be one of ${frequencies.join(', ')}`)
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (hours === undefined || minutes === undefined)
    throw invalid(`${path}/time`, 'invalid_format', 'The time must be HH:MM from 00:00 to 23:59, such as 09:00')
  const timezone = config.timezone || fallback
  checkTimeZone(timezone, `${path}/timezone`)
  const weekdays = frequency === 'weekly' ? [weekdayOf(weekday, path)] : daysOf[frequency]
  return { weekdays: new Set(weekdays), time: (Number(hours) * 60 + Number(minutes)) * 60_000, timezone }
}

function weekdayOf(weekday: number | null, path: string): number {
  if (weekday === null)
    throw invalid(`${path}/weekday`, 'required', 'A weekly schedule needs the weekday: Monday = 1, ... Saturday = 6, Sunday = 0 or 7')
  if (!Number.isInteger(weekday) || weekday < 0 || weekday > 7)
    throw invalid(`${path}/weekday`, 'not_allowed', 'The weekday must be 0 to 7: Monday = 1, ... Saturday = 6, Sunday = 0 or 7')
  return weekday === 0 ? 7 : weekday
}
