import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
let lab: HostLab
let schema: string
let environment: Record<string, string>

beforeEach(async () => {
  lab = await HostLab.open()
  schema = `host_${randomUUID().replaceAll('-', '')}`
  environment = { DATABASE_URL: `${inject('postgresUrl')}?schema=${schema}`, RAPPORT_BOOTSTRAP_KEY: KEY }
})

afterEach(async () => {
  await lab[Symbol.asyncDispose]()
  await query(`drop schema if exists ${schema} cascade`)
})

describe('hosts on one PostgreSQL', () => {
  test('that start at once: one migrates, the others wait, and all serve the same organization', async () => {
    const hosts = await Promise.all([1, 2, 3].map(() => lab.start(environment)))
    await Promise.all(hosts.map((host) => host.ready()))
    const [one, two, three] = hosts as [(typeof hosts)[0], (typeof hosts)[0], (typeof hosts)[0]]
    expect((await call(one, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
    expect((await call(two, KEY, '/api/v1/contacts')).json['contacts']).toHaveLength(1)
    expect((await call(three, KEY, '/api/v1/api-keys')).json['api_keys']).toHaveLength(1)
    expect((await Promise.all(hosts.map((host) => host.signal('SIGTERM')))).map(({ code }) => code)).toEqual([0, 0, 0])
  })

  test('share the rate limit of a key', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => lab.serve({ ...environment, RAPPORT_RATE_LIMIT: '3' })))
    const statuses: number[] = []
    for (const host of [one, two, one, two]) if (host) statuses.push((await call(host, KEY, '/api/v1/contacts')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('refuse a database that is newer than they are', async () => {
    await lab.run(['migrate'], environment)
    await query(`insert into ${schema}.rapport_migrations (name, executed_at) values ('2999-01-01-future', now())`)
    const refused = await lab.run(['serve'], environment)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The database is newer than this version of Rapport') })
    expect(await lab.run(['doctor'], environment)).toMatchObject({ code: 1, out: expect.stringContaining('[FAIL] Schema') })
  })

  test('are alive but not ready while the database is away', async () => {
    const host = await lab.serve(environment)
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200)
    await query(`alter schema ${schema} rename to ${schema}_away`)
    const [alive, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(host.url + path)))
    expect([alive?.status, ready?.status]).toEqual([200, 503])
    expect(await ready?.json()).toMatchObject({ code: 'unavailable', detail: 'The database does not answer' })
    await query(`alter schema ${schema}_away rename to ${schema}`)
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200)
  })

  test('allow commands on the database while they serve', async () => {
    const host = await lab.serve(environment)
    const made = await lab.run(['key', 'create', '--scopes', 'read'], environment)
    expect((await call(host, made.out.trim(), '/api/v1/contacts')).status).toBe(200)
    const { code, out } = await lab.run(['doctor'], environment)
    // The test server runs without fsync, which doctor must report.
    const [{ fsync } = {}] = await query('show fsync')
    expect(out).toMatch(/PostgreSQL 1\d\.\d answers/)
    expect(out).toContain(`[${fsync === 'on' ? ' ok ' : 'FAIL'}] Durability     synchronous_commit=on, fsync=${fsync}`)
    expect(out).toContain('[ ok ] Texts          encoding UTF8, sorted by ICU')
    expect(out.match(/\[FAIL\]/g) ?? []).toHaveLength(fsync === 'on' ? 0 : 1)
    expect(code).toBe(fsync === 'on' ? 0 : 1)
  })

  test('tell what is done and what is not, without making anything, and print what is run', async () => {
    const { code, out } = await lab.run(['migrate', '--status'], environment)
    const names = out.match(/(?<=^pending {2})\S+$/gm) ?? []
    expect([code, out.includes(`\n0 done, ${names.length} pending, 0 unknown\n`)]).toEqual([2, true])
    expect((await lab.run(['migrate', '--dry-run'], environment)).out).toContain(`\n  ${names.at(-1)}\n`)
    const sql = (await lab.run(['migrate', '--sql'], environment)).out
    expect(await query(`select 1 from pg_namespace where nspname = '${schema}'`)).toEqual([])

    await lab.run(['migrate'], environment)
    expect(await lab.run(['migrate', '--status'], environment)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${names.length} done, 0 pending`),
    })
    const made = await columns()
    await query(`drop schema ${schema} cascade; create schema ${schema}`)
    await query(`set search_path to ${schema}, public; ${sql}`)
    expect(await columns()).toEqual(made)
    expect(made.length).toBeGreaterThan(500)
  })
})

async function columns(): Promise<Record<string, unknown>[]> {
  return await query(
    `select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns
     where table_schema = '${schema}' and table_name <> 'rapport_migrations' order by 1, 2`,
  )
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}
