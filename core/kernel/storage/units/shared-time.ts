import { sql } from 'kysely'
import type { Resolved } from '../../operation/operation.ts'
import type { BackgroundLoop } from '../../operation/background-loop.ts'
import { Clock } from '../../ports/clock.ts'
import { Database } from './database.ts'

// Clocks of machines drift by far less in a second than is tolerated.
const EVERY_MS = 1000
const TOLERATED_MS = 50

/** Keeps the clock of this process at the time of a PostgreSQL that others share; the own clock rules on SQLite. */
export class SharedTime implements BackgroundLoop {
  static readonly uses = { database: Database, clock: Clock }
  readonly watches = []
  readonly #uses: Resolved<typeof SharedTime.uses>
  #checked = Number.NEGATIVE_INFINITY
  #followed = false

  constructor(uses: Resolved<typeof SharedTime.uses>) {
    this.#uses = uses
  }

  /** Asks the database for its time once a second, and sets the clock where the two are apart by more than 50 ms. */
  async run(): Promise<Date | null> {
    const asked = this.#uses.clock.steady()
    if (this.#uses.database.dialect !== 'postgresql' || asked - this.#checked < EVERY_MS) return null
    const query = sql<{ time: unknown }>`select extract(epoch from clock_timestamp()) * 1000 as time`
    const { rows } = await query.execute(this.#uses.database.tables())
    const answered = this.#uses.clock.steady()
    this.#checked = answered
    // The answer is as old as its way back, which nobody knows: half of the whole, and no better than that.
    const time = Number(rows[0]?.time) + (answered - asked) / 2
    const apart = Math.abs(time - this.#uses.clock.now().getTime())
    if (!this.#followed || apart > TOLERATED_MS + (answered - asked) / 2) this.#uses.clock.follow(new Date(time))
    this.#followed = true
    return null
  }
}
