import { deleteExpired, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { HourlyRetention } from '../../kernel/storage/units/hourly-retention.ts'
import { ImportPart } from '../ingest/runs/kept-rows.ts'
import { Import, ImportError } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS
// No upload lasts as long.
const UPLOAD_MS = 24 * HOUR_MS

/**
 * Deletes, once an hour, the rejected rows of imports after 90 days, because they hold whole rows of foreign files (the import and its
 * counts stay), and the rows of uploads whose process ended before the import was added, or of batches whose job has failed.
 */
export class Retention extends HourlyRetention {
  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, ImportError, now.getTime() - KEPT_MS)
    const lost = await deleteExpired(this.database, ImportPart, now.getTime() - UPLOAD_MS, ({ exists, not, selectFrom }) =>
      not(exists(selectFrom(Import.table).select('id').whereRef(`${Import.table}.id`, '=', `${ImportPart.table}.import_id`))),
    )
    return deleted === expiredAtOnce || lost === expiredAtOnce
  }
}
