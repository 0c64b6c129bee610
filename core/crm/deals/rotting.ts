import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { DeadlineEvents } from '../../kernel/events/deadline-events.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Deal } from './entity.ts'
import { dealEvents } from './events.ts'

/** Fires `deal.rotting` for open deals that are in their stage for longer than it allows: once for each entry into a stage. */
export class RottingDeals extends DeadlineEvents<typeof Deal.fields> {
  static readonly uses = { database: Database }

  constructor({ database }: Resolved<typeof RottingDeals.uses>) {
    super(database, {
      entity: Deal,
      watch: dealEvents,
      pending: sql<SqlBool>`status = 'open' and deleted_at is null and stuck_at is not null and (rotting_for is null or rotting_for <> stage_entered_at)`,
      by: 'stuck_at',
      value: 'stage_entered_at',
      mark: 'rotting_for',
    })
  }

  protected async due(_tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    return sql<SqlBool>`stuck_at <= ${this.codec.toColumn('stuck_at', now)}`
  }

  protected next(first: unknown, now: Date): Date | null {
    return first instanceof Date && first > now ? first : null
  }
}
