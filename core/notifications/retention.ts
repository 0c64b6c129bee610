import type { Job } from '../kernel/feature.ts'
import { Database } from '../storage/database.ts'
import { deleteExpired, expiredAtOnce } from '../storage/expired.ts'
import { Notification } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/** Forgets notifications after 90 days, read or not, once an hour: an endpoint that fails for years must not fill the table. */
export class Retention implements Job {
  static readonly inject = [Database] as const
  readonly #database: Database
  #next = 0

  constructor(database: Database) {
    this.#database = database
  }

  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return null
    const deleted = await deleteExpired(this.#database, Notification, now.getTime() - KEPT_MS)
    if (deleted === expiredAtOnce) return now
    // Nothing waits for the next look: it comes with the first round after the hour.
    this.#next = now.getTime() + HOUR_MS
    return null
  }
}
