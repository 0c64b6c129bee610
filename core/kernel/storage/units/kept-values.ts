import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Has PostgreSQL read these tables again, and those of which it keeps values with any of these words in its statistics, so that what it keeps
 * about their values tells nothing of rows that are gone, whoever wrote or took them out.
 */
export async function forgetKeptValues(database: Database, tables: Iterable<string>, words: readonly string[]): Promise<void> {
  if (database.dialect !== 'postgresql') return
  const names = new Set([...[...tables].map((each) => `${database.tablePrefix}${each}`), ...(await tablesKnowing(database, words))])
  for (const name of names) await sql`analyze ${sql.table(name)}`.execute(database.tables())
}

async function tablesKnowing(database: Database, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0) return []
  const known = sql<string>`lower(concat(most_common_vals::text, histogram_bounds::text, most_common_elems::text))`
  const found = words.map((word) => sql`position(${word.toLowerCase()} in ${known}) > 0`)
  const { rows } = await sql<{ tablename: string }>`
    select distinct tablename from pg_stats
    where schemaname = any(current_schemas(false)) and (${sql.join(found, sql` or `)})`.execute(database.tables())
  const own = new Set(database.tableNames)
  return rows.map(({ tablename }) => tablename).filter((name) => own.has(name))
}
