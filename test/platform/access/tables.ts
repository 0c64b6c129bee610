import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Engine, operation, plugin, Registry } from 'rapport-crm'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { ada } from '../../support/storages.ts'

type Rows = Record<string, Record<string, unknown>[]>

const probe = plugin({
  name: 'table-probe',
  version: '1.0.0',
  operations: {
    tableProbe: {
      read: operation({
        id: 'probeTables',
        summary: 'Every row of every organization, as it is stored',
        scope: 'read',
        route: 'GET /probe/tables',
        input: Type.Object({}),
        output: Type.Unknown(),
        uses: { database: Database, registry: Registry },
        async handle(_, { database, registry }) {
          const tables = database.tables()
          const rows: Rows = {}
          for (const { table } of registry.all('entities')) rows[table] = await tables.selectFrom(table).selectAll().execute()
          return rows as never
        },
      }),
      run: operation({
        id: 'probeStatement',
        summary: 'Run one statement, as an operator would by hand',
        scope: 'read',
        route: 'POST /probe/statement',
        input: Type.Object({ statement: Type.String() }),
        output: Type.Unknown(),
        uses: { database: Database },
        handle: async ({ statement }, { database }) => (await sql.raw(statement).execute(database.tables())) as never,
      }),
    },
  },
})

/** Options of an engine whose tables a test looks at. */
export const withTables = { plugins: [probe] }

/** All that is stored, of all organizations. */
export async function tablesOf(engine: Engine): Promise<Rows> {
  const read = engine.registry.byId.get('probeTables')
  if (!read) throw new Error('Open the engine with `withTables`')
  return (await engine.call(read, {}, ada)) as Rows
}

/** Every row of every table of the database, those that no entity declares and the shadows of indexes included, as text. */
export async function databaseOf(engine: Engine): Promise<string> {
  const rows = async (statement: string): Promise<readonly Record<string, unknown>[]> =>
    ((await engine.call(engine.registry.byId.get('probeStatement')!, { statement }, ada)) as { rows: Record<string, unknown>[] }).rows
  const isSqlite = (await rows('select 1 from sqlite_master').catch(() => null)) !== null
  const names = isSqlite
    ? await rows("select name from sqlite_master where type = 'table'")
    : await rows('select table_name as name from information_schema.tables where table_schema = current_schema()')
  const texts: string[] = []
  for (const { name } of names) texts.push(String(name), ...(await rows(`select * from "${String(name)}"`)).map(textOf))
  return texts.join('\n')
}

/** What PostgreSQL keeps about the values of tables that have rows, for its planner, as text. */
export async function statisticsOf(engine: Engine): Promise<string> {
  const statement = `select tablename, attname, most_common_vals::text, histogram_bounds::text, most_common_elems::text from pg_stats
    where schemaname = current_schema() and tablename in
    (select relname from pg_class where relnamespace = current_schema()::regnamespace and reltuples > 0)`
  const { rows } = (await engine.call(engine.registry.byId.get('probeStatement')!, { statement }, ada)) as {
    rows: Record<string, unknown>[]
  }
  return rows.map(textOf).join('\n')
}

function textOf(row: Record<string, unknown>): string {
  const bytes = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value)
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bytes(value)])))
}

/** Has PostgreSQL keep what it knows about the values of all tables of the engine, and of no other test. */
export async function analyzeAll(engine: Engine): Promise<void> {
  const each = 'select tablename from pg_tables where schemaname = current_schema()'
  await runStatement(engine, `do $$ declare name text; begin for name in ${each} loop execute format('analyze %I', name); end loop; end $$`)
}

/** Runs one statement behind the back of the engine. */
export async function runStatement(engine: Engine, statement: string): Promise<void> {
  await engine.call(engine.registry.byId.get('probeStatement')!, { statement }, ada)
}
