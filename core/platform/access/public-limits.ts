import type { Resolved } from '../../kernel/operation/operation.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import { Clock } from '../../kernel/ports/clock.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { batched } from './batched-windows.ts'
import { memoryWindows, tableWindows, type WindowStore } from './rate-windows.ts'

/** How often something may happen within a time. */
export interface PublicLimit {
  /** What is counted; of addresses and networks only hashes. */
  readonly key: string
  readonly most: number
  readonly milliseconds: number
}

/** Counts what people and programs without a key do, over all processes of one database. */
export class PublicLimits {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof PublicLimits.uses>
  readonly #windows: WindowStore

  constructor(uses: Resolved<typeof PublicLimits.uses>) {
    this.#uses = uses
    // As for keys: only one process uses an SQLite file.
    this.#windows = uses.database.dialect === 'sqlite' ? memoryWindows() : batched(tableWindows(uses.database))
  }

  /** Counts one occurrence under each limit; throws `rate_limited` with `retry_after` (seconds) once one of them is exceeded. */
  async count(limits: readonly PublicLimit[], message: string): Promise<void> {
    const now = this.#uses.clock.now().getTime()
    for (const { key, most, milliseconds } of limits) {
      const { points, expires } = await this.#windows.add(`public:${key}`, 1, now, milliseconds)
      if (points > most) throw new CrmError('rate_limited', message, { retry_after: Math.max(1, Math.ceil((expires - now) / 1000)) })
    }
  }
}
