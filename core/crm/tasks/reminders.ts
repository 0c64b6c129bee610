import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { DeadlineEvents } from '../../kernel/events/deadline-events.ts'
import type { NoticeType } from '../../kernel/feature/notice-type.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Notices } from '../../platform/notifications/notices.ts'
import { Task } from './entity.ts'
import { taskEvents } from './events.ts'

/** What owners of tasks are told. */
export const taskNotices: readonly NoticeType[] = [
  {
    type: 'task.reminder',
    label: 'The time to be reminded of a task of yours has come',
    many: 'You wanted to be reminded of several tasks',
  },
  {
    type: 'task.overdue',
    label: 'A task of yours is overdue',
    many: 'Several tasks of yours are overdue',
    on: ['task.overdue'],
    tell: ({ payload: { owner, title } }) =>
      typeof owner === 'string' ? { recipient: owner, title: `Overdue: ${String(title)}` } : undefined,
  },
]

/** Reminds the owner of an open task when its time has come: once for each time that is set. Nothing but the notification tells of it. */
export class TaskReminders extends DeadlineEvents<typeof Task.fields> {
  static readonly uses = { database: Database, notices: Notices }
  readonly #notices: Notices

  constructor({ database, notices }: Resolved<typeof TaskReminders.uses>) {
    super(database, {
      entity: Task,
      watch: taskEvents,
      pending: sql<SqlBool>`status = 'open' and deleted_at is null and remind_at is not null and (reminded_for is null or reminded_for <> remind_at)`,
      by: 'remind_at',
      value: 'remind_at',
      mark: 'reminded_for',
    })
    this.#notices = notices
  }

  protected async due(_tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>> {
    return sql<SqlBool>`remind_at <= ${this.codec.toColumn('remind_at', now)}`
  }

  protected next(first: unknown, now: Date): Date | null {
    return first instanceof Date && first > now ? first : null
  }

  protected override async tell(tables: Kysely<Tables>, tasks: readonly Task[], now: Date): Promise<void> {
    const notices = tasks.flatMap(({ id, user_from, owner_email, title, due_at }) =>
      owner_email === null
        ? []
        : [
            {
              organization: user_from,
              type: 'task.reminder',
              recipient: owner_email,
              title: `Reminder: ${title}`,
              body: due_at && `Due at ${due_at.toISOString()}`,
              entity: { type: 'task', id },
            },
          ],
    )
    await this.#notices.tell(tables, notices, now)
  }
}
