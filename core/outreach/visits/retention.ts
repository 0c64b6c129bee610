import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { PageVisit, Visitor } from './entity.ts'

const KEPT_MS = 90 * 86_400_000

/** Forgets visitors of whom nobody knows who they are, and what they visited, after 90 days. */
export class VisitRetention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const before = now.getTime() - KEPT_MS
    const pages = await deleteExpired(this.database, PageVisit, before, (eb) => eb('contact_id', 'is', null))
    const visitors = await deleteExpired(this.database, Visitor, before, (eb) => eb('contact_id', 'is', null))
    return pages === expiredAtOnce || visitors === expiredAtOnce
  }
}
