import type { EntityManager } from '@mikro-orm/core'
import type { Kysely } from 'kysely'
import type { Fields, RecordOf } from '../kernel/fields.ts'
import { Codec, type DialectName, type Row } from './codec.ts'
import type { AnyEntityClass, EntityClass } from './entity.ts'
import type { EventDraft } from './event-draft.ts'
import { chunks, type SetWriter, type Tables, type Update } from './set-writer.ts'
import { type Unit, unitOf } from './unit.ts'

const LIST_SIZE = 500

/**
 * The rows of the caller's organisation, read and written in sets. Reads go around the identity map: inside a unit of
 * work they see what was flushed or written as a set before.
 */
export class Records {
  /** Query builder on which every statement is already limited to the organisation. */
  readonly db: Kysely<Tables>
  readonly dialect: DialectName
  readonly unit: Unit
  readonly #writer: SetWriter

  constructor(em: EntityManager, db: Kysely<Tables>, writer: (unit: Unit) => SetWriter, dialect: DialectName) {
    this.db = db
    this.dialect = dialect
    this.unit = unitOf(em)
    this.#writer = writer(this.unit)
  }

  codec(entity: AnyEntityClass): Codec {
    return Codec.of(entity.fields, this.dialect)
  }

  /** Live rows of which `column` has one of `values`; any number of them. */
  async findBy<F extends Fields>(entity: EntityClass<F>, column: keyof F & string, values: Iterable<unknown>): Promise<RecordOf<F>[]> {
    const codec = this.codec(entity)
    const distinct = [...new Set(values)]
      .filter((value) => value !== null && value !== undefined)
      .map((value) => codec.toColumn(column, value))
    const rows: Row[] = []
    for (const chunk of chunks(distinct, LIST_SIZE)) {
      const name: string = column
      let query = this.db.selectFrom(entity.table).selectAll().where(name, 'in', chunk)
      if ('deleted_at' in entity.fields) query = query.where('deleted_at', 'is', null)
      rows.push(...(await query.execute()))
    }
    return rows.map((row) => codec.fromRow(row) as RecordOf<F>)
  }

  insert<F extends Fields>(entity: EntityClass<F>, records: readonly RecordOf<F>[]): Promise<void> {
    return this.#writer.insert(entity, records)
  }

  /** Writes what differs, with its events; answers how many records did. */
  update<F extends Fields>(entity: EntityClass<F>, updates: readonly Update<RecordOf<F>>[]): Promise<number> {
    return this.#writer.update(entity, updates)
  }

  append(drafts: readonly EventDraft[]): Promise<void> {
    return this.#writer.append(drafts)
  }
}
