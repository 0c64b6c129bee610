import { EntityManager } from '@mikro-orm/core'
import type { Resolved } from '../../operation/operation.ts'

/** Writes what services have changed before the unit of work ends, where one unit does several things after one another. */
export class UnitWrites {
  static readonly uses = { em: EntityManager }
  readonly #em: EntityManager

  constructor({ em }: Resolved<typeof UnitWrites.uses>) {
    this.#em = em
  }

  /** Writes all changes so far with their events; what is read afterwards is read again. */
  async flush(): Promise<void> {
    await this.#em.flush()
    this.#em.clear()
  }
}
