import type { Resolved } from '../../../kernel/operation/operation.ts'
import type { RunningJob, Step } from '../../../kernel/feature/job-handler.ts'
import { Registry } from '../../../kernel/feature/registry.ts'
import type { CommonFields, EntityTable } from '../../../kernel/storage/schema/entity.ts'
import { ExternalReference } from '../../../kernel/storage/schema/external-id.ts'
import { membersOf } from '../../../kernel/values/is-object.ts'
import { Records } from '../../../kernel/storage/records/records.ts'

const BATCH = 500

/** Takes the external ids of one provider off all records, when its source was detached with its references. */
export class Detachment {
  static readonly kind = 'source_detachment'
  static readonly uses = { records: Records, registry: Registry }
  readonly #uses: Resolved<typeof Detachment.uses>

  constructor(uses: Resolved<typeof Detachment.uses>) {
    this.#uses = uses
  }

  async step({ input, done }: RunningJob): Promise<Step> {
    const provider = String(membersOf(input).provider)
    const { db } = this.#uses.records
    const rows = await this.#uses.records.columns(ExternalReference, ['id', 'object', 'record_id'], (query) =>
      query.where('provider', '=', provider).orderBy('id').limit(BATCH),
    )
    for (const [object, group] of Map.groupBy(rows, (row) => row.object))
      await this.#forget(
        object,
        group.map(({ record_id }) => record_id),
        provider,
      )
    const gone = rows.map(({ id }) => id)
    await db
      .deleteFrom(ExternalReference.table)
      .where(this.#uses.records.anyOf(ExternalReference, 'id', gone))
      .execute()
    return { done: done + rows.length, ...(rows.length === BATCH && { next: true }) }
  }

  async #forget(object: string, ids: readonly string[], provider: string): Promise<void> {
    const entity = this.#uses.registry.all('entities').find(({ table }) => table === object)
    if (!entity || !holdsExternalIds(entity)) return
    const known = await this.#uses.records.findBy(entity, 'id', new Set(ids), { lock: true })
    await this.#uses.records.update(
      entity,
      known.map((before) => ({
        before,
        changes: { external_ids: before.external_ids.filter((each) => each.provider !== provider) },
      })),
    )
  }
}

function holdsExternalIds(entity: EntityTable): entity is EntityTable<CommonFields> {
  return 'external_ids' in entity.fields
}
