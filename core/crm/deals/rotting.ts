import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { Bus } from '../../kernel/events/bus.ts'
import { Codec } from '../../kernel/storage/codec.ts'
import { Database } from '../../kernel/storage/database.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { DealDeadline } from './deadlines.ts'
import { Deal } from './entity.ts'

/** Fires `deal.rotting` for open deals that are longer in their stage than it allows: once for each entry (workflows.md 3.2). */
export class RottingDeals extends DealDeadline {
  static readonly inject = [Database, Bus] as const
  protected readonly by = 'stuck_at'
  protected readonly mark = 'rotting_for'
  protected readonly of = 'stage_entered_at'
  protected readonly pending = sql<SqlBool>`status = 'open' and deleted_at is null and stuck_at is not null and (rotting_for is null or rotting_for <> stage_entered_at)`

  protected async due(_tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    return sql<SqlBool>`stuck_at <= ${Codec.of(Deal.fields, this.database.dialect).toColumn('stuck_at', now)}`
  }

  protected async next(now: Date): Promise<Date | null> {
    const first = (await this.first()) as Date | null
    return first && first > now ? first : null
  }
}
