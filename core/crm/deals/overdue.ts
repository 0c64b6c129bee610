import { expressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Bus } from '../../kernel/events/bus.ts'
import { DeadlineEvents } from '../../kernel/events/deadline-events.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { Organization } from '../../platform/access/entity.ts'
import { Deal } from './entity.ts'
import { dealEvents } from './events.ts'

const HOUR_MS = 3_600_000
// A day begins first in the zones that are 14 hours ahead of UTC.
const EARLIEST_ZONE_HOURS = 14
// The offset of every time zone is a multiple of a quarter of an hour.
const QUARTER_MS = HOUR_MS / 4

/** Fires `deal.overdue` for open deals when the day after their close date begins in the zone of the organization: once for each date. */
export class OverdueDeals extends DeadlineEvents<typeof Deal.fields> {
  static readonly uses = { database: Database, bus: Bus }

  constructor({ database, bus }: Resolved<typeof OverdueDeals.uses>) {
    super(database, bus, {
      entity: Deal,
      watch: dealEvents,
      pending: sql<SqlBool>`status = 'open' and deleted_at is null and close_date is not null and (overdue_for is null or overdue_for <> close_date)`,
      by: 'close_date',
      value: 'close_date',
      mark: 'overdue_for',
      recurs: 'deal.overdue',
    })
  }

  /** The day of the organization is later than the close date; an organization without a row is in UTC. */
  protected async due(tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    const rows = await tables.selectFrom(Organization.table).select('timezone').distinct().execute()
    const zones = rows.map(({ timezone }) => String(timezone))
    const home = expressionBuilder<Tables, never>()
      .selectFrom(Organization.table)
      .select(sql`1`.as('found'))
      .whereRef(sql.ref(`${Organization.table}.user_from`), '=', sql.ref(`${Deal.table}.user_from`))
    // However many zones there are, the world has three days at most.
    const days = [...Map.groupBy(zones, (zone) => dayOf(now, zone))].map(
      ([today, some]) => sql<SqlBool>`(close_date < ${today} and exists ${home.where('timezone', 'in', some)})`,
    )
    const unset = sql<SqlBool>`(close_date < ${dayOf(now)} and not exists ${home})`
    return sql<SqlBool>`(${sql.join([unset, ...days], sql` or `)})`
  }

  /** The next quarter of an hour at which a day may begin somewhere, from the day after the first close date on. */
  protected next(first: unknown, now: Date): Date {
    const earliest = Date.parse(dayAfter(String(first), 1)) - EARLIEST_ZONE_HOURS * HOUR_MS
    return new Date(Math.max(earliest, (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS))
  }
}
