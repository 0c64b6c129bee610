import { setImmediate } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { Resolved } from '../../../kernel/operation/operation.ts'
import { hidden, integer, json, readOnly, uuid } from '../../../kernel/operation/schema/fields.ts'
import { Ids } from '../../../kernel/ports/ids.ts'
import { entity, ownFields } from '../../../kernel/storage/schema/entity.ts'
import { Records } from '../../../kernel/storage/records/records.ts'

const part = entity(
  'ImportPart',
  'import_parts',
  { ...ownFields, import_id: readOnly(uuid()), position: readOnly(integer()), rows: hidden(json(Type.Array(Type.Unknown()))) },
  { uniques: [['import_id', 'position']], privacy: 'copies' },
)

/** Some rows of a file or a batch, until they are stored as records; `import_id` is the id of the import or the run. */
export class ImportPart extends part.class {}
part.setClass(ImportPart)

/** The rows that a job is going to store, kept in parts. */
export class KeptRows {
  static readonly uses = { records: Records, ids: Ids }
  readonly #uses: Resolved<typeof KeptRows.uses>

  constructor(uses: Resolved<typeof KeptRows.uses>) {
    this.#uses = uses
  }

  /** Keeps some rows, from this position on. */
  async keep(import_id: string, position: number, rows: readonly unknown[]): Promise<void> {
    const { organization: user_from } = this.#uses.records.unit.actor
    await this.#uses.records.insert(ImportPart, [{ id: this.#uses.ids.next(), user_from, import_id, position, rows: [...rows] }])
  }

  /** Deletes them. */
  async drop(id: string): Promise<void> {
    await this.#uses.records.db.deleteFrom(ImportPart.table).where('import_id', '=', id).execute()
  }

  /** The parts in their order; others have their turn while one is parsed. */
  async *of(id: string): AsyncGenerator<readonly unknown[]> {
    const parts = await this.#uses.records.columns(ImportPart, ['id'], (query) => query.where('import_id', '=', id).orderBy('position'))
    for (const part of parts)
      for (const { rows } of await this.#uses.records.findBy(ImportPart, 'id', [part.id])) {
        yield rows
        await setImmediate()
      }
  }
}
