import { deleteExpired, expiredAtOnce } from '../../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../../kernel/storage/units/hourly-retention.ts'
import { SyncReject } from '../entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/**
 * Deletes the rejects of a batch after 90 days, once an hour, replayed or not: they hold whole records of foreign systems. The run and
 * its counts stay.
 */
export class Retention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, SyncReject, now.getTime() - KEPT_MS)
    return deleted === expiredAtOnce
  }
}
