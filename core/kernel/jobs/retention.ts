import type { Resolved } from '../operation/operation.ts'
import { Registry } from '../feature/registry.ts'
import { Database } from '../storage/units/database.ts'
import { deleteExpired, expiredAtOnce } from '../storage/units/expired.ts'
import { HourlyRetention } from '../storage/units/hourly-retention.ts'
import { JobRecord } from './entity.ts'

const HOUR_MS = 3_600_000
const KEPT_MS = 90 * 24 * HOUR_MS

/** Deletes ended jobs after 90 days, once an hour; a job whose result another record shows is kept as long as that record. */
export class JobRetention extends HourlyRetention {
  static override readonly uses = { database: Database, registry: Registry }
  readonly #shownByRecords: readonly string[]

  constructor({ database, registry }: Resolved<typeof JobRetention.uses>) {
    super({ database })
    this.#shownByRecords = registry
      .all('jobTypes')
      .filter(({ shownByRecord }) => shownByRecord)
      .map(({ kind }) => kind)
  }

  protected override async forget(now: Date): Promise<boolean> {
    const deleted = await deleteExpired(this.database, JobRecord, now.getTime() - KEPT_MS, (eb) =>
      eb.and([eb('finished_at', 'is not', null), ...this.#shownByRecords.map((kind) => eb('kind', '<>', kind))]),
    )
    return deleted === expiredAtOnce
  }
}
