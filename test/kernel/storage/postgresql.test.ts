import { MikroORM, type Options } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { Client } from 'pg'
import { postgresql } from 'rapport-crm/postgresql'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres } from '../../support/postgres.setup.ts'

let server: Awaited<ReturnType<typeof startPostgres>>
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startPostgres()
})

afterEach(async () => {
  for (const each of cleanups.splice(0).toReversed()) await each()
})

afterAll(() => server.stop())

describe('a connection to PostgreSQL', () => {
  test('searches the chosen schema only, even when the name needs quotes', async () => {
    const query = await open({ url: server.url, schema: 'My "CRM" schema' })
    await query('create schema "My ""CRM"" schema"')
    expect(await query('select current_schemas(false)::text as schemas')).toEqual([{ schemas: '{"My \\"CRM\\" schema"}' }])
  })

  test('keeps the options that the URL carries', async () => {
    const url = `${server.url}?options=${encodeURIComponent('-c statement_timeout=4321')}`
    const query = await open({ url, schema: 'public' })
    expect(await query("select current_setting('statement_timeout') as timeout, current_setting('search_path') as path")).toEqual([
      { timeout: '4321ms', path: '"public"' },
    ])
  })

  test('speaks UTC whatever the zone of the server, where old times have offsets to the second', async () => {
    const url = `${server.url}?options=${encodeURIComponent('-c TimeZone=Europe/Amsterdam')}`
    const query = await open({ url })
    expect(await query("select timestamptz '1899-12-31T00:00Z' as time")).toEqual([{ time: '1899-12-31 00:00:00+00' }])
  })

  test('ends a transaction that was forgotten, and says whose it is', async () => {
    const query = await open({ url: server.url })
    const asked = await query(
      "select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name",
    )
    expect(asked).toEqual([{ idle: '1min', name: 'rapport' }])
  })

  test('comes from a pool of the size that was asked for', async () => {
    const query = await open({ url: server.url, pool: 2 })
    const pids = await Promise.all(Array.from({ length: 6 }, () => query('select pg_backend_pid() as pid, pg_sleep(0.02)')))
    expect(new Set(pids.map((rows) => rows[0]?.['pid'])).size).toBe(2)
  })
})

describe('waking other processes', () => {
  const written = new Set(['contacts', 'events'])

  test('a notification wakes the others, and not the one that sent it', async () => {
    const [one, two] = [await listen(), await listen()]
    one.notify(written)
    await vi.waitFor(() => expect(two.wake).toHaveBeenCalledOnce())
    two.notify(written)
    await vi.waitFor(() => expect(one.wake).toHaveBeenCalledOnce())
    expect(two.wake).toHaveBeenCalledOnce()
  })

  test('a notification names the tables that were written, unless they are too many', async () => {
    const [sender, other] = [await listen(), await listen()]
    sender.notify(written)
    await vi.waitFor(() => expect(other.wake).toHaveBeenLastCalledWith(written))
    sender.notify(new Set(Array.from({ length: 2000 }, (_, at) => `table_${at}`)))
    await vi.waitFor(() => expect(other.wake).toHaveBeenLastCalledWith(undefined))
  })

  test('many commits at once make few notifications', async () => {
    const [sender, other] = [await listen(), await listen()]
    for (let i = 0; i < 1_000; i++) sender.notify(written)
    await vi.waitFor(() => expect(other.wake).toHaveBeenCalledTimes(2))
    // A third one would have been sent in the pause that this round trip outlasts.
    await one('select pg_sleep(0.06)')
    expect(other.wake).toHaveBeenCalledTimes(2)
  })

  test('schemas and table prefixes do not wake each other', async () => {
    const sender = await listen({ tablePrefix: 'a_' })
    const others = [await listen(), await listen({ tablePrefix: 'b_' }), await listen({ schema: 'other', tablePrefix: 'a_' })]
    const same = await listen({ tablePrefix: 'a_' })
    sender.notify(written)
    await vi.waitFor(() => expect(same.wake).toHaveBeenCalledOnce())
    for (const { wake } of others) expect(wake).not.toHaveBeenCalled()
  })

  test('a lost connection is made again, and wakes for what may have been missed', async () => {
    const [sender, other] = [await listen(), await listen()]
    await one("select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'")
    await vi.waitFor(() => expect(other.wake).toHaveBeenCalledOnce())
    await vi.waitFor(() => expect(sender.wake).toHaveBeenCalledOnce())
    sender.notify(written)
    await vi.waitFor(() => expect(other.wake).toHaveBeenCalledTimes(2))
  })

  test('a server that cannot be reached does not stop the start or the end', async () => {
    const listening = await postgresql('postgres://nobody@127.0.0.1:1/none').listen?.(() => {})
    listening?.notify(written)
    await expect(listening?.close()).resolves.toBeUndefined()
  })

  test('closing ends its connection', async () => {
    const { close } = await listen()
    expect(await listeners()).toBe(1)
    await close()
    await vi.waitFor(async () => expect(await listeners()).toBe(0))
  })
})

type Rows = Record<string, unknown>[]

async function open(options: Parameters<typeof postgresql>[0]): Promise<(sql: string) => Promise<Rows>> {
  const orm = new MikroORM({ ...(postgresql(options).options as Options), entities: [], discovery: { warnWhenNoEntities: false } })
  cleanups.push(() => orm.close())
  return (sql) => (orm.em as SqlEntityManager).getConnection().execute(sql)
}

async function listen(options: { schema?: string; tablePrefix?: string } = {}) {
  const wake = vi.fn<(tables?: ReadonlySet<string>) => void>()
  const listening = await postgresql({ url: server.url, ...options }).listen?.(wake)
  if (!listening) throw new Error('PostgreSQL does not listen')
  cleanups.push(listening.close)
  return { notify: listening.notify, close: listening.close, wake }
}

async function listeners(): Promise<number> {
  const [row] = await one("select count(*)::int as count from pg_stat_activity where query like 'listen %'")
  return Number(row?.['count'])
}

async function one(sql: string): Promise<Rows> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Rows
  } finally {
    await client.end()
  }
}
