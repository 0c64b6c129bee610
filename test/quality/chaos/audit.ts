import { performance } from 'node:perf_hooks'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Actor, type AnyOperation, type Core, Engine, operation, plugin, Registry, scopes } from 'rapport-crm'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { judge, type Report, type Row } from './judge.ts'
import { storageOf } from './storage.ts'
import type { Acknowledged } from './writer.ts'

/** Lets an auditor read every table. */
export const chaosProbe = plugin({
  name: 'chaos-probe',
  version: '1.0.0',
  operations: {
    chaosProbe: {
      read: operation({
        id: 'probeChaos',
        summary: 'All that is stored, and what the database says of itself',
        scope: 'read',
        route: 'GET /probe/chaos',
        input: Type.Object({}),
        output: Type.Unknown(),
        uses: { database: Database, registry: Registry },
        async handle(_, { database, registry }) {
          const tables: Record<string, Row[]> = {}
          for (const { table } of registry.all('entities')) tables[table] = await database.tables().selectFrom(table).selectAll().execute()
          const check = sql<Row>`pragma integrity_check`
          const integrity = database.dialect === 'sqlite' ? (await check.execute(database.tables())).rows[0]?.['integrity_check'] : 'ok'
          return { tables, integrity }
        },
      }),
    },
  },
})

export interface OpenedReport extends Report {
  /** Milliseconds until the database was open again. */
  readonly opened: number
}

const actor: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }

/** Opens the database that a killed writer left and compares it with what that writer had been answered. */
export async function audit(place: string, acknowledged: readonly Acknowledged[]): Promise<OpenedReport> {
  const started = performance.now()
  const engine = await Engine.open({ storage: storageOf(place), plugins: [chaosProbe] })
  const opened = Math.round(performance.now() - started)
  try {
    const { tables, integrity } = await tablesOf(engine)
    return { ...judge(tables, acknowledged, integrity), opened }
  } finally {
    await engine.close()
  }
}

/** Every row of every table, and the integrity check of the database. */
export async function tablesOf(core: Pick<Core, 'registry' | 'call'>): Promise<{ tables: Record<string, Row[]>; integrity: string }> {
  const read = core.registry.byId.get('probeChaos') as AnyOperation
  return (await core.call(read, {}, actor)) as { tables: Record<string, Row[]>; integrity: string }
}
