import type { Job } from '../kernel/feature.ts'
import { Registry } from '../kernel/registry.ts'
import { Database } from '../storage/database.ts'
import { deleteExpired, expiredAtOnce } from '../storage/expired.ts'
import { JobRecord } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/** Forgets jobs that were made 90 days ago and have ended, once an hour; those whose outcome another record shows stay with it. */
export class Retention implements Job {
  static readonly inject = [Database, Registry] as const
  readonly #database: Database
  readonly #ofRecords: readonly string[]
  #next = 0

  constructor(database: Database, registry: Registry) {
    this.#database = database
    this.#ofRecords = registry
      .all('work')
      .filter(({ shownByRecord }) => shownByRecord)
      .map(({ kind }) => kind)
  }

  /** Deletes one batch, and asks to be called again at once when there may be more. */
  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return null
    const deleted = await deleteExpired(this.#database, JobRecord, now.getTime() - KEPT_MS, (eb) =>
      eb.and([eb('finished_at', 'is not', null), ...this.#ofRecords.map((kind) => eb('kind', '<>', kind))]),
    )
    if (deleted === expiredAtOnce) return now
    // Nothing waits for the next look: it comes with the first round after the hour.
    this.#next = now.getTime() + HOUR_MS
    return null
  }
}
