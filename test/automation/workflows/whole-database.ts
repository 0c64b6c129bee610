import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type BackgroundLoop, type Engine, operation, plugin } from 'rapport-crm'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { ada } from '../../support/storages.ts'

// What the engine notes of every call, whatever it does.
const ofCalls = new Set(['api_calls', 'api_call_counts', 'usage'])

let rounds = 0

/** Counts how often commits have woken the background work. */
class Woken implements BackgroundLoop {
  run(): Promise<null> {
    rounds += 1
    return Promise.resolve(null)
  }
}

/** Shows all that is stored, and how often the background work was woken. */
export const wholeDatabase = plugin({
  name: 'whole-database',
  version: '1.0.0',
  loops: [Woken],
  operations: {
    whole: {
      read: operation({
        id: 'readWholeDatabase',
        summary: 'All rows of all tables, and what the database counts',
        scope: 'read',
        route: 'GET /whole-database',
        input: Type.Object({}),
        output: Type.Any(),
        uses: { database: Database },
        async handle(_, { database }) {
          const tables = database.tables()
          const whole: Record<string, string[]> = {}
          for (const name of database.tableNames.filter((each) => !ofCalls.has(each))) {
            const rows = await tables.selectFrom(name).selectAll().execute()
            whole[name] = rows.map((row) => JSON.stringify(row)).toSorted()
          }
          const { rows } =
            database.dialect === 'sqlite'
              ? await sql`select name, seq from sqlite_sequence order by name`.execute(tables)
              : await sql`select sequencename, last_value from pg_sequences where schemaname = current_schema() order by 1`.execute(tables)
          return { whole, counted: rows, rounds }
        },
      }),
    },
  },
})

/** What is stored now, to be compared with later. */
export async function wholeOf(engine: Engine): Promise<unknown> {
  const read = engine.registry.operations['whole']?.['read']
  if (!read) throw new Error('The plugin is not loaded')
  return await engine.call(read, {}, ada)
}
