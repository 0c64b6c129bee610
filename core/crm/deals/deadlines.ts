import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Bus } from '../../kernel/events/bus.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { changeOf } from '../../kernel/operation/changes.ts'
import type { Job } from '../../kernel/operation/feature.ts'
import { Codec } from '../../kernel/storage/codec.ts'
import type { Database } from '../../kernel/storage/database.ts'
import { draftsOf, type EventDraft } from '../../kernel/storage/event-draft.ts'
import { EventRecord } from '../../kernel/storage/event-record.ts'
import type { Tables } from '../../kernel/storage/tables.ts'
import { Deal } from './entity.ts'
import { dealEvents } from './events.ts'

// Deals marked in one transaction, so that none is held for long.
const BATCH = 500
// How often the job looks at most.
const INTERVAL_MS = 1000

/**
 * What the clock alone does to open deals: a mark on each that is due, and one event for each mark, whoever of several processes is first.
 */
export abstract class DealDeadline implements Job {
  /** The words of the partial index of the migration: only deals whose event is still to come are in it. */
  protected abstract readonly pending: RawBuilder<SqlBool>
  /** The column by which deals are due, ... */
  protected abstract readonly by: 'stuck_at' | 'close_date'
  /** ... the one that keeps for what the event was fired, ... */
  protected abstract readonly mark: 'rotting_for' | 'overdue_for'
  /** ... and the one that says what it is fired for. */
  protected abstract readonly of: 'stage_entered_at' | 'close_date'
  protected readonly database: Database
  readonly #bus: Bus
  #looked = 0

  constructor(database: Database, bus: Bus) {
    this.database = database
    this.#bus = bus
  }

  /** Fires all that is due and answers when to look again; null = with the next commit. */
  async run(now: Date): Promise<Date | null> {
    // Every commit wakes the jobs; a deal that is due can wait for a second.
    const since = now.getTime() - this.#looked
    if (since > 0 && since < INTERVAL_MS) return new Date(this.#looked + INTERVAL_MS)
    this.#looked = now.getTime()
    while (await this.#isDue(now)) {
      const fired = await this.database.transaction((tables) => this.#fire(tables, now))
      // A deal that a writer holds just now is looked at again when that writer has committed.
      if (fired === 0) return null
      this.#bus.wake()
    }
    return await this.next(now)
  }

  /** The condition that a pending deal is due. */
  protected abstract due(tables: Kysely<Tables>, now: Date): Promise<RawBuilder<SqlBool>>
  /** When to look again. */
  protected abstract next(now: Date): Promise<Date | null>

  /** The value of `by` of the pending deal that comes first. */
  protected async first(): Promise<Date | string | null> {
    const { by } = this
    const row = await this.database.tables().selectFrom(Deal.table).select(by).where(this.pending).orderBy(by).limit(1).executeTakeFirst()
    return row ? ((this.#codec.fromRow(row)[by] ?? null) as Date | string | null) : null
  }

  async #isDue(now: Date): Promise<boolean> {
    const tables = this.database.tables()
    const due = tables
      .selectFrom(Deal.table)
      .select('id')
      .where(this.pending)
      .where(await this.due(tables, now))
    return (await due.orderBy(this.by).limit(1).executeTakeFirst()) !== undefined
  }

  /** Marks and events in one transaction: a crash leaves neither, and a second process finds the mark. */
  async #fire(tables: Kysely<Tables>, now: Date): Promise<number> {
    const due = tables
      .selectFrom(Deal.table)
      .selectAll()
      .where(this.pending)
      .where(await this.due(tables, now))
    const batch = due.orderBy(this.by).limit(BATCH)
    const rows = await (this.database.dialect === 'postgresql' ? batch.forUpdate().skipLocked() : batch).execute()
    const deals = rows.map((row) => this.#codec.fromRow(row))
    if (deals.length === 0) return 0
    const fired = await this.firedBefore(tables, deals)
    const drafts = deals.filter(({ id }) => !fired.has(id)).flatMap((deal) => this.#drafts(deal, now))
    const ids = deals.map(({ id }) => id)
    await tables
      .updateTable(Deal.table)
      .set({ [this.mark]: sql.ref(this.of) })
      .where('id', 'in', ids)
      .execute()
    const events = Codec.of(EventRecord.fields, this.database.dialect)
    if (drafts.length > 0)
      await tables
        .insertInto(EventRecord.table)
        .values(drafts.map((each) => events.toRow(each)))
        .execute()
    return deals.length
  }

  /** Ids of those that had this event before, and are marked only. */
  protected async firedBefore(_tables: Kysely<Tables>, _deals: readonly Deal[]): Promise<ReadonlySet<string>> {
    return new Set()
  }

  /** The event as if the mark were a change of the deal, by nobody but the clock. */
  #drafts(deal: Deal, now: Date): EventDraft[] {
    const actor = new CurrentActor({
      organization: deal.user_from,
      user: 'system',
      scopes: new Set(),
      via: { type: 'system', id: 'clock', label: 'Clock' },
    })
    const change = changeOf('update', { ...deal, [this.mark]: deal[this.of] } as Deal, deal, new Set([this.mark]))
    return draftsOf(dealEvents, change, { actor, now })
  }

  get #codec(): Codec<typeof Deal.fields> {
    return Codec.of(Deal.fields, this.database.dialect)
  }
}
