import type { Resolved } from '../../operation/operation.ts'
import { LoadedRecords } from '../records/loaded-records.ts'

/** Writes what services have changed before the unit of work ends, where one unit does several things after one another. */
export class UnitWrites {
  static readonly uses = { loaded: LoadedRecords }
  readonly #loaded: LoadedRecords

  constructor({ loaded }: Resolved<typeof UnitWrites.uses>) {
    this.#loaded = loaded
  }

  /** Writes all changes so far with their events; what is read afterwards is read again. */
  async flush(): Promise<void> {
    await this.#loaded.flush()
    this.#loaded.clear()
  }
}
