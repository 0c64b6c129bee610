import { CompiledQuery, type Kysely } from 'kysely'
import { mapInTurns, Turns } from '../../values/turns.ts'
import { atMostAhead, enqueue, send } from '../connection/statement-queue.ts'
import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { EventRecord } from '../schema/event-record.ts'
import { withSortKeys } from '../schema/sort-key.ts'
import type { Tables } from '../schema/tables.ts'
import type { Unit } from '../schema/unit.ts'
import { AHEAD, CHUNK_ROWS, CHUNK_VALUES, chunks, FEW, recurring, takesSets } from './chunks.ts'
import { numbered } from './numbered.ts'
import { Statements } from './statements.ts'

/** Takes the answer of each statement that inserts. */
type Answered = (answer: Promise<readonly Row[]>) => void

/** Writes rows of one organization in sets, in the caller's transaction and by the statements that suit the database; knows nothing of events. */
export class RowWriter {
  readonly statements: Statements
  readonly #db: Kysely<Tables>
  readonly #unit: Unit
  readonly #dialect: DialectName

  /** `db` is not limited to the organization: each row is checked instead. */
  constructor(db: Kysely<Tables>, unit: Unit, dialect: DialectName, prefix: string) {
    this.statements = new Statements(dialect, prefix)
    this.#db = db
    this.#unit = unit
    this.#dialect = dialect
  }

  /** Inserts any number of rows that have the same columns; `answered` gets the ids that the database gives them. */
  async insert(entity: EntityTable, rows: readonly Row[], answered?: Answered): Promise<void> {
    const counts = entity === EventRecord && this.#dialect === 'sqlite'
    const isMany = counts && rows.length >= FEW
    const given = isMany ? await this.#counted(entity, rows) : numbered(this.#unit, entity, rows)
    const [columns, records] = withSortKeys(entity, this.#columnsOf(entity, given), given, this.#dialect)
    if (takesSets(this.#dialect, records))
      return await this.#writeSet(this.statements.insertSet(entity.table, columns), entity, records, { answered })
    const codec = Codec.of(entity.fields, this.#dialect)
    const turns = new Turns(1)
    for (const part of this.#parts(records, columns.length)) {
      if (turns.areOver()) await turns.next()
      const isCounted = counts && !isMany
      const sql = this.statements[isCounted ? 'insertCounted' : 'insert'](entity.table, columns, part.length)
      await this.#send(sql, [...(isCounted ? [this.#unit.actor.organization] : []), ...codec.toValues(columns, part)], answered)
    }
  }

  // Many of them are counted here: each statement would look the last id up again. On SQLite nobody else writes meanwhile.
  async #counted({ table }: EntityTable, rows: readonly Row[]): Promise<readonly Row[]> {
    const [last] = await this.read<{ id: number }>(this.statements.lastId(table), [this.#unit.actor.organization])
    const before = last?.id ?? 0
    return rows.map((row, at) => ({ ...row, id: before + at + 1 }))
  }

  /** A few rows of several tables in one statement: on PostgreSQL a round trip costs more than the work. */
  async insertTogether(sets: readonly (readonly [entity: EntityTable, rows: readonly Row[]])[]): Promise<void> {
    const parameters: unknown[] = []
    const inserts = sets.flatMap(([entity, rows]) => {
      if (rows.length === 0) return []
      const records = numbered(this.#unit, entity, rows)
      const columns = this.#columnsOf(entity, records)
      const sql = this.statements.insert(entity.table, columns, rows.length, parameters.length)
      parameters.push(...Codec.of(entity.fields, this.#dialect).toValues(columns, records))
      return [sql]
    })
    const last = inserts.pop()
    if (last === undefined) return
    const before = inserts.map((sql, at) => `"part${at}" as (${sql})`).join(', ')
    await this.#send(before ? `with ${before} ${last}` : last, parameters)
  }

  /** Updates these columns of rows, each by its id. */
  async update(entity: EntityTable, columns: readonly string[], records: readonly Row[]): Promise<void> {
    const { organization } = this.#unit.actor
    this.#refuseForeign(entity, records)
    const given = [...columns, 'id']
    // Of a row that is given twice, one after the other.
    const isSet = records.length > 1 && new Set(records.map(({ id }) => id)).size === records.length
    if (this.#dialect === 'postgresql' && (isSet || records.length >= FEW))
      return await this.#writeSet(this.statements.updateSet(entity, columns, records.length < FEW ? FEW : undefined), entity, records, {
        columns: given,
        more: [organization],
      })
    const codec = Codec.of(entity.fields, this.#dialect)
    const turns = new Turns(1)
    for (const part of this.#dialect === 'sqlite' ? recurring(records, given.length) : chunks(records, 1)) {
      if (turns.areOver()) await turns.next()
      const sql =
        part.length === 1 ? this.statements.update(entity.table, columns) : this.statements.updateMany(entity, columns, part.length)
      await this.#send(sql, [...codec.toValues(given, part), organization])
    }
  }

  /** Deletes the rows of which a column has one of these values. */
  async delete(entity: EntityTable, column: string, values: readonly string[]): Promise<void> {
    const set = this.#dialect === 'postgresql' ? values : JSON.stringify(values)
    await send(this.#db, this.#dialect, CompiledQuery.raw(this.statements.deleteOf(entity, column), [set, this.#unit.actor.organization]))
  }

  /** Rows that a statement reads, or that writing leaves. */
  async read<R>(sql: string, parameters: readonly unknown[]): Promise<readonly R[]> {
    return (await send<R>(this.#db, this.#dialect, CompiledQuery.raw(sql, [...parameters]))).rows
  }

  #parts<T>(rows: readonly T[], width: number): Iterable<T[]> {
    return this.#dialect === 'sqlite' ? recurring(rows, width) : chunks(rows, Math.max(1, Math.floor(CHUNK_VALUES / width)))
  }

  #columnsOf(entity: EntityTable, records: readonly Row[]): readonly string[] {
    this.#refuseForeign(entity, records)
    return Object.keys(records[0] ?? {}).filter((name) => name in entity.fields)
  }

  // `columns`: those of which the statement reads anything.
  async #writeSet(
    sql: string,
    entity: EntityTable,
    records: readonly Row[],
    { columns, more = [], answered }: { columns?: readonly string[]; more?: readonly unknown[]; answered?: Answered | undefined },
  ): Promise<void> {
    const codec = Codec.of(entity.fields, this.#dialect)
    for (const chunk of chunks(records, CHUNK_ROWS)) {
      await this.#send(sql, [`[${(await mapInTurns(chunk, (each) => codec.toJson(each, columns))).join(',')}]`, ...more], answered)
      // Not so far ahead that a large set is in memory twice.
      await atMostAhead(this.#db, AHEAD)
    }
  }

  // PostgreSQL works in the order in which it is asked, so that nothing has to wait for its answer but the end of the unit.
  async #send(sql: string, parameters: unknown[], answered?: Answered): Promise<void> {
    const written = enqueue(this.#db, this.#dialect, CompiledQuery.raw(answered ? `${sql} returning "id"` : sql, parameters))
    answered?.(written)
    if (this.#dialect === 'sqlite') await written
  }

  #refuseForeign({ table }: EntityTable, records: readonly Row[]): void {
    const { organization } = this.#unit.actor
    if (records.some(({ user_from }) => user_from !== organization)) throw new Error(`A row of ${table} for another organization`)
  }
}
