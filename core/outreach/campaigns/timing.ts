import type { Static } from '@sinclair/typebox'
import { CrmError, type FieldError, invalid } from '../../kernel/operation/errors.ts'
import { nextOccurrence } from '../../automation/schedules/occurrences.ts'
import { parseSchedule, type ScheduleConfig } from '../../automation/schedules/schedule.ts'
import { type ZoneClock, zoneClock } from '../../automation/schedules/zone-clock.ts'
import type { Campaign } from './entity.ts'
import type { CampaignSchedule } from './parts-schema.ts'

const DAY_MS = 86_400_000
/** A start that is later than this is not made up for. */
export const GIVE_UP_AFTER_MS = DAY_MS

type Schedule = Static<typeof CampaignSchedule>

/** What is wrong with a schedule, with pointers below `/schedule`. */
export function faultsOfSchedule(kind: Campaign['kind'], schedule: Schedule): FieldError[] {
  const { at, frequency, time, day } = schedule
  const faults: FieldError[] = []
  const refuse = (name: string, code: string, message: string) => faults.push({ path: `/schedule/${name}`, code, message })
  if (kind === 'one_off') {
    if (frequency !== undefined)
      refuse('frequency', 'not_allowed', 'A campaign that is sent once has no frequency: give `at`, or make it recurring')
  } else {
    if (at !== undefined) refuse('at', 'not_allowed', 'A recurring campaign begins with its frequency: leave out `at`')
    if (frequency !== undefined && time === undefined) refuse('time', 'required', 'A recurring campaign needs the time of the day')
    if (frequency === 'monthly' && day === undefined)
      refuse('day', 'required', 'A monthly campaign needs its day, 31 = the last of the month')
  }
  if (faults.length > 0) return faults
  try {
    if (frequency !== undefined) parseSchedule(weekdaysOf(schedule), 'UTC', '/schedule')
    else if (schedule.timezone !== undefined)
      parseSchedule({ frequency: 'daily', time: '09:00', timezone: schedule.timezone }, 'UTC', '/schedule')
  } catch (error) {
    const errors = error instanceof CrmError ? error.details.errors : undefined
    if (!errors) throw error
    faults.push(...errors)
  }
  return faults
}

/** The first time after a moment at which a recurring campaign is sent; null without a frequency. `home` is the zone of the organization. */
export async function nextRun(schedule: Schedule, home: string, after: Date): Promise<Date | null> {
  if (schedule.frequency === undefined) return null
  const clock = await zoneClock(schedule.timezone ?? home)
  if (schedule.frequency === 'monthly') return monthly(clock, schedule, after)
  return nextOccurrence(parseSchedule(weekdaysOf(schedule), home), clock, after).at
}

/**
 * When a campaign that somebody schedules or changes begins, never before `now`. `wanted`: what was asked for, of one that is sent once.
 * Throws `invalid_input` for a recurring one that does not say how often it is sent.
 */
export async function startOf(
  { kind, schedule }: Pick<Campaign, 'kind' | 'schedule'>,
  { wanted, home, now }: { readonly wanted: Date | null; readonly home: string; readonly now: Date },
): Promise<Date> {
  const from = wanted && wanted > now ? wanted : now
  if (kind === 'one_off') return from
  // At that very time, too.
  const next = await nextRun(schedule, home, new Date(from.getTime() - 1))
  if (!next) throw invalid('/schedule/frequency', 'required', 'A recurring campaign needs to know how often it is sent')
  return next
}

/**
 * The local date for which a campaign begins at a moment, by which its issue is named: also where the clocks had left out its time, which
 * then may come on the day after.
 */
export async function issueOf(schedule: Schedule, home: string, moment: Date): Promise<string> {
  const clock = await zoneClock(schedule.timezone ?? home)
  if (schedule.frequency !== undefined && schedule.frequency !== 'monthly') {
    const { at, date } = nextOccurrence(parseSchedule(weekdaysOf(schedule), home), clock, new Date(moment.getTime() - 1))
    if (at.getTime() === moment.getTime()) return date
  }
  return new Date(clock.wallTime(moment.getTime())).toISOString().slice(0, 10)
}

function monthly(clock: ZoneClock, { day = 1, time = '09:00' }: Schedule, after: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wall = new Date(clock.wallTime(after.getTime()))
  for (let month = wall.getUTCMonth() - 1; ; month += 1) {
    const last = new Date(Date.UTC(wall.getUTCFullYear(), month + 1, 0)).getUTCDate()
    const at = clock.momentOf(Date.UTC(wall.getUTCFullYear(), month, Math.min(day, last), hours, minutes))
    if (at > after.getTime()) return new Date(at)
  }
}

// As the schedules of workflows are written; the monthly one is counted here.
function weekdaysOf({ frequency = 'daily', time = '09:00', weekday, timezone }: Schedule): ScheduleConfig {
  return { frequency: frequency === 'monthly' ? 'daily' : frequency, time, weekday: weekday ?? null, timezone: timezone ?? null }
}
