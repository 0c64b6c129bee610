import { sql } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RunningJob, Step, JobHandler } from '../../kernel/feature/job-handler.ts'
import { type AnyFields, type EntityTable, storesRecords } from '../../kernel/storage/schema/entity.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { RecordTypes } from '../record-type/record-types.ts'
import { updateWithDeleted } from '../record-type/update-with-deleted.ts'
import { picklistFields } from './fields.ts'
import type { PicklistName } from './lists.ts'

/** What is done at once; more is a job, whose steps are of this size. */
export const AT_ONCE = 500

/** What becomes of values in all records: `values` are the new ones by the former ones. */
export interface Renaming {
  readonly name: PicklistName
  readonly values: Readonly<Record<string, string>>
}
type Place = { readonly at: number; readonly after: string | null }
interface Holder {
  readonly entity: EntityTable<AnyFields>
  readonly field: string
}

/** Renames values of a picklist in all records that hold them, deleted ones included, with the events of a change. */
export class PicklistRenaming implements JobHandler {
  static readonly kind = 'rename_picklist_values'
  static readonly uses = { records: Records, types: RecordTypes }
  readonly #records: Records
  readonly #types: RecordTypes

  constructor({ records, types }: Resolved<typeof PicklistRenaming.uses>) {
    this.#records = records.whole
    this.#types = types
  }

  /** How many records hold one of these values, deleted ones included. */
  async count(name: PicklistName, values: readonly string[]): Promise<number> {
    let number = 0
    for (const holder of this.#holders(name)) {
      const row = await this.#holding(holder, values)
        .select(sql<number>`count(*)`.as('number'))
        .executeTakeFirst()
      number += Number(row?.number ?? 0)
    }
    return number
  }

  /** At once, in all records: one batch of each type, so for no more than `AT_ONCE` records. */
  async all(renaming: Renaming): Promise<void> {
    for (const holder of this.#holders(renaming.name)) await this.#change(holder, renaming, null)
  }

  /** One batch of one table; the place is which table and the last id, so a table that has no more gives way to the next. */
  async step({ input: renaming, at, done }: RunningJob<Renaming, Place>): Promise<Step> {
    const holders = this.#holders(renaming.name)
    const place = at ?? { at: 0, after: null }
    const holder = holders[place.at]
    if (!holder) return { done }
    const ids = await this.#change(holder, renaming, place.after)
    const next = ids.length === AT_ONCE ? { at: place.at, after: ids.at(-1) ?? null } : { at: place.at + 1, after: null }
    return { done: done + ids.length, ...(next.at < holders.length && { next }) }
  }

  async #change(holder: Holder, { values }: Renaming, after: string | null): Promise<string[]> {
    const { entity, field } = holder
    let query = this.#holding(holder, Object.keys(values)).selectAll()
    if (after !== null) query = query.where('id', '>', after)
    const ordered = query.orderBy('id').limit(AT_ONCE)
    const rows = await (this.#records.dialect === 'postgresql' ? ordered.forUpdate() : ordered).execute()
    const codec = this.#records.codec(entity)
    const updates = rows.map((row) => {
      const before = codec.fromRow(row)
      return { before, changes: { [field]: values[String(before[field])] } }
    })
    await updateWithDeleted(this.#records, entity, updates)
    return updates.map(({ before }) => before.id)
  }

  #holders(name: PicklistName): Holder[] {
    return picklistFields(this.#types, name).flatMap(({ entity, field }) => (storesRecords(entity) ? [{ entity, field }] : []))
  }

  #holding({ entity, field }: Holder, values: readonly string[]) {
    return this.#records.db.selectFrom(entity.table).where(this.#records.anyOf(entity, field, values))
  }
}
