import { expressionBuilder, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Deadline, DeadlineEvents } from '../../kernel/events/deadline-events.ts'
import type { Fields } from '../../kernel/operation/schema/fields.ts'
import type { CommonFields } from '../../kernel/storage/schema/entity.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import type { Database } from '../../kernel/storage/units/database.ts'
import { dayAfter, dayOf } from '../../kernel/values/calendar.ts'
import { Organization } from './entity.ts'

const HOUR_MS = 3_600_000
// A day begins first in the zones that are 14 hours ahead of UTC.
const EARLIEST_ZONE_HOURS = 14
// The offset of every time zone is a multiple of a quarter of an hour.
const QUARTER_MS = HOUR_MS / 4

/** Fires an event when the day after a date of a record begins in the zone of its organization: once for each date. */
export abstract class DayDeadlines<F extends CommonFields & Fields> extends DeadlineEvents<F> {
  readonly #table: string
  readonly #by: string

  constructor(database: Database, deadline: Deadline<F>) {
    super(database, deadline)
    this.#table = deadline.entity.table
    this.#by = deadline.by
  }

  /** The zone of an organization decides when its days begin. */
  override get watches(): readonly { readonly table: string }[] {
    return [...super.watches, Organization]
  }

  /** The day of the organization is later than the date; an organization without a row is in UTC. */
  protected async due(tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    const rows = await tables.selectFrom(Organization.table).select('timezone').distinct().execute()
    const zones = rows.map(({ timezone }) => String(timezone))
    const home = expressionBuilder<Tables, never>()
      .selectFrom(Organization.table)
      .select(sql`1`.as('found'))
      .whereRef(sql.ref(`${Organization.table}.user_from`), '=', sql.ref(`${this.#table}.user_from`))
    const date = sql.ref(this.#by)
    // However many zones there are, the world has three days at most.
    const days = [...Map.groupBy(zones, (zone) => dayOf(now, zone))].map(
      ([today, some]) => sql<SqlBool>`(${date} < ${today} and exists ${home.where('timezone', 'in', some)})`,
    )
    const unset = sql<SqlBool>`(${date} < ${dayOf(now)} and not exists ${home})`
    return sql<SqlBool>`(${sql.join([unset, ...days], sql` or `)})`
  }

  /** The next quarter of an hour at which a day may begin somewhere, from the day after the first date on. */
  protected next(first: unknown, now: Date): Date {
    const earliest = Date.parse(dayAfter(String(first), 1)) - EARLIEST_ZONE_HOURS * HOUR_MS
    return new Date(Math.max(earliest, (Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS))
  }
}
