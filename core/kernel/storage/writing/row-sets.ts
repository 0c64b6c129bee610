import { sql, type Kysely } from 'kysely'
import { Codec, type DialectName, type Row } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import { enqueue } from '../connection/statement-queue.ts'
import { takesSets } from './chunks.ts'
import { chunks } from './chunks.ts'
import type { Tables } from '../schema/tables.ts'

const ROWS = 1000

/** Inserts rows of any organization at the end of the transaction; `unless` names columns of a unique key that may be taken. */
export function insertRows(
  tables: Kysely<Tables>,
  dialect: DialectName,
  entity: EntityTable,
  rows: readonly Row[],
  unless: readonly string[] = [],
): void {
  const codec = Codec.of(entity.fields, dialect)
  for (const chunk of chunks(rows, ROWS)) {
    const insert = takesSets(dialect, chunk)
      ? tables
          .insertInto(entity.table)
          .columns(namesOf(chunk))
          .expression(populated(entity, codec, chunk))
      : tables.insertInto(entity.table).values(chunk.map((row) => codec.toRow(row)))
    const statement = unless.length === 0 ? insert : insert.onConflict((conflict) => conflict.columns([...unless]).doNothing())
    void enqueue(tables, dialect, statement.compile())
  }
}

function populated({ table }: EntityTable, codec: Codec, rows: readonly Row[]) {
  const [name, json] = [sql.table(table), `[${rows.map((row) => codec.toJson(row)).join(',')}]`]
  return sql`select ${sql.join(namesOf(rows).map((each) => sql.ref(each)))} from json_populate_recordset(null::${name}, ${json}::json)`
}

function namesOf([first = {}]: readonly Row[]): string[] {
  return Object.keys(first)
}
