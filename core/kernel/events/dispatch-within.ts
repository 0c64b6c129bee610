import { Consumers, type DispatchedEvent } from '../feature/event-consumer.ts'
import type { Resolved } from '../operation/operation.ts'
import type { Resolve } from '../operation/pipeline.ts'
import { Logger } from '../ports/logger.ts'
import { LoadedRecords } from '../storage/records/loaded-records.ts'
import { Records } from '../storage/records/records.ts'
import { actsAfter, attempted } from '../storage/connection/statement-queue.ts'
import { Database } from '../storage/units/database.ts'
import { UnitWrites } from '../storage/units/unit-writes.ts'
import { FEW } from '../storage/writing/chunks.ts'
import { letWait, waitingEvents } from '../storage/writing/waiting-events.ts'
import { Dispatcher } from './dispatcher.ts'
import { horizon } from './horizon.ts'

/**
 * Dispatches events in the transaction that writes them: only on SQLite, where nobody else writes meanwhile, so that it finds what the
 * dispatcher would find behind it. Each event is written once then, instead of once more when it is marked, and read by nobody.
 */
export class DispatchWithin {
  static readonly uses = { database: Database, consumers: Consumers, dispatcher: Dispatcher, logger: Logger }
  readonly #uses: Resolved<typeof DispatchWithin.uses>

  constructor(uses: Resolved<typeof DispatchWithin.uses>) {
    this.#uses = uses
  }

  /** To be done before such units of work: events that wait are dispatched first, so that theirs need not wait behind them. */
  async catchUp(now: Date): Promise<void> {
    if (this.#uses.database.dialect === 'sqlite') await this.#uses.dispatcher.catchUp(now)
  }

  /** From now on the unit of work keeps its events. */
  begin({ unit }: Records): void {
    if (this.#uses.database.dialect === 'sqlite') unit.held = []
  }

  /** Writes all that the unit has changed with the events that it has kept; the dispatcher passes on what it writes from now on. */
  async end(resolve: Resolve): Promise<void> {
    await resolve(UnitWrites).flush()
    const records = resolve(Records)
    const { unit } = records
    const drafts = unit.held ?? []
    unit.held = undefined
    if (drafts.length === 0) return
    const tables = this.#uses.database.tablesWithin(resolve(LoadedRecords))
    // Whoever waits for a single run need not wait for what follows from it. And events are dispatched in their order: behind those
    // that still wait, these wait as well.
    if (drafts.length < FEW || (await waitingEvents(tables, 1).execute()).length > 0) return await records.append(drafts)
    const { now } = unit
    await records.append(drafts.map((each) => ({ ...each, processed_at: now })))
    const last = await horizon(tables, 'sqlite', unit.actor.organization)
    const events = drafts.map((each, at): DispatchedEvent => ({ ...each, id: last - drafts.length + 1 + at }))
    const acts = actsAfter(tables)
    try {
      await attempted(tables, async () => {
        for (const consumer of this.#uses.consumers.all) await consumer.consume(events, tables, now)
      })
      unit.onCommit.push(...acts.splice(0))
    } catch (error) {
      acts.length = 0
      this.#uses.logger.warn('Events could not be dispatched with what made them, and will be by the dispatcher', { error })
      await letWait(tables, unit.actor.organization, last - drafts.length + 1)
    }
  }
}
