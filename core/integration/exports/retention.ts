import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { Export, ExportPart } from './entity.ts'
import { KEPT_MS } from './service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// Writing a file may take a while; its time to live counts from the end.
const PARTS_MS = KEPT_MS + DAY_MS
// As long as the job that wrote it.
const RECORDS_MS = 90 * DAY_MS

/** Deletes expired files, and the exports themselves after 90 days, once an hour. */
export class Retention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const parts = await deleteExpired(this.database, ExportPart, now.getTime() - PARTS_MS)
    const records = await deleteExpired(this.database, Export, now.getTime() - RECORDS_MS)
    return parts === expiredAtOnce || records === expiredAtOnce
  }
}
