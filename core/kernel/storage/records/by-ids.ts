import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../schema/tables.ts'

/**
 * The rows of a table with these ids, on SQLite: begun from the ids, because its planner takes the organization, which is in front of
 * every index, for what leaves fewest rows, and would walk through all of its records to find two.
 */
export function fromIds(db: Kysely<Tables>, table: string, ids: Iterable<unknown>): SelectQueryBuilder<Tables, string, object> {
  return fromGivenIds(db, table, JSON.stringify([...new Set(ids)]))
}

/** The same of ids as JSON text, or of a place where it will stand. */
export function fromGivenIds(db: Kysely<Tables>, table: string, ids: string): SelectQueryBuilder<Tables, string, object> {
  const given = sql`(select value as given_id from json_each(${ids}))`.as('given')
  const rows = db.selectFrom(given).crossJoin(table)
  return rows.whereRef(`${table}.id`, '=', sql.ref('given.given_id'))
}
