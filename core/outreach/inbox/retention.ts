import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { MailLeftover } from './entity.ts'

const KEPT_MS = 30 * 86_400_000

/** Forgets after 30 days what could not be stored: it is kept so that somebody can see why. */
export class LeftoverRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    return (await deleteExpired(this.database, MailLeftover, now.getTime() - KEPT_MS)) === expiredAtOnce
  }
}
