import { type Kysely, sql, type SqlBool } from 'kysely'
import { Bus } from '../../kernel/events/bus.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { changeOf } from '../../kernel/operation/changes.ts'
import type { Job } from '../../kernel/operation/feature.ts'
import { Codec } from '../../kernel/storage/codec.ts'
import { Database } from '../../kernel/storage/database.ts'
import { draftsOf } from '../../kernel/storage/event-draft.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { Task } from './entity.ts'
import { taskEvents } from './events.ts'

// Tasks that one transaction takes.
const BATCH = 500
const INTERVAL_MS = 1000

// The words of the partial index of the migration: only tasks whose event is still to come are in it.
const pending = sql<SqlBool>`status = 'open' and deleted_at is null and due_at is not null and (overdue_for is null or overdue_for <> due_at)`

/** Fires `task.overdue` for the tasks of all organisations whose due time has come: once for each due time (workflows.md 3.2). */
export class OverdueTasks implements Job {
  static readonly inject = [Database, Bus] as const
  readonly #database: Database
  readonly #bus: Bus
  #looked = 0

  constructor(database: Database, bus: Bus) {
    this.#database = database
    this.#bus = bus
  }

  /** Fires what is due, batch by batch, and answers when the next task will be. */
  async run(now: Date): Promise<Date | null> {
    // Every commit wakes the jobs; a task that is overdue can wait for a second.
    const since = now.getTime() - this.#looked
    if (since > 0 && since < INTERVAL_MS) return new Date(this.#looked + INTERVAL_MS)
    this.#looked = now.getTime()
    for (;;) {
      const next = await this.#next()
      if (!next || next.getTime() > now.getTime()) return next
      const fired = await this.#database.transaction((tables) => this.#fire(tables, now))
      // A task that a writer holds just now is looked at again when that writer has committed.
      if (fired === 0) return null
      this.#bus.wake()
    }
  }

  async #next(): Promise<Date | null> {
    const row = await this.#database
      .tables()
      .selectFrom(Task.table)
      .select('due_at')
      .where(pending)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return row ? (this.#codec.fromRow(row)['due_at'] as Date) : null
  }

  async #fire(tables: Kysely<Tables>, now: Date): Promise<number> {
    const due = tables.selectFrom(Task.table).selectAll().where(pending).where('due_at', '<=', this.#codec.toColumn('due_at', now))
    const batch = due.orderBy('due_at').limit(BATCH)
    const rows = await (this.#database.dialect === 'postgresql' ? batch.forUpdate().skipLocked() : batch).execute()
    const tasks = rows.map((row) => this.#codec.fromRow(row))
    if (tasks.length === 0) return 0
    const old = await this.#firedBefore(
      tables,
      tasks.filter(({ overdue_for }) => overdue_for !== null),
    )
    const drafts = tasks.filter(({ id, due_at }) => !old.has(`${id} ${due_at?.toISOString()}`)).flatMap((task) => draft(task, now))
    await tables
      .updateTable(Task.table)
      .set({ overdue_for: sql.ref('due_at') })
      .where(
        'id',
        'in',
        tasks.map(({ id }) => id),
      )
      .execute()
    const events = Codec.of(EventRecord.fields, this.#database.dialect)
    if (drafts.length > 0)
      await tables
        .insertInto(EventRecord.table)
        .values(drafts.map((each) => events.toRow(each)))
        .execute()
    return tasks.length
  }

  /** A due time that a task had before and has again has had its event. */
  async #firedBefore(tables: Kysely<Tables>, tasks: readonly Task[]): Promise<ReadonlySet<string>> {
    if (tasks.length === 0) return new Set()
    const rows = await tables
      .selectFrom(EventRecord.table)
      .select(['entity_id', 'payload'])
      .where('type', '=', 'task.overdue')
      .where('user_from', 'in', [...new Set(tasks.map(({ user_from }) => user_from))])
      .where(
        'entity_id',
        'in',
        tasks.map(({ id }) => id),
      )
      .execute()
    return new Set(
      rows.map(({ entity_id, payload }) => `${String(entity_id)} ${(JSON.parse(String(payload)) as { due_at: string }).due_at}`),
    )
  }

  get #codec(): Codec<typeof Task.fields> {
    return Codec.of(Task.fields, this.#database.dialect)
  }
}

function draft(task: Task, now: Date) {
  const actor = new CurrentActor({
    organization: task.user_from,
    user: 'system',
    scopes: new Set(),
    via: { type: 'system', id: 'clock', label: 'Clock' },
  })
  const record = { ...task, overdue_for: task.due_at }
  return draftsOf(taskEvents, changeOf('update', record, { overdue_for: task.overdue_for }, new Set(['overdue_for'])), {
    actor,
    now,
  })
}
