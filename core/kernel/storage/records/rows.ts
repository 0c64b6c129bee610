import { CrmError } from '../../operation/errors.ts'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { ListQuery } from './filters.ts'
import { type ListOptions, listPage, type Page } from './listing.ts'
import type { Records } from './records.ts'

/** Rows that the engine keeps for itself and shows: runs, sources, jobs; read by id and as a list, written as sets. */
export class Rows<F extends Fields> {
  readonly #records: Records
  readonly #entity: EntityTable<F>
  readonly #singular: string
  readonly #options: ListOptions

  constructor(records: Records, entity: EntityTable<F>, singular: string, options: ListOptions = { filters: {}, sorts: ['created_at'] }) {
    this.#records = records
    this.#entity = entity
    this.#singular = singular
    this.#options = options
  }

  list(query: ListQuery): Promise<Page<RecordOf<F>>> {
    return listPage(this.#records, this.#entity, query, this.#options)
  }

  /** Throws `not_found`; `lock` keeps other writers off the row until the unit of work ends. */
  async get(id: string, lock: { readonly lock?: boolean } = {}): Promise<RecordOf<F>> {
    const [row] = await this.#records.findBy(this.#entity, 'id', [id], lock)
    if (!row) throw new CrmError('not_found', `No ${this.#singular} with the id ${id}`)
    return row
  }
}
