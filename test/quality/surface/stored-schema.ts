import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from '../../support/postgres.setup.ts'

/** Opens an engine on an empty database, which migrates it, and closes it again. */
interface Migrations {
  sqlite(file: string): Promise<void>
  postgresql(url: string, schema: string): Promise<void>
}

/** What both databases hold after all migrations: tables with their columns, indexes and constraints. */
export async function storedSchemas(migrate: Migrations): Promise<Record<string, unknown>> {
  return { sqlite: await ofSqlite(migrate), postgresql: await ofPostgresql(migrate) }
}

async function ofSqlite(migrate: Migrations): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-surface-'))
  try {
    const file = join(folder, 'crm.sqlite')
    await migrate.sqlite(file)
    const database = new Database(file, { readonly: true })
    const rows = database
      .prepare<[], { type: string; name: string; sql: string }>(
        'select type, name, sql from sqlite_master where sql is not null order by type, name',
      )
      .all()
    database.close()
    return Object.fromEntries(rows.map(({ type, name, sql }) => [`${type} ${name}`, sql]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const SCHEMA = 'surface'

async function ofPostgresql(migrate: Migrations): Promise<Record<string, string[]>> {
  const given = process.env['TEST_POSTGRES_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres(['-c', 'fsync=off'])
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`drop schema if exists ${SCHEMA} cascade`)
    await migrate.postgresql(server.url, SCHEMA)
    const lines = async (sql: string) => (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line)
    const schema = {
      columns: await lines(`
        select concat_ws(' ', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
          pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity, ''), nullif(a.attgenerated, ''), nullif(c.relpersistence, 'p')) as line
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
        order by c.relname, a.attnum`),
      indexes: await lines(`select indexdef as line from pg_indexes where schemaname = '${SCHEMA}' order by indexname`),
      constraints: await lines(`
        select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint
        where connamespace = '${SCHEMA}'::regnamespace order by conrelid::regclass::text, conname`),
      sequences: await lines(`select sequencename as line from pg_sequences where schemaname = '${SCHEMA}' order by 1`),
      functions: await lines(`
        select pg_get_functiondef(oid) as line from pg_proc where pronamespace = '${SCHEMA}'::regnamespace and prokind = 'f' order by proname`),
    }
    await client.query(`drop schema ${SCHEMA} cascade`)
    await client.end()
    return schema
  } finally {
    await server.stop()
  }
}
