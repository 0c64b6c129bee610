import type { Job } from '../kernel/feature.ts'
import { Database } from '../storage/database.ts'
import { deleteExpired, expiredAtOnce } from '../storage/expired.ts'
import { ImportError } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/** Forgets the rejected rows of an import after 90 days, once an hour: they hold whole rows of foreign files. The import and its counts stay. */
export class Retention implements Job {
  static readonly inject = [Database] as const
  readonly #database: Database
  #next = 0

  constructor(database: Database) {
    this.#database = database
  }

  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return null
    const deleted = await deleteExpired(this.#database, ImportError, now.getTime() - KEPT_MS)
    if (deleted === expiredAtOnce) return now
    // Nothing waits for the next look: it comes with the first round after the hour.
    this.#next = now.getTime() + HOUR_MS
    return null
  }
}
