import { sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { DayDeadlines } from '../../platform/access/day-deadlines.ts'
import { Deal } from './entity.ts'
import { dealEvents } from './events.ts'

/** Fires `deal.overdue` for open deals when the day after their close date begins in the zone of the organization: once for each date. */
export class OverdueDeals extends DayDeadlines<typeof Deal.fields> {
  static readonly uses = { database: Database }

  constructor({ database }: Resolved<typeof OverdueDeals.uses>) {
    super(database, {
      entity: Deal,
      watch: dealEvents,
      pending: sql<SqlBool>`status = 'open' and deleted_at is null and close_date is not null and (overdue_for is null or overdue_for <> close_date)`,
      by: 'close_date',
      value: 'close_date',
      mark: 'overdue_for',
      recurs: 'deal.overdue',
    })
  }
}
