import BetterSqlite from 'better-sqlite3'
import { CompiledQuery, sql, type SqlBool } from 'kysely'
import pg from 'pg'
import { Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { expect, inject, it, vi } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { ada } from '../../support/storages.ts'

const url = inject('postgresUrl')
const registry = composeFeatures(builtin).registry
const parts = { entities: registry.all('entities'), watches: registry.watches, migrations: registry.all('migrations'), migrate: true }

async function inSchema(schema: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  }
}

it('PostgreSQL prepares a statement that comes back, and no other', async () => {
  await inSchema('prepared_once', async () => {
    const database = await Database.open({ storage: postgresql({ url, schema: 'prepared_once', pool: 2 }), ...parts })
    const tables = database.tables()
    for (const email of ['a', 'b', 'c']) await tables.selectFrom('contacts').select('id').where('primary_email', '=', email).execute()
    await tables.selectFrom('contacts').select('name').where('city', '=', 'x').execute()
    // How many rows these find depends on the value, and with it which plan is good.
    for (const text of ['a', 'b', 'c']) {
      await tables
        .selectFrom('search_entries')
        .select('id')
        .where(sql<SqlBool>`document @@ ${text}::tsquery`)
        .execute()
      await tables
        .selectFrom('contacts')
        .select('id')
        .where(sql<SqlBool>`tags @> ${JSON.stringify([text])}::jsonb`)
        .execute()
      await tables
        .selectFrom('contacts')
        .select('id')
        .where(sql<SqlBool>`btrim(last_name, ' ') = ${text}`)
        .execute()
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tables)
    await database.close()
    expect(rows.filter(({ statement }) => statement.includes('primary_email'))).toHaveLength(1)
    expect(rows.filter(({ statement }) => /city|document|tags|last_name/.test(statement))).toHaveLength(0)
  })
})

it('a table that another process alters disturbs neither reads nor writes', async () => {
  await inSchema('prepared_stale', async (client) => {
    const engine = await Engine.open({ storage: postgresql({ url, schema: 'prepared_stale', pool: 2 }) })
    const api = engine.as(ada)
    const { id } = await api.contacts.create({ email: 'ada@gmail.com' })
    for (let round = 0; round < 3; round += 1) {
      for (let time = 0; time < 3; time += 1) {
        expect((await api.contacts.get({ id })).id).toBe(id)
        expect((await api.contacts.update({ id, city: `${round} ${time}` })).city).toBe(`${round} ${time}`)
      }
      await client.query(`alter table prepared_stale.contacts add column later_${round} text`)
    }
    await engine.close()
  })
})

it('SQLite prepares a statement that comes back once, one with a limit too, which may be given when it runs', async () => {
  const database = await Database.open({ storage: sqlite(':memory:'), ...parts })
  const tables = database.tables()
  await sql`create table places (name text)`.execute(tables)
  await sql`insert into places values ('Ulm'), ('Bonn')`.execute(tables)
  // better-sqlite3 makes the function that makes its rows each time that a statement was prepared.
  let prepared = 0
  const count: ProxyHandler<FunctionConstructor> = { apply: (made, self, given) => ((prepared += 1), Reflect.apply(made, self, given)) }
  vi.stubGlobal('Function', new Proxy(Function, count))
  for (const name of ['Ulm', 'Bonn', 'Ulm'])
    expect(await tables.selectFrom('places').select('name').where('name', '=', name).limit(2).execute()).toEqual([{ name }])
  for (const most of [1, 1, 1]) await tables.executeQuery(CompiledQuery.raw('select name from places limit ?', [most]))
  vi.unstubAllGlobals()
  await database.close()
  expect(prepared).toBe(2)
})

it('SQLite prepares what reads and changes a single record once, whatever its values are', async () => {
  const prepare = vi.spyOn(BetterSqlite.prototype, 'prepare')
  const engine = await Engine.open({ storage: sqlite(':memory:') })
  const api = engine.as(ada)
  const { id } = await api.contacts.create({ email: 'ada@gmail.com' })
  await api.contacts.update({ id, city: 'Bonn' })
  prepare.mockClear()
  for (const city of ["L'Aquila", 'Where?', '??', String.raw`back\?slash`, 'Ulm'])
    expect(await api.contacts.update({ id, city })).toMatchObject({ city })
  const prepared = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  await engine.close()
  expect(prepared).toEqual([])
})

it('PostgreSQL prepares what reads and changes a single record once, whatever its values are', async () => {
  await inSchema('prepared_single', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const engine = await Engine.open({ storage: postgresql({ url, schema: 'prepared_single', pool: 2 }) })
    const api = engine.as(ada)
    const { id } = await api.contacts.create({ email: 'ada@gmail.com' })
    query.mockClear()
    for (const city of ["L'Aquila", 'Where?', '??', String.raw`back\?slash`, '$1', 'Ulm'])
      expect(await api.contacts.update({ id, city })).toMatchObject({ city })
    const asked = query.mock.calls.map(([each]: readonly unknown[]) => (typeof each === 'string' ? each : String(Object(each).text)))
    query.mockRestore()
    await engine.close()
    const updates = asked.filter((text) => text.startsWith('update "prepared_single"."contacts"'))
    expect([updates.length, new Set(updates).size]).toEqual([6, 1])
  })
})
