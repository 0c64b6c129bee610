import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { InboundRequest } from './entity.ts'

const KEPT_MS = 30 * 86_400_000

/** Forgets received requests after 30 days. */
export class RequestRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    return (await deleteExpired(this.database, InboundRequest, now.getTime() - KEPT_MS)) === expiredAtOnce
  }
}
