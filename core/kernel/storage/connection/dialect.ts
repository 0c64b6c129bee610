import { type Kysely, sql } from 'kysely'
import { CrmError } from '../../operation/errors.ts'
import { notReached } from './not-reached.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'
import type { Storage } from './storage.ts'

/** What differs between the databases besides the form of values. */
export interface Dialect {
  readonly name: DialectName
  /** Refuses a database that would not keep what was acknowledged, or could not store or sort every text. */
  verify(db: Kysely<Tables>): Promise<void>
  /** Makes the schema if it is missing and runs `work`, while no other process does so. */
  exclusively<T>(db: Kysely<Tables>, storage: Storage, work: () => Promise<T>): Promise<T>
  /** Lets a transaction that is going to be undone wait for nobody for long. */
  undone(db: Kysely<Tables>): Promise<void>
}

// Any fixed number: it only has to differ from the advisory locks of the host app.
const MIGRATION_LOCK = 726_354_881
const UNDONE_LOCK_MS = 500
const UNDONE_STATEMENT_MS = 2000

/** The dialects by name; `verify` throws `unavailable`. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: {
    name: 'sqlite',
    async verify(db) {
      const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
      if ((rows[0]?.synchronous ?? 0) < 2)
        throw new CrmError('unavailable', 'SQLite runs without synchronous=FULL: open it with sqlite() of rapport-crm/sqlite')
    },
    // One process per file holds the lock of the adapter already.
    exclusively: (_db, _storage, work) => work(),
    undone: async () => {},
  },
  postgresql: {
    name: 'postgresql',
    async verify(db) {
      const { rows } = await sql<Served>`
        select current_setting('synchronous_commit') as synchronous_commit, current_setting('server_encoding') as encoding,
          exists (select 1 from pg_collation where collname = 'und-x-icu') as icu`
        .execute(db)
        .catch((error: unknown) => {
          throw notReached(error)
        })
      const fault = rows[0] && faultOf(rows[0])
      if (fault) throw new CrmError('unavailable', fault)
    },
    exclusively: (db, { schema, tablePrefix = '' }, work) =>
      db.connection().execute(async (connection) => {
        const name = `${schema ?? ''}/${tablePrefix}`
        await sql`select pg_advisory_lock(${MIGRATION_LOCK}, hashtext(${name}))`.execute(connection)
        try {
          if (schema) await sql`create schema if not exists ${sql.id(schema)}`.execute(connection)
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${MIGRATION_LOCK}, hashtext(${name}))`.execute(connection)
        }
      }),
    async undone(db) {
      await sql`set local lock_timeout = ${sql.lit(UNDONE_LOCK_MS)}`.execute(db)
      await sql`set local statement_timeout = ${sql.lit(UNDONE_STATEMENT_MS)}`.execute(db)
    },
  },
}

/** What a PostgreSQL database says of itself. */
interface Served {
  readonly synchronous_commit: string
  readonly encoding: string
  readonly icu: boolean
}

function faultOf({ synchronous_commit, encoding, icu }: Served): string | undefined {
  if (synchronous_commit === 'off') return 'PostgreSQL runs with synchronous_commit=off: acknowledged writes could be lost'
  if (encoding !== 'UTF8') return `The database has the encoding ${encoding}, which cannot store every text: create it with encoding 'UTF8'`
  return icu ? undefined : 'PostgreSQL was built without ICU (no collation und-x-icu), by which names are sorted: use a build that has it'
}
