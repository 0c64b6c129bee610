import type { Records } from '../storage/records.ts'
import { Organization } from './entity.ts'

/** Currency and time zone of the caller's organisation; EUR and UTC where none was set up. */
export async function homeOf({ db }: Records): Promise<{ currency: string; timezone: string }> {
  const row = await db.selectFrom(Organization.table).select(['currency', 'timezone']).executeTakeFirst()
  return { currency: String(row?.['currency'] ?? 'EUR'), timezone: String(row?.['timezone'] ?? 'UTC') }
}
