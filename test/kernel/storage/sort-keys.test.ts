import SQLite from 'better-sqlite3'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { afterEach, expect, it, vi } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { orderKey } from '../../../core/kernel/values/text-order.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { ada, newPlace, type Place } from '../../support/storages.ts'

const registry = composeFeatures(builtin).registry
const stored = registry.all('entities').flatMap(({ table, sortKeys = [] }) => sortKeys.map((column) => [table, column] as const))

const places: Place[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const place of places.splice(0)) await place.remove()
})

async function newFile() {
  const place = await newPlace('SQLite file', true)
  places.push(place)
  const file = String(place.storage().options.dbName)
  const read = <R>(sql: string, ...parameters: unknown[]) => {
    const database = new SQLite(file)
    try {
      return database.prepare<unknown[], R>(sql).all(...parameters)
    } finally {
      database.close()
    }
  }
  return { file, read, open: async () => (await Engine.open({ storage: sqlite(file) })) as Engine }
}

it('contacts, companies, deals and products have them', () => {
  expect(stored.map(String).toSorted()).toEqual([
    'companies,name',
    'contacts,last_name',
    'contacts,primary_email',
    'deals,name',
    'products,name',
  ])
})

it('every way to write a name writes its key, too', async () => {
  const { read, open } = await newFile()
  const engine = await open()
  const api = engine.as(ada)
  const { id } = await api.contacts.create({ first_name: 'A', last_name: 'Ёлкин', email: 'a@x.test' })
  const nameless = await api.contacts.create({ first_name: 'B', email: 'b@x.test' })
  await api.contacts.update({ id: nameless.id, last_name: 'Ångström' })
  await api.contacts.merge({ id: nameless.id, merge_ids: [id] })
  const cleared = await api.contacts.create({ first_name: 'D', last_name: 'Øst', email: 'd@x.test' })
  await api.contacts.update({ id: cleared.id, last_name: null })
  await api.contacts.bulkUpsert({ records: ['e', 'f'].map((each) => ({ email: `${each}@x.test`, last_name: `Straße ${each}` })) })
  await api.contacts.bulkUpsert({ records: [{ email: 'e@x.test', last_name: 'ÆSIR' }] })
  await api.contacts.bulkUpdate({ ids: [cleared.id], set: { last_name: 'Ёжиков' } })
  await api.companies.create({ name: 'Łódź' })
  await api.sync.ingest({ provider: 'custom:erp', object: 'companies', records: [{ id: '1', name: 'Žižkov' }] })
  const file = await api.imports.create({ object: 'companies', content: 'Name;Ort\nÖrtel;Bonn\nPlain;Bonn\n' })
  await api.imports.start({ id: file.id })
  await api.deals.create({ name: 'Ünlü' })
  await api.products.create({ name: 'Çay', sku: 'CAY' })
  await engine.tick()
  await engine.access.createOrganization({ id: 'other', admin: 'eve@other.test' })
  await engine.close()

  const known: string[] = []
  for (const [table, column] of stored)
    for (const { text, key } of read<{ text: string | null; key: string }>(
      `select ${column} as text, ${column}_sort_key as key from ${table}`,
    )) {
      expect([table, text, key]).toEqual([table, text, column === 'primary_email' ? (text ?? '') : orderKey(text ?? '')])
      known.push(key)
    }
  const expected = ['angstrom', 'aesir', 'strasse f', 'ежиков', 'lodz', 'zizkov', 'ortel', 'plain', 'unlu', 'cay']
  expect(known).toEqual(expect.arrayContaining(expected))
  // Whoever opens the file with another program can check it.
  expect(read('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
})

it('a new row comes with its key, so that no trigger writes it a second time', async () => {
  const { file, read, open } = await newFile()
  await (await open()).close()
  const database = new SQLite(file)
  database.exec('drop trigger contacts_last_name_sort_key_added; drop trigger companies_name_sort_key_added')
  database.close()
  const engine = await open()
  const api = engine.as(ada)
  await api.contacts.create({ first_name: 'A', last_name: 'Ёлкин', email: 'a@x.test' })
  await api.contacts.create({ first_name: 'B', email: 'b@x.test' })
  await api.companies.bulkUpsert({ records: [{ name: 'Łódź' }, { name: 'Žižkov' }] })
  await engine.close()
  const keys = (table: string, column: string) => read<Record<string, string>>(`select ${column}_sort_key from ${table} order by 1`)
  expect(keys('contacts', 'last_name').flatMap(Object.values)).toEqual(['', 'елкин'])
  expect(keys('companies', 'name').flatMap(Object.values)).toEqual(['lodz', 'x.test', 'zizkov'])
})

it('a row that is added without its key gets it', async () => {
  const { file, read, open } = await newFile()
  await (await open()).close()
  const database = new SQLite(file)
  database.function('rapport_order', { deterministic: true }, (text) => orderKey(String(text)))
  const columns = database.prepare<[], { name: string; notnull: 0 | 1; dflt_value: unknown }>('pragma table_info(companies)').all()
  const given = columns.filter((each) => each.notnull === 1 && each.dflt_value === null).map(({ name }) => name)
  const row = { ...Object.fromEntries(given.map((name) => [name, '[]'])), id: '1', user_from: 'acme', name: 'STRASSE' }
  const names = Object.keys(row)
  database.prepare(`insert into companies (${names.join()}) values (${names.map((each) => `@${each}`).join()})`).run(row)
  database.close()
  expect(read('select name_sort_key as key from companies')).toEqual([{ key: 'strasse' }])
})

it('an upgrade fills those of the names that are there', async () => {
  const { file, read, open } = await newFile()
  const before = registry.all('migrations').filter(({ name }) => name < '2026-12-11-sort-keys')
  const parts = { entities: registry.all('entities'), watches: registry.watches, migrate: true }
  await (await Database.open({ storage: sqlite(file), ...parts, migrations: before })).close()
  const database = new SQLite(file)
  const stamps = { external_ids: '[]', created_by: 'a', created_via: 'b', created_at: '2026-01-15', updated_at: '2026-01-15', version: 1 }
  const names = Array.from({ length: 100 }, (_, at) => [null, `Ёлкин ${at}`, `Smith ${at}`, `Øst ${at}`][at % 4] ?? null)
  for (const [at, last_name] of names.entries()) {
    const own = { id: String(at).padStart(36, '0'), user_from: 'acme', last_name, ...stamps }
    const asked = database.prepare<[], { name: string; notnull: 0 | 1 }>('pragma table_info(contacts)').all()
    const row = { ...Object.fromEntries(asked.filter((each) => each.notnull === 1).map(({ name }) => [name, '[]'])), ...own }
    const columns = Object.keys(row)
    database.prepare(`insert into contacts (${columns.join()}) values (${columns.map((each) => `@${each}`).join()})`).run(row)
  }
  database.close()
  await (await open()).close()
  const rows = read<{ last_name: string | null; last_name_sort_key: string }>('select last_name, last_name_sort_key from contacts')
  expect(rows.length).toBe(100)
  for (const row of rows) expect(row.last_name_sort_key).toBe(orderKey(row.last_name ?? ''))
})

it('lists and their further pages are read along the index of the keys, without sorting', async () => {
  const { read, open } = await newFile()
  const prepare = vi.spyOn(SQLite.prototype, 'prepare')
  const engine = await open()
  const api = engine.as(ada)
  await api.contacts.bulkUpsert({ records: ['a', 'b', 'c'].map((each) => ({ email: `${each}@x.test`, last_name: `Ёлкин ${each}` })) })
  for (const each of ['a', 'b', 'c']) {
    await api.companies.create({ name: each })
    await api.deals.create({ name: each })
    await api.products.create({ name: each, sku: each })
  }
  for (const [table, column] of stored) {
    const of = api[table as 'contacts']
    for (const sort of [column, `-${column}`]) {
      const { next_cursor } = await of.list({ sort, limit: 1 })
      await of.list({ sort, limit: 1, cursor: next_cursor! })
      await of.search({ sort, limit: 1 })
    }
  }
  // What meets a condition, or what a teammate sees, may be few: these are sorted.
  const narrowed = prepare.mock.calls.length
  await api.contacts.list({ sort: 'last_name', lifecycle_stage: 'lead' } as never)
  await api.contacts.list({ sort: 'last_name', deleted: 'only' })
  await engine.as({ ...ada, role: 'member', sees: ['a@acme.test'] }).contacts.list({ sort: 'last_name' })
  const apart = prepare.mock.calls.slice(narrowed).map(([sql]) => sql)
  await engine.close()
  const asked = [...new Set(prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^select .* order by "\w+_sort_key"/s.test(sql)))]
  expect(asked.filter((sql) => /\("\w+_sort_key", "id"\) [<>] /.test(sql)).length).toBe(stored.length * 2)
  for (const sql of asked) {
    const plan = read<{ detail: string }>(`explain query plan ${sql}`, ...[...sql.matchAll(/\?/g)].map(() => 'x')).map(
      ({ detail }) => detail,
    )
    expect(plan).toEqual([expect.stringMatching(/^SEARCH \w+ USING INDEX \w+_sort_key_index \(user_from=\?/)])
  }
  const plain = apart.filter((sql) => /^select .* order by \+"last_name_sort_key"/s.test(sql))
  expect(plain.length).toBe(3)
  for (const sql of plain)
    expect(JSON.stringify(read(`explain query plan ${sql}`, ...[...sql.matchAll(/\?/g)].map(() => 'x')))).not.toContain('sort_key_index')
})
