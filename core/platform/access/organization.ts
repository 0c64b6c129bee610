import type { Calendar } from '../../kernel/money/span.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { Organization } from './entity.ts'

/** Of organisations that were not set up. */
export const HOME_CURRENCY = 'EUR'

/** What an organisation counts money and days in. */
export interface HomeSettings {
  /** ISO 4217 code. */
  readonly currency: string
  /** IANA name. */
  readonly timezone: string
  /** Month in which its fiscal year begins, 1 to 12. */
  readonly yearStart: number
}

/** What the caller's organisation counts in; EUR, UTC and years from January where none was set up. */
export async function homeOf({ db }: Records): Promise<HomeSettings> {
  const row = await db.selectFrom(Organization.table).select(['currency', 'timezone', 'fiscal_year_start']).executeTakeFirst()
  return {
    currency: String(row?.['currency'] ?? HOME_CURRENCY),
    timezone: String(row?.['timezone'] ?? 'UTC'),
    yearStart: Number(row?.['fiscal_year_start'] ?? 1),
  }
}

/** How the caller's organization counts, and the moment of the unit of work. */
export async function calendarOf(records: Records): Promise<Calendar> {
  return { ...(await homeOf(records)), now: records.unit.now }
}

/** The day that it is in the caller's organisation; asked once per unit of work, and known to the filters of lists from then on. */
export async function todayOf(records: Records): Promise<string> {
  const { unit } = records
  if (unit.today !== undefined) return unit.today
  const { timezone, yearStart } = await homeOf(records)
  unit.yearStart = yearStart
  return (unit.today = dayOf(unit.now, timezone))
}
