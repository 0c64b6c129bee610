import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { FormSubmission } from './entity.ts'

const KEPT_MS = 30 * 86_400_000

/** Forgets submissions that were taken for spam 30 days after they came. */
export class SubmissionRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, FormSubmission, now.getTime() - KEPT_MS, (eb) => eb('status', '=', 'spam'))
    return deleted === expiredAtOnce
  }
}
