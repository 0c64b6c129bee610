import type { Kysely } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import { bindUnit, type Unit } from '../schema/unit.ts'

/** An entity manager, as far as apps see its type; `entityManagerOf` tells all of it. */
interface LoadedEntities {
  flush(): Promise<void>
  clear(): void
}

/** The single records that a unit of work has loaded, and those that it makes; what was changed in them is written when they are flushed. */
export class LoadedRecords {
  /** Where statements of the unit go: its transaction, or the database where it only reads. */
  readonly db: Kysely<Tables>
  readonly #open: () => LoadedEntities
  #unit: Unit
  #em: LoadedEntities | undefined

  /** `open` makes an entity manager whose statements go there. */
  constructor(unit: Unit, db: Kysely<Tables>, open: () => LoadedEntities) {
    this.#unit = unit
    this.db = db
    this.#open = open
  }

  /** MikroORM's identity map of them: made when a record is loaded first, because most calls load none. */
  get em(): LoadedEntities {
    if (!this.#em) {
      this.#em = this.#open()
      bindUnit(this.#em, this.#unit)
    }
    return this.#em
  }

  /** Says that it goes on as another unit of work, in the same transaction. */
  goOnAs(unit: Unit): void {
    this.#unit = unit
    if (this.#em) bindUnit(this.#em, unit)
  }

  /** Writes what was changed, with its events. */
  async flush(): Promise<void> {
    await this.#em?.flush()
  }

  /** Forgets all of them, with what was not written yet. */
  clear(): void {
    this.#em?.clear()
  }
}
