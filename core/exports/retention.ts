import type { Job } from '../kernel/feature.ts'
import { Database } from '../storage/database.ts'
import { deleteExpired, expiredAtOnce } from '../storage/expired.ts'
import { Export, ExportPart } from './entity.ts'
import { KEPT_MS } from './service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// A file may take a while from its first part to its end, when its time begins to run.
const PARTS_MS = KEPT_MS + DAY_MS
// As long as the job that wrote it.
const RECORDS_MS = 90 * DAY_MS

/** Forgets files that have expired, and after 90 days that they were asked for, once an hour. */
export class Retention implements Job {
  static readonly inject = [Database] as const
  readonly #database: Database
  #next = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** One round; a table with more to delete than one step takes is gone on with at once. */
  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return null
    const parts = await deleteExpired(this.#database, ExportPart, now.getTime() - PARTS_MS)
    const records = await deleteExpired(this.#database, Export, now.getTime() - RECORDS_MS)
    if (parts === expiredAtOnce || records === expiredAtOnce) return now
    // Nothing waits for the next look: it comes with the first round after the hour.
    this.#next = now.getTime() + HOUR_MS
    return null
  }
}
