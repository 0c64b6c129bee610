import { type Kysely, sql } from 'kysely'
import type { Tables } from '../schema/tables.ts'

/** Tables of PostgreSQL, as it calls them, of which its statistics keep values with any of these words. */
export async function tablesKnowing(tables: Kysely<Tables>, words: readonly string[]): Promise<readonly string[]> {
  const known = sql<string>`lower(concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text))`
  const found = words.map((word) => sql`position(${word.toLowerCase()} in ${known}) > 0`)
  const { rows } = await sql<{ tablename: string }>`
    select distinct tablename from pg_stats
    where schemaname = any(current_schemas(false)) and (${sql.join(found, sql` or `)})`.execute(tables)
  return rows.map(({ tablename }) => tablename)
}
