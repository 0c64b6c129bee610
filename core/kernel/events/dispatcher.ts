import type { Kysely } from 'kysely'
import type { Resolved } from '../operation/operation.ts'
import type { BackgroundLoop } from '../operation/background-loop.ts'
import { Database } from '../storage/units/database.ts'
import { EventRecord } from '../storage/schema/event-record.ts'
import type { Tables } from '../storage/schema/tables.ts'
import { WaitingEvents, waitingEvents } from '../storage/writing/waiting-events.ts'
import { Consumers } from '../feature/event-consumer.ts'

const BATCH = 200
// Batches that are dispatched before other work has its turn.
const BATCHES = 16
// Events of one round above which the next rounds wait longer.
const FEW = 4

/** Passes every event to the consumers exactly once and sets `processed_at`, in one transaction. */
export class Dispatcher implements BackgroundLoop {
  static readonly uses = { database: Database, consumers: Consumers }
  readonly #uses: Resolved<typeof Dispatcher.uses>
  readonly #waiting: WaitingEvents
  readonly watches = [EventRecord]
  #dispatched = 0

  constructor(uses: Resolved<typeof Dispatcher.uses>) {
    this.#uses = uses
    this.#waiting = new WaitingEvents(uses.database.dialect, BATCH)
  }

  /** On SQLite every commit blocks all writers, so under load events are dispatched in larger batches. */
  get pauseMs(): number {
    return this.#dispatched >= FEW && this.#uses.database.dialect === 'sqlite' ? 12 : 4
  }

  /** All that waits, up to some batches, if it is more than one. */
  async catchUp(now: Date): Promise<void> {
    const further = waitingEvents(this.#uses.database.tables(), 1).offset(BATCH)
    if ((await further.execute()).length === 0) return
    for (let batch = 0; batch < BATCHES; batch += 1) if ((await this.run(now)) === null) return
  }

  /** One batch. */
  async run(now: Date): Promise<Date | null> {
    const { database } = this.#uses
    // A read costs less than a transaction. On PostgreSQL a round after an empty one usually finds nothing, and others rarely.
    const looks = this.#dispatched === 0 || database.dialect === 'sqlite'
    const isIdle = looks && (await waitingEvents(database.tables(), 1).execute()).length === 0
    this.#dispatched = isIdle ? 0 : await database.transaction((tables) => this.#dispatch(tables, now))
    return this.#dispatched === BATCH ? now : null
  }

  async #dispatch(tables: Kysely<Tables>, now: Date): Promise<number> {
    const events = await this.#waiting.take(tables, now)
    if (events.length > 0) for (const consumer of this.#uses.consumers.all) await consumer.consume(events, tables, now)
    return events.length
  }
}
