import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { DeadlineEvents } from '../../kernel/events/deadline-events.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Task } from './entity.ts'
import { taskEvents } from './events.ts'

/** Fires `task.overdue` for open tasks whose due time has passed: once for each due time. */
export class OverdueTasks extends DeadlineEvents<typeof Task.fields> {
  static readonly uses = { database: Database }

  constructor({ database }: Resolved<typeof OverdueTasks.uses>) {
    super(database, {
      entity: Task,
      watch: taskEvents,
      pending: sql<SqlBool>`status = 'open' and deleted_at is null and due_at is not null and (overdue_for is null or overdue_for <> due_at)`,
      by: 'due_at',
      value: 'due_at',
      mark: 'overdue_for',
      recurs: 'task.overdue',
    })
  }

  protected async due(_tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    return sql<SqlBool>`due_at <= ${this.codec.toColumn('due_at', now)}`
  }

  protected next(first: unknown, now: Date): Date | null {
    return first instanceof Date && first > now ? first : null
  }
}
