import { mentionsDays } from '../../kernel/values/spoken-days.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { zoneOf } from '../../kernel/values/zone.ts'
import { User } from './entity.ts'
import { homeOf } from './organization.ts'

/**
 * Loads by which calendar a condition counts days, where it may name some: the time zone of the user, else of the organization, and its
 * fiscal year. Read once per unit of work.
 */
export async function loadCalendar(records: Records, mentioned: string): Promise<void> {
  const { unit } = records
  if (unit.calendar || !mentionsDays(mentioned)) return
  const { yearStart } = await homeOf(records)
  unit.calendar = { zone: await zoneOf(await timezoneOf(records, unit.actor.user)), yearStart }
}

/** The time zone by whose days a user works: their own, else that of the organization. */
export async function timezoneOf(records: Records, email: string): Promise<string> {
  const [user] = await records.whole.columns(User, ['timezone'], (query) => query.where('email', '=', email).limit(1))
  return user?.timezone ?? (await homeOf(records)).timezone
}
