import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { CurrentActor } from '../operation/actor.ts'
import { changeOf, type Watch } from '../storage/schema/changes.ts'
import type { BackgroundLoop } from '../operation/background-loop.ts'
import type { Fields, RecordOf } from '../operation/schema/fields.ts'
import { ofWorkingOrganization } from '../storage/records/working-organization.ts'
import { Codec } from '../storage/schema/codec.ts'
import type { Database } from '../storage/units/database.ts'
import type { CommonFields, EntityTable } from '../storage/schema/entity.ts'
import { draftsOf, type EventDraft } from '../storage/schema/event-draft.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import type { Tables } from '../storage/schema/tables.ts'

// Records marked in one transaction, so that none is locked for long.
const BATCH = 500
// The loop looks this often at most: every commit of such records wakes it, and one that is due can wait for a second.
const INTERVAL_MS = 1000

/** When records of one type are due, and how the event of a deadline is marked on them. */
export interface Deadline<F extends CommonFields & Fields> {
  readonly entity: EntityTable<F>
  /** Its rule for the mark makes the event. */
  readonly watch: Watch<RecordOf<F>>
  /** The condition of the partial index of the migration: only records whose event is still to come are in it. */
  readonly pending: RawBuilder<SqlBool>
  /** The column that orders pending records by their deadline. */
  readonly by: keyof F & string
  /** The column whose value the event is fired for, once for each value. */
  readonly value: keyof F & string
  /** The column that keeps the value for which the event was fired last. */
  readonly mark: keyof F & string
  /** The event type, where a record may get back a `value` that it had before: such a value has had its event. */
  readonly recurs?: string
}

/**
 * Fires an event for each record whose deadline passes, in all organizations that are not suspended. Mark and event are written in one transaction: a crash leaves
 * neither, and of several processes the first one wins.
 */
export abstract class DeadlineEvents<F extends CommonFields & Fields> implements BackgroundLoop {
  protected readonly database: Database
  protected readonly codec: Codec<F>
  readonly #deadline: Deadline<F>
  #lookedAt = 0

  constructor(database: Database, deadline: Deadline<F>) {
    this.database = database
    this.codec = Codec.of(deadline.entity.fields, database.dialect)
    this.#deadline = deadline
  }

  /** A commit of such records may bring the next deadline forward. */
  get watches(): readonly { readonly table: string }[] {
    return [this.#deadline.entity]
  }

  /** The condition that a pending record is due. */
  protected abstract due(tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>>
  /** When to look again, by the `by` column of the pending record that comes first. */
  protected abstract next(first: unknown, now: Date): Date | null

  /** Tells of records whose deadline has passed, in the transaction that marks them: by their events, unless a subclass does otherwise. */
  protected async tell(tables: Kysely<Tables>, records: readonly RecordOf<F>[], now: Date): Promise<void> {
    for (const [organization, own] of Map.groupBy(records, ({ user_from }) => String(user_from))) {
      const actor = clockOf(organization)
      const unit = { actor, now }
      const writer = this.database.recordsWithin(tables, unit)
      const today = await writer.dayFor(this.#deadline.watch)
      await writer.append(own.flatMap((each) => this.#drafts(each, unit, today)))
    }
  }

  /** Fires everything that is due, in batches, and returns when to look again; null = after the next commit. */
  async run(now: Date): Promise<Date | null> {
    const elapsed = now.getTime() - this.#lookedAt
    if (elapsed > 0 && elapsed < INTERVAL_MS) return new Date(this.#lookedAt + INTERVAL_MS)
    this.#lookedAt = now.getTime()
    while (await this.#isAnyDue(now)) {
      const marked = await this.database.transaction((tables) => this.#fire(tables, now))
      // A writer holds the rest at the moment: they are looked at again when it has committed.
      if (marked === 0) return null
    }
    const first = await this.#first()
    return first === null ? null : this.next(first, now)
  }

  async #first(): Promise<unknown> {
    const { entity, pending, by } = this.#deadline
    const query = this.database.tables().selectFrom(entity.table).select(by).where(pending).where(ofWorkingOrganization(entity))
    const row = await query.orderBy(by).limit(1).executeTakeFirst()
    return row ? (this.codec.fromRow(row)[by] ?? null) : null
  }

  async #isAnyDue(now: Date): Promise<boolean> {
    const { entity, pending, by } = this.#deadline
    const tables = this.database.tables()
    const due = tables
      .selectFrom(entity.table)
      .select('id')
      .where(pending)
      .where(await this.due(tables, now))
      .where(ofWorkingOrganization(entity))
    return (await due.orderBy(by).limit(1).executeTakeFirst()) !== undefined
  }

  /** Marks one batch and returns its number of records. */
  async #fire(tables: Kysely<Tables>, now: Date): Promise<number> {
    const { entity, pending, by, value, mark } = this.#deadline
    const due = tables
      .selectFrom(entity.table)
      .selectAll()
      .where(pending)
      .where(await this.due(tables, now))
      .where(ofWorkingOrganization(entity))
    const batch = due.orderBy(by).limit(BATCH)
    const rows = await (this.database.dialect === 'postgresql' ? batch.forUpdate().skipLocked() : batch).execute()
    const records = rows.map((row) => this.codec.fromRow(row))
    if (records.length === 0) return 0
    const fired = await this.#alreadyFired(tables, records)
    const news = records.filter((each) => !fired.has(each))
    const ids = records.map(({ id }) => id)
    await tables
      .updateTable(entity.table)
      .set({ [mark]: sql.ref(value) })
      .where('id', 'in', ids)
      .execute()
    if (news.length > 0) await this.tell(tables, news, now)
    return records.length
  }

  /** Those that have had this event for the value that they have now; they are marked only. */
  async #alreadyFired(tables: Kysely<Tables>, records: readonly RecordOf<F>[]): Promise<ReadonlySet<RecordOf<F>>> {
    const { value, mark, recurs } = this.#deadline
    const marked = records.filter((each) => each[mark] !== null)
    if (recurs === undefined || marked.length === 0) return new Set()
    const rows = await tables
      .selectFrom(EventRecord.table)
      .select(['entity_id', 'payload'])
      .where('type', '=', recurs)
      .where('user_from', 'in', [...new Set(marked.map(({ user_from }) => user_from))])
      .where(
        'entity_id',
        'in',
        marked.map(({ id }) => id),
      )
      .execute()
    const past = new Set(rows.map(({ entity_id, payload }) => JSON.stringify([entity_id, JSON.parse(String(payload))[value]])))
    return new Set(marked.filter((each) => past.has(JSON.stringify([each.id, each[value]]))))
  }

  /** The event as if the mark were a change of the record, made by the clock. */
  #drafts(record: RecordOf<F>, by: { readonly actor: CurrentActor; readonly now: Date }, today?: string): EventDraft[] {
    const { watch, value, mark } = this.#deadline
    const change = changeOf<RecordOf<F>>('update', Object.assign({ ...record }, { [mark]: record[value] }), record, new Set([mark]))
    return draftsOf(watch, change, by, today)
  }
}

function clockOf(organization: string): CurrentActor {
  const via = { type: 'system', id: 'clock', label: 'Clock' } as const
  return new CurrentActor({ organization, user: 'system', scopes: new Set(), via })
}
