import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type AnyOperation, type Engine, operation, plugin } from 'rapport-crm'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { probe } from '../../integration/webhooks/lab.ts'
import { ada } from './fleet.ts'

// What PostgreSQL answers on a full disk, whose tables can be read.
const fill = (tables: readonly string[]) => `
  create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end $$;
  ${tables.map((table) => `create trigger full_disk before insert or update on "${table}" for each statement execute function full_disk();`).join('\n')}`

/** Keeps an SQLite file from growing, like a full disk; has PostgreSQL answer each write with the error of one. */
export const limited = plugin({
  name: 'limited',
  version: '1.0.0',
  operations: {
    ...probe.operations,
    limited: {
      limit: operation({
        id: 'limitPages',
        summary: 'Lets the file grow no further, or again',
        scope: 'read',
        route: 'GET /probe/limit',
        input: Type.Object({ to: Type.Union([Type.Literal('full'), Type.Literal('free')]) }),
        output: Type.Null(),
        uses: { database: Database },
        async handle({ to }, { database }) {
          const tables = database.tables()
          if (database.dialect === 'postgresql') {
            await sql.raw(to === 'free' ? 'drop function full_disk cascade' : fill([...database.tableNames, 'write_probe'])).execute(tables)
            return null
          }
          const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tables)
          await sql.raw(`pragma max_page_count = ${to === 'free' ? 1_000_000 : (rows[0]?.page_count ?? 1)}`).execute(tables)
          return null
        },
      }),
    },
  },
})

export async function limitPages(engine: Engine, to: 'full' | 'free'): Promise<void> {
  await engine.call(engine.registry.byId.get('limitPages') as AnyOperation, { to }, ada)
}
