import type { Job } from '../kernel/feature.ts'
import { Database } from '../storage/database.ts'
import type { AnyEntityClass } from '../storage/entity.ts'
import { IdempotencyKey } from '../storage/idempotency.ts'
import { ApiCall, QuotaUsage, RateWindow } from './entity.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CHUNK = 2_000

/** Rows that are of no use after so many days; their ids say when they were made. */
const kept: readonly (readonly [entity: AnyEntityClass, days: number])[] = [
  [ApiCall, 90],
  [IdempotencyKey, 1],
]
const QUOTA_DAYS = 400

/** Deletes what is older than it is of use, once an hour, in steps that keep nobody waiting. */
export class Retention implements Job {
  static readonly inject = [Database] as const
  readonly #database: Database
  #next = 0

  constructor(database: Database) {
    this.#database = database
  }

  async run(now: Date): Promise<Date | null> {
    if (now.getTime() < this.#next) return new Date(this.#next)
    const deleted = await Promise.all(kept.map(([entity, days]) => this.#deleteBefore(entity, now.getTime() - days * DAY_MS)))
    await this.#deleteCounters(now)
    this.#next = deleted.some((count) => count === CHUNK) ? now.getTime() : now.getTime() + HOUR_MS
    return new Date(this.#next)
  }

  async #deleteBefore({ table }: AnyEntityClass, time: number): Promise<number> {
    return await this.#database.transaction(async (tables) => {
      const old = tables.selectFrom(table).select('id').where('id', '<', firstIdAt(time)).orderBy('id').limit(CHUNK)
      const { numDeletedRows } = await tables.deleteFrom(table).where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    })
  }

  async #deleteCounters(now: Date): Promise<void> {
    const period = new Date(now.getTime() - QUOTA_DAYS * DAY_MS).toISOString().slice(0, 10)
    await this.#database.transaction(async (tables) => {
      await tables.deleteFrom(QuotaUsage.table).where('period', '<', period).execute()
      await tables
        .deleteFrom(RateWindow.table)
        .where('expires', '<', now.getTime() - HOUR_MS)
        .execute()
    })
  }
}

// The first 48 bits of a UUIDv7 are milliseconds, so a range of the primary key is a span of time.
function firstIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
