import type { Calendar } from '../../kernel/money/span.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { dayOf } from '../../kernel/values/calendar.ts'
import { Organization } from './entity.ts'

/** Currency of an organization that is not stored. */
export const HOME_CURRENCY = 'EUR'

/** The setting that asks for events of products and price rules: there are many, of what few follow. */
export const catalogEvents = { entity: Organization, field: 'catalog_events' }

/** The setting with the time zone of the organization, for watches of what is shown by the day. */
export const zoneSetting = { entity: Organization, field: 'timezone' }

/** Currency and calendar of an organization. */
export interface HomeSettings {
  /** ISO 4217 code. */
  readonly currency: string
  /** IANA name. */
  readonly timezone: string
  /** First month of its fiscal year, 1 to 12. */
  readonly yearStart: number
}

/** Currency and calendar of the caller's organization; by default EUR, UTC and fiscal years from January. */
export async function homeOf(records: Records): Promise<HomeSettings> {
  const columns = ['currency', 'timezone', 'fiscal_year_start'] as const
  const [stored] = await records.rows('currency and calendar', [], (db) => db.selectFrom(Organization.table).select(columns).limit(1))
  const row = stored && records.codec(Organization).pick(stored, columns)
  return { currency: row?.currency ?? HOME_CURRENCY, timezone: row?.timezone ?? 'UTC', yearStart: row?.fiscal_year_start ?? 1 }
}

/** Calendar of the caller's organization, and the moment of the unit of work. */
export async function calendarOf(records: Records): Promise<Calendar> {
  return { ...(await homeOf(records)), now: records.unit.now }
}

/** Today in the time zone of the caller's organization; read once per unit of work, whose list filters use it from then on. */
export async function todayOf(records: Records): Promise<string> {
  const { unit } = records
  if (unit.today !== undefined) return unit.today
  const { timezone, yearStart } = await homeOf(records)
  unit.yearStart = yearStart
  return (unit.today = dayOf(unit.now, timezone))
}
