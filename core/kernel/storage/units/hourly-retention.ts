import type { BackgroundLoop } from '../../operation/background-loop.ts'
import type { Resolved } from '../../operation/operation.ts'
import { Database } from './database.ts'

const HOUR_MS = 3_600_000

/** A job that forgets what is too old, once an hour, in steps that keep nobody waiting. */
export abstract class HourlyRetention implements BackgroundLoop {
  static readonly uses = { database: Database }
  readonly watches = []
  protected readonly database: Database
  #next = 0

  constructor({ database }: Resolved<typeof HourlyRetention.uses>) {
    this.database = database
  }

  /** Deletes one step of each table; answers whether there may be more to delete. */
  protected abstract forget(now: Date): Promise<boolean>

  /** One round; a table with more to delete than one step takes is gone on with at once. */
  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return null
    if (await this.forget(now)) return now
    // Nothing waits for the next look: it comes with the first round after the hour.
    this.#next = now.getTime() + HOUR_MS
    return null
  }
}
