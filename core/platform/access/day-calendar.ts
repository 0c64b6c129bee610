import { mentionsRelativeDays } from '../../kernel/values/relative-days.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { zoneOf } from '../../kernel/values/zone.ts'
import { User } from './entity.ts'
import { homeOf } from './organization.ts'

/**
 * Loads by which calendar a condition counts days that are meant by today, where it may name such: the time zone of the user, else of the
 * organization, and its fiscal year. Read once per unit of work.
 */
export async function loadCalendar(records: Records, mentioned: string): Promise<void> {
  const { unit } = records
  if (unit.calendar || !mentionsRelativeDays(mentioned)) return
  const { timezone, yearStart } = await homeOf(records)
  const [user] = await records.whole.columns(User, ['timezone'], (query) => query.where('email', '=', unit.actor.user).limit(1))
  unit.calendar = { zone: await zoneOf(user?.timezone ?? timezone), yearStart }
}
