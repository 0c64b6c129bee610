import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Database } from './database.ts'
import { Codec } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Tables } from '../schema/tables.ts'

/** Rows that one transaction deletes: many more would keep other writers waiting. */
export const expiredAtOnce = 2_000

type Condition = (eb: ExpressionBuilder<Tables, string>) => ExpressionWrapper<Tables, string, SqlBool>

/** Deletes rows whose ids were made before a time (milliseconds), the oldest first; answers how many, at most `expiredAtOnce`. */
export async function deleteExpired(database: Database, { table }: EntityTable, before: number, only?: Condition): Promise<number> {
  return await database.transaction(async (tables) => {
    const old = tables.selectFrom(table).select('id').where('id', '<', firstIdAt(before)).orderBy('id').limit(expiredAtOnce)
    const { numDeletedRows } = await tables
      .deleteFrom(table)
      .where('id', 'in', only ? old.where(only) : old)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** The lowest id of a time (milliseconds): the first 48 bits of a UUIDv7 are it, so a range of the primary key is a span of time. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** Deletes for good what was deleted softly before a time; answers how many, at most `expiredAtOnce`. The table has an index of deleted rows. */
export async function deleteGone(database: Database, { table, fields }: EntityTable, before: Date): Promise<number> {
  const time = Codec.of(fields, database.dialect).toColumn('deleted_at', before)
  return await database.transaction(async (tables) => {
    const old = tables.selectFrom(table).select('id').where('deleted_at', '<', time).limit(expiredAtOnce)
    // Who has restored one meanwhile keeps it.
    const gone = tables.deleteFrom(table).where('deleted_at', '<', time).where('id', 'in', old)
    return Number((await gone.executeTakeFirst()).numDeletedRows)
  })
}
