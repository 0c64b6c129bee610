import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { Notification } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/** Deletes notifications after 90 days, read or not, once an hour. */
export class NotificationRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, Notification, now.getTime() - KEPT_MS)
    return deleted === expiredAtOnce
  }
}
