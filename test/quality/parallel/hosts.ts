import pg from 'pg'
import { type Api, Engine } from 'rapport-crm'
import { inject } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { ada, type Place } from '../../support/storages.ts'
import { withTables } from '../../platform/access/tables.ts'
import { erasing } from './erasing.ts'

/** Two hosts on one database. */
export interface Hosts {
  readonly one: Api
  readonly other: Api
  readonly engines: readonly [Engine, Engine]
  readonly clock: TestClock
  close(): Promise<void>
}

/** Opens two engines on one PostgreSQL, as two hosts do. */
export async function twoHosts(place: Place): Promise<Hosts> {
  const clock = new TestClock()
  const open = async () =>
    (await Engine.open({ storage: place.storage(), ports: [clock], plugins: [...withTables.plugins, erasing] })) as Engine
  const engines = [await open(), await open()] as const
  return {
    one: engines[0].as(ada),
    other: engines[1].as(ada),
    engines,
    clock,
    async close() {
      for (const engine of engines) await engine.close()
    },
  }
}

/** What became of a call: its answer, or the code of its refusal; anything that is no refusal is thrown. */
export async function outcome<T>(call: Promise<T>): Promise<{ readonly value?: T; readonly code?: string }> {
  try {
    return { value: await call }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code !== 'internal' && (error as Error).name === 'CrmError') return { code }
    throw error
  }
}

/** Keeps a row of a table locked while calls come to it, each behind the one before; then they go on, in that order. */
export async function inTurn(place: Place, table: string, id: string, calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select 1 from "${String(place.storage().schema)}"."${table}" where id = $1 for update`, [id])
    const pending: Promise<unknown>[] = []
    for (const call of calls) {
      const asked = call()
      const ended = asked.then(
        () => true,
        () => true,
      )
      pending.push(asked)
      while (!(await Promise.race([ended, false]))) {
        const { rows } = await client.query<{ number: number }>(waiting)
        if (Number(rows[0]?.number) >= pending.length) break
      }
    }
    await client.query('commit')
    await Promise.all(pending)
  } finally {
    await client.end()
  }
}

// How many sessions wait for this one, directly or behind another.
const waiting = `
  with recursive waiting(pid) as (
    select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))
    union select behind.pid from pg_stat_activity behind join waiting on waiting.pid = any(pg_blocking_pids(behind.pid)))
  select count(*)::int as number from waiting`
