import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Engine, operation, plugin, Registry } from 'rapport-crm'
import { Database } from '../../core/storage/database.ts'
import { ada } from '../support/storages.ts'

type Rows = Record<string, Record<string, unknown>[]>

const probe = plugin({
  name: 'table-probe',
  version: '1.0.0',
  operations: {
    tableProbe: {
      read: operation({
        id: 'probeTables',
        summary: 'Every row of every organisation, as it is stored',
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

/** All that is stored, of all organisations. */
export async function tablesOf(engine: Engine): Promise<Rows> {
  const read = engine.registry.byId.get('probeTables')
  if (!read) throw new Error('Open the engine with `withTables`')
  return (await engine.call(read, {}, ada)) as Rows
}

/** Runs one statement behind the back of the engine. */
export async function runStatement(engine: Engine, statement: string): Promise<void> {
  await engine.call(engine.registry.byId.get('probeStatement')!, { statement }, ada)
}
