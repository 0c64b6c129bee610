import { expressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { Organization } from '../../platform/access/entity.ts'
import { Bus } from '../../kernel/events/bus.ts'
import { Database } from '../../kernel/storage/database.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { DealDeadline } from './deadlines.ts'
import { Deal } from './entity.ts'

const HOUR_MS = 3_600_000
// The earliest zones are 14 hours before UTC: there a day begins first.
const FIRST_ZONE_HOURS = 14
// The offset of every time zone is a multiple of it.
const QUARTER_MS = HOUR_MS / 4

/** Fires `deal.overdue` for open deals once the day after their close date has begun where the organisation is: once for each date. */
export class OverdueDeals extends DealDeadline {
  static readonly inject = [Database, Bus] as const
  protected readonly by = 'close_date'
  protected readonly mark = 'overdue_for'
  protected readonly of = 'close_date'
  protected readonly pending = sql<SqlBool>`status = 'open' and deleted_at is null and close_date is not null and (overdue_for is null or overdue_for <> close_date)`

  /** A close date has passed when the day of the organisation is a later one; of UTC where no organisation is written down. */
  protected async due(tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    const rows = await tables.selectFrom(Organization.table).select('timezone').distinct().execute()
    const zones = rows.map(({ timezone }) => String(timezone))
    const home = expressionBuilder<Tables, never>()
      .selectFrom(Organization.table)
      .select(sql`1`.as('found'))
      .whereRef(sql.ref(`${Organization.table}.user_from`), '=', sql.ref(`${Deal.table}.user_from`))
    // There are three days in the world at most, whatever the number of time zones.
    const days = [...Map.groupBy(zones, (zone) => dayOf(now, zone))].map(
      ([today, some]) => sql<SqlBool>`(close_date < ${today} and exists ${home.where('timezone', 'in', some)})`,
    )
    const unset = sql<SqlBool>`(close_date < ${dayOf(now)} and not exists ${home})`
    return sql<SqlBool>`(${sql.join([unset, ...days], sql` or `)})`
  }

  /** The next quarter of an hour at which a day may begin somewhere, from the first close date on. */
  protected async next(now: Date): Promise<Date | null> {
    const first = (await this.first()) as string | null
    if (first === null) return null
    const earliest = Date.parse(dayAfter(first, 1)) - FIRST_ZONE_HOURS * HOUR_MS
    return new Date(Math.max(earliest, (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS))
  }

  /** A close date that a deal had before and has again has had its event. */
  protected override async firedBefore(tables: Kysely<Tables>, deals: readonly Deal[]): Promise<ReadonlySet<string>> {
    const again = new Map(deals.filter(({ overdue_for }) => overdue_for !== null).map((deal) => [deal.id, deal] as const))
    if (again.size === 0) return new Set()
    const rows = await tables
      .selectFrom(EventRecord.table)
      .select(['entity_id', 'payload'])
      .where('type', '=', 'deal.overdue')
      .where('user_from', 'in', [...new Set([...again.values()].map(({ user_from }) => user_from))])
      .where('entity_id', 'in', [...again.keys()])
      .execute()
    const same = rows.filter(({ entity_id, payload }) => {
      const { close_date } = JSON.parse(String(payload)) as { readonly close_date: string }
      return again.get(String(entity_id))?.close_date === close_date
    })
    return new Set(same.map(({ entity_id }) => String(entity_id)))
  }
}
