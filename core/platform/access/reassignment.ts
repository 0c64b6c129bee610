import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RunningJob, Step } from '../../kernel/feature/job-handler.ts'
import { Registry } from '../../kernel/feature/registry.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'

// Records that one step changes, so that its transaction stays short.
const STEP = 500

/** Changes the owner of all records of one user to another, type by type, with the events of each change. */
export class Reassignment {
  static readonly kind = 'reassign_records'
  static readonly uses = { records: Records, registry: Registry }
  readonly #records: Records
  readonly #owned: readonly (readonly [entity: EntityTable, owner: string])[]

  constructor({ records, registry }: Resolved<typeof Reassignment.uses>) {
    this.#records = records.whole
    this.#owned = registry
      .all('entities')
      .flatMap((entity) =>
        entity.ownership && 'owner' in entity.ownership && entity.ownership.owner !== 'created_by'
          ? [[entity, entity.ownership.owner] as const]
          : [],
      )
  }

  /**
   * One step of the job: up to 500 records of one type. Reassigned records no longer match, so a repeated step changes nothing twice.
   */
  async step({ input: { from, to }, at, done }: RunningJob<{ readonly from: string; readonly to: string }, number>): Promise<Step> {
    const index = at ?? 0
    const [entity, owner] = this.#owned[index] ?? []
    if (!entity || !owner) return { done, total: done }
    const codec = this.#records.codec(entity)
    const rows = await this.#records.db
      .selectFrom(entity.table)
      .selectAll()
      .where((eb) => eb(eb.fn('lower', [owner]), '=', from.toLowerCase()))
      .orderBy('id')
      .limit(STEP)
      .execute()
    await this.#records.update(
      entity,
      rows.map((row) => ({ before: codec.fromRow(row), changes: { [owner]: to } })),
    )
    return { done: done + rows.length, next: rows.length === STEP ? index : index + 1 }
  }
}
