import type { Records } from '../storage/records.ts'
import { dayOf } from '../values/calendar.ts'
import { Organization } from './entity.ts'

/** Of organisations that were not set up. */
export const HOME_CURRENCY = 'EUR'

/** Currency and time zone of the caller's organisation; EUR and UTC where none was set up. */
export async function homeOf({ db }: Records): Promise<{ currency: string; timezone: string }> {
  const row = await db.selectFrom(Organization.table).select(['currency', 'timezone']).executeTakeFirst()
  return { currency: String(row?.['currency'] ?? HOME_CURRENCY), timezone: String(row?.['timezone'] ?? 'UTC') }
}

/** The day that it is in the caller's organisation; asked once per unit of work, and known to the filters of lists from then on. */
export async function todayOf(records: Records): Promise<string> {
  const { unit } = records
  unit.today ??= dayOf(unit.now, (await homeOf(records)).timezone)
  return unit.today
}
