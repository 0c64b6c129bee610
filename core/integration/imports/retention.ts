import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { ImportError } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/**
 * Deletes the rejected rows of an import after 90 days, once an hour: they hold whole rows of foreign files. The import and its counts
 * stay.
 */
export class Retention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, ImportError, now.getTime() - KEPT_MS)
    return deleted === expiredAtOnce
  }
}
