import { randomUUID } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import pg from 'pg'
import { Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { expect, inject, it } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { baseline } from '../../../core/kernel/storage/migrations/generated/sqlite-baseline.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { migratedBaseline } from '../../support/baseline.ts'
import { describeEveryStorage, newPlace, type Place, type StorageName } from '../../support/storages.ts'

const registry = composeFeatures(builtin).registry
const parts = { entities: registry.all('entities'), watches: registry.watches, migrations: registry.all('migrations'), migrate: true }

// The migrations know more than the entities: the horizon of the event log and the indexes by which work is found. MikroORM takes
// numbers that are keys for counted ones, reads SQLite's autoincrement and added defaults back as others and would rebuild their tables; PostgreSQL shows that its columns are right.
const byHand =
  /event_horizon|access_guard|access_withdraw|property_guard|formula_guard|write_probe|events_number|events_sequence|organizations_number|event_dispatches_|_unprocessed_|_tags_|_overdue_|_rotting_|_suspended_|_sort_key|_cycle_|_billed_|_unlinked_|_pending_|_held_|_inflight_|_due_|_gone_|_rare_|deal_contacts_(added|changed|removed|follow)|search_|rapport_migrations|(events|record_changes|companies|deals|products|organizations|properties)__temp_alter|`(events|event_dispatches|record_changes|companies|deals|products|organizations|properties)`|pragma foreign_keys|set names/

describeEveryStorage('the schema', (open, name) => {
  it('of the migrations is the one that the entities ask for', async () => {
    // The comparison reads the whole database, and those of others come and go while it does.
    await using place = await ownDatabase(name)
    const database = await Database.open({ storage: place.storage(), ...parts })
    const drift = (await database.drift()).split('\n').filter((line) => line.trim() && !byHand.test(line))
    await database.close()
    expect(drift).toEqual([])
  })

  it('is made by the first of two engines that open at once, while the other waits', async () => {
    if (name !== 'PostgreSQL') return await open()
    const place = await newPlace(name, true)
    const engines = await Promise.all([
      Engine.open({ storage: place.storage() }),
      Engine.open({ storage: place.storage() }),
      Engine.open({ storage: place.storage() }),
    ])
    for (const engine of engines) await engine.close()
    await place.remove()
  })

  it('that is behind is refused when migrating is switched off', async () => {
    const place = await newPlace(name, true)
    await expect(Engine.open({ storage: place.storage(), migrate: false })).rejects.toThrow('run `rapport migrate`')
    await place.remove()
  })

  it('that is newer than the code is refused with its name', async () => {
    if (name === 'SQLite memory') return
    const place = await newPlace(name, true)
    const newer = {
      name: '2999-01-01-from-the-future',
      up: { sqlite: 'create table future (id text)', postgresql: 'create table future (id text)' },
    }
    await (await Database.open({ storage: place.storage(), ...parts, migrations: [...parts.migrations, newer] })).close()
    await expect(Engine.open({ storage: place.storage() })).rejects.toThrow('2999-01-01-from-the-future')
    await place.remove()
  })
})

describeEveryStorage('an upgrade', (_, name) => {
  it.skipIf(name === 'SQLite memory')('leaves administration to the keys of administrators that are there', async () => {
    const place = await newPlace(name, true)
    const migrations = parts.migrations.filter((each) => each.name < '2026-11-27')
    const before = await Database.open({ storage: place.storage(), ...parts, migrations })
    const flag = (value: boolean) => (name === 'PostgreSQL' ? value : Number(value))
    const stamps = { created_at: '2026-01-15 09:00:00', updated_at: '2026-01-15 09:00:00', version: 1 }
    for (const role of ['admin', 'member']) {
      const user = { id: randomUUID(), user_from: 'acme', email: `${role}@acme.test`, role, visibility: 'all', active: flag(true) }
      await before
        .tables()
        .insertInto('users')
        .values({ ...user, ...stamps })
        .execute()
      for (const widget of [false, true]) {
        const own = { id: randomUUID(), user_from: 'acme', user_id: user.id, name: widget ? `${role} widget` : role, prefix: 'rk' }
        const what = { scopes: '[]', widget: flag(widget), allowed_ips: '["192.0.2.0/24"]', created_by: user.email }
        await before
          .tables()
          .insertInto('api_keys')
          .values({ ...own, ...what, ...stamps })
          .execute()
      }
    }
    await before.close()
    const engine = (await Engine.open({ storage: place.storage() })) as Engine
    const keys = await engine.access.listKeys()
    expect(Object.fromEntries(keys.map((key) => [key.name, [key.administration, key.allowed_ips]]))).toEqual({
      admin: [true, ['192.0.2.0/24']],
      member: [false, ['192.0.2.0/24']],
      'admin widget': [false, ['192.0.2.0/24']],
      'member widget': [false, ['192.0.2.0/24']],
    })
    await engine.close()
    await place.remove()
  })
})

describeEveryStorage('inside the database of a host app', (_, name) => {
  it('every table has the prefix, and the tables of the app stay as they are', async () => {
    const place = await newPlace(name, true)
    const prefixed = { ...place.storage(), tablePrefix: 'crm_' }
    const engine = (await Engine.open({ storage: prefixed })) as Engine
    const api = engine.as({ organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write', 'delete']) })
    const { id } = await api.contacts.create({ email: 'bob@x.test', external_ids: [{ provider: 'custom:erp', id: '1' }] })
    await api.contacts.update({ id, title: 'CEO' })
    await api.contacts.delete({ id })
    await api.contacts.restore({ id })
    expect((await api.contacts.list({ tag: 'none' })).contacts).toEqual([])
    expect((await api.contacts.get({ id })).version).toBe(4)
    await engine.close()
    await place.remove()
  })
})

it('a new SQLite database begins with what the migrations would leave (`node -C source test/support/baseline.ts` writes it)', () => {
  expect(baseline).toEqual(migratedBaseline())
})

it('an SQLite database that has a table of the name of one of ours is refused and stays as it is', async () => {
  const place = await newPlace('SQLite file', true)
  const storage = place.storage()
  const tables = () => {
    const file = new SqliteDatabase(String(storage.options.dbName))
    const rows = file.prepare(`select name from sqlite_schema where name not like 'sqlite_%'`).pluck().all()
    file.close()
    return rows
  }
  const foreign = new SqliteDatabase(String(storage.options.dbName))
  foreign.exec('create table attachments (mine text)')
  foreign.close()
  await expect(Engine.open({ storage })).rejects.toThrow('table "attachments" already exists')
  expect(tables()).toEqual(['attachments', 'rapport_migrations'])
  await place.remove()
})

it('a PostgreSQL database that cannot store every text is refused', async () => {
  await using place = await ownDatabase('PostgreSQL', `encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`)
  await expect(Engine.open({ storage: place.storage() })).rejects.toMatchObject({
    code: 'unavailable',
    message: "The database has the encoding LATIN1, which cannot store every text: create it with encoding 'UTF8'",
  })
})

it('two engines share one PostgreSQL database in two schemas', async () => {
  const url = inject('postgresUrl')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table if not exists public.contacts (mine text)')
  const engines = await Promise.all(['crm_one', 'crm_two'].map((schema) => Engine.open({ storage: postgresql({ url, schema }) })))
  const actor = { organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write'] as const) }
  await engines[0]!.as(actor).contacts.create({ email: 'bob@x.test' })
  expect((await engines[1]!.as(actor).contacts.list()).contacts).toEqual([])
  for (const engine of engines) await engine.close()
  expect((await client.query('select count(*)::int as rows from public.contacts')).rows).toEqual([{ rows: 0 }])
  await client.query('drop schema crm_one cascade; drop schema crm_two cascade; drop table public.contacts')
  await client.end()
})

it('an SQLite database keeps what was acknowledged: WAL, synchronous=FULL', async () => {
  const engine = await Engine.open({ storage: sqlite(':memory:') })
  await engine.close()
  const careless = sqlite(':memory:')
  const storage = {
    ...careless,
    options: {
      ...careless.options,
      onCreateConnection: async (connection: any) =>
        void (await connection.executeQuery({ sql: 'pragma synchronous = normal', parameters: [] })),
    },
  }
  await expect(Engine.open({ storage: storage as typeof careless })).rejects.toThrow('synchronous=FULL')
})

async function ownDatabase(name: StorageName, options = ''): Promise<Pick<Place, 'storage'> & AsyncDisposable> {
  if (name !== 'PostgreSQL') {
    const place = await newPlace(name, true)
    return { storage: place.storage, [Symbol.asyncDispose]: place.remove }
  }
  const url = new URL(inject('postgresUrl'))
  const database = `drift_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${database} ${options}`)
  url.pathname = `/${database}`
  return { storage: () => postgresql({ url: url.href }), [Symbol.asyncDispose]: () => run(`drop database ${database} with (force)`) }
}
