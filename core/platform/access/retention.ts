import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { IdempotencyKey } from '../../kernel/storage/units/idempotency-key.ts'
import { ApiCall, QuotaUsage, RateWindow } from './entity.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Entities with the days that their rows are kept; the ids of the rows hold the time of creation. */
const kept: readonly (readonly [entity: EntityTable, days: number])[] = [
  [ApiCall, 90],
  [IdempotencyKey, 1],
]
// Days that counters of quotas are kept: a year and a month.
const QUOTA_DAYS = 400

/** Deletes old call logs, idempotency keys and counters once an hour, in short steps. */
export class CallRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await Promise.all(kept.map(([entity, days]) => deleteExpired(this.database, entity, now.getTime() - days * DAY_MS)))
    await this.#deleteCounters(now)
    return deleted.includes(expiredAtOnce)
  }

  async #deleteCounters(now: Date): Promise<void> {
    const period = new Date(now.getTime() - QUOTA_DAYS * DAY_MS).toISOString().slice(0, 10)
    await this.database.transaction(async (tables) => {
      // Deleted directly: counters are no records.
      await tables.deleteFrom(QuotaUsage.table).where('period', '<', period).execute()
      await tables
        .deleteFrom(RateWindow.table)
        .where('expires', '<', now.getTime() - HOUR_MS)
        .execute()
    })
  }
}
