import { type Kysely, sql } from 'kysely'
import type { Resolved } from '../../operation/operation.ts'
import type { BackgroundLoop } from '../../operation/background-loop.ts'
import { Database } from './database.ts'
import type { Tables } from '../schema/tables.ts'

const PAUSE_MS = 10_000
/** Below this any plan is a good one. */
const BYTES = 64 * 1024

/**
 * Has PostgreSQL look at tables that it has never looked at. Its autovacuum comes round once a minute; until then it takes
 * every condition for a rare one, and sorts a whole table for the first page of a list that an index holds in order.
 */
export class Statistics implements BackgroundLoop {
  static readonly uses = { database: Database }
  readonly watches = []
  readonly #database: Database
  #next = 0

  constructor({ database }: Resolved<typeof Statistics.uses>) {
    this.#database = database
  }

  // It is run whenever something was committed: once then, and once more for what was committed right after.
  async run(now: Date): Promise<Date | null> {
    if (this.#database.dialect !== 'postgresql') return null
    if (now.getTime() < this.#next) return new Date(this.#next)
    this.#next = now.getTime() + PAUSE_MS
    const tables = this.#database.tables()
    for (const table of await unseen(tables, this.#database.tableNames)) await sql`analyze ${sql.table(table)}`.execute(tables)
    return null
  }
}

async function unseen(tables: Kysely<Tables>, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname in (${sql.join(names)})
      and reltuples < 0 and pg_relation_size(oid) > ${BYTES}`.execute(tables)
  return rows.map(({ relname }) => relname)
}
