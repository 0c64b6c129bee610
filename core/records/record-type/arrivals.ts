import type { Resolved } from '../../kernel/operation/operation.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'

/** Calls the listeners of all features when known records get new keys; a key that comes with a new record is announced by its event. */
export class Arrivals {
  static readonly uses = { registry: Registry, records: Records }
  readonly #uses: Resolved<typeof Arrivals.uses>

  constructor(uses: Resolved<typeof Arrivals.uses>) {
    this.#uses = uses
  }

  /** Calls the listeners of this record type, one after the other, in this unit of work. */
  async announce(entity: EntityTable, arrivals: readonly object[]): Promise<void> {
    if (arrivals.length === 0) return
    for (const listener of this.#uses.registry.all('arrivals'))
      if (listener.entity.table === entity.table) await listener.arrived(this.#uses.records, arrivals)
  }
}
