import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { textOrder } from '../../../core/kernel/storage/records/text-order.ts'
import { orderKey } from '../../../core/kernel/values/text-order.ts'
import { describeStorages } from '../../support/storages.ts'

const fault = (path: string, code: string) => ({ code: 'invalid_input', details: { errors: [{ path, code }] } })

const compiling = new Kysely<never>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

// All that the pages of a list show, from the first to the last.
async function walk<T>(page: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>) {
  const all: T[] = []
  for (let cursor: string | undefined; ;) {
    const { items, next } = await page(cursor)
    all.push(...items)
    if (next === null) return all
    cursor = next
  }
}

// Letters, marks and alphabets that a carefree order takes apart or puts behind Z.
const names = [
  '',
  'Ångström',
  'angstrom b',
  'Æsir',
  'Björk',
  'bjorn',
  'Çelik',
  'Cem',
  'de Vries',
  'De Vries',
  'Łukasz',
  'Lund',
  'Müller',
  'Muller',
  'muller',
  'Nyström',
  'Øst',
  'Straße',
  'Strasse',
  'ﬁona',
  'Zoë',
  'Δήμος',
  'Νίκος',
  'Александр',
  'Ёлкин',
  '田中',
]

describeStorages('Lists and searches are sorted', (open, name) => {
  it('by the order of people, whatever the case and accents of names, page by page in both directions', async () => {
    const { api } = await open()
    for (const each of names.toReversed()) await api.contacts.create({ first_name: 'x', ...(each !== '' && { last_name: each }) })
    const sorted = (sort: string) =>
      walk(async (cursor) => {
        const { contacts, next_cursor } = await api.contacts.list({ sort, limit: 3, ...(cursor !== undefined && { cursor }) })
        return { items: contacts.map(({ last_name }) => last_name ?? ''), next: next_cursor }
      })
    const expected = [
      ['', 'Æsir', 'Ångström', 'angstrom b', 'Björk', 'bjorn', 'Çelik', 'Cem', 'De Vries', 'de Vries', 'ﬁona'],
      ['Łukasz', 'Lund', 'muller', 'Muller', 'Müller', 'Nyström', 'Øst', 'Strasse', 'Straße', 'Zoë'],
      ['Δήμος', 'Νίκος', 'Александр', 'Ёлкин', '田中'],
    ].flat()
    const found = await sorted('last_name')
    expect(found).toEqual(expected)
    expect(await sorted('-last_name')).toEqual(found.toReversed())
  })

  it('by several fields, each in its own direction, with rows without a value, and pages neither repeat nor hide any', async () => {
    const { api } = await open()
    const amounts = [10, null, 30, 10]
    const days = ['2026-03-01', null, '2026-01-15']
    for (let at = 0; at < 24; at += 1)
      await api.deals.create({
        name: ['Zug', 'Älg', 'alg', 'Berg'][(at * 7) % 4]!,
        amount: amounts[at % 4] ?? 0,
        ...(days[at % 3] && { close_date: days[at % 3]! }),
      })
    const value = (deal: Readonly<Record<string, unknown>>, field: string) =>
      field === 'name' ? orderKey(String(deal['name'])) : (deal[field] ?? null)
    // Null counts as the greatest.
    const compared = (a: unknown, b: unknown): number => {
      if (a === b) return 0
      if (a === null) return 1
      return b === null || (a as number) < (b as number) ? -1 : 1
    }
    for (const sort of ['-amount,name', 'close_date,-name', '-close_date,amount,name', '-close_date,-amount', 'name,close_date']) {
      const found = await walk(async (cursor) => {
        const page = await api.deals.list({ sort, limit: 5, ...(cursor !== undefined && { cursor }) })
        return { items: page.deals, next: page.next_cursor }
      })
      expect(new Set(found.map(({ id }) => id)).size).toBe(24)
      const terms = sort.split(',').map((each) => [each.replace('-', ''), each.startsWith('-') ? -1 : 1] as const)
      for (const [at, deal] of found.entries()) {
        const before = found[at - 1]
        if (!before) continue
        const order = terms.map(([field, way]) => way * compared(value(before, field), value(deal, field))).find((each) => each !== 0) ?? 0
        expect([sort, order <= 0]).toEqual([sort, true])
      }
    }
  })

  it('also in lists by custom properties, computed fields and fields of the company; a list shows its members so, too', async () => {
    const { api } = await open()
    await api.properties.create({ object: 'contacts', name: 'size', type: 'number' })
    const company = await api.companies.create({ name: 'Örtel' })
    const other = await api.companies.create({ name: 'Zander' })
    for (const [first_name, size, company_id] of [
      ['A', 3, other.id],
      ['B', 1, company.id],
      ['C', 3, company.id],
      ['D', undefined, undefined],
    ] as const)
      await api.contacts.create({ first_name, ...(size && { custom_properties: { size } }), ...(company_id && { company_id }) })
    const listed = (sort: string) =>
      walk(async (cursor) => {
        const page = await api.contacts.list({ sort, limit: 1, ...(cursor !== undefined && { cursor }) })
        return { items: page.contacts.map(({ first_name }) => first_name), next: page.next_cursor }
      })
    const searched = (sort: string) =>
      walk(async (cursor) => {
        const page = await api.contacts.search({ sort, limit: 1, ...(cursor !== undefined && { cursor }) })
        return { items: page.contacts.map(({ first_name }) => first_name), next: page.next_cursor }
      })
    const list = await api.lists.create({ name: 'All', object: 'contacts', filter: { field: 'id', op: 'is_set' } as never })
    for (const [sort, expected] of [
      ['-custom.size,first_name', 'DACB'],
      ['-custom.size,-first_name', 'DCAB'],
      ['company.name,-custom.size', 'DCBA'],
      ['open_tasks,-company.name,first_name', 'ABCD'],
    ] as const) {
      expect((await listed(sort)).join('')).toBe(expected)
      expect((await searched(sort)).join('')).toBe(expected)
      const { members } = await api.lists.members({ id: list.id, sort })
      expect(members.map(({ record }) => record['first_name']).join('')).toBe(expected)
    }
  })

  it('by nothing else: errors name the field and the one that was meant', async () => {
    const { api } = await open()
    await api.properties.create({ object: 'companies', name: 'size', type: 'number' })
    for (const sort of ['name,custom.sise', '-nmae', 'name,', 'tags', 'created_at,deleted_by'])
      for (const call of [api.companies.list, api.companies.search])
        await expect(call({ sort })).rejects.toMatchObject(fault('/sort', 'not_allowed'))
    await expect(api.companies.list({ sort: 'name,custom.sise' })).rejects.toThrow('Did you mean "custom.size"?')
    await expect(api.companies.search({ sort: '-nmae' })).rejects.toThrow('Did you mean "name"?')
    await expect(api.companies.list({ sort: 'name,-name' })).rejects.toMatchObject(fault('/sort', 'not_unique'))
    const six = 'name,created_at,updated_at,industry,country,tier'
    await expect(api.companies.list({ sort: six })).rejects.toMatchObject(fault('/sort', 'too_many'))
    await expect(api.teams.list({ sort: 'member' })).rejects.toMatchObject(fault('/sort', 'not_allowed'))
    await api.companies.create({ name: 'A' })
    await api.companies.create({ name: 'B' })
    const { next_cursor } = await api.companies.list({ sort: 'name,created_at', limit: 1 })
    for (const sort of ['name', 'name,-created_at', 'created_at,name'])
      await expect(api.companies.list({ sort, cursor: next_cursor! })).rejects.toMatchObject(fault('/cursor', 'invalid_cursor'))
  })

  it('by whatever text a name is, as memory would', { timeout: 60_000 }, async () => {
    const { api } = await open()
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...names),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    const given = fc.sample(word, { seed: 20_261_128, numRuns: 300 }).filter((each) => each.trim() !== '')
    const { results } = await api.companies.bulkUpsert({
      records: given.map((each) => ({ name: each, code: String(given.indexOf(each)) })),
    })
    expect(results.length).toBe(given.length)
    const found = await walk(async (cursor) => {
      const page = await api.companies.list({ sort: 'name', limit: 50, ...(cursor !== undefined && { cursor }) })
      return { items: page.companies.map((each) => each.name), next: page.next_cursor }
    })
    const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
    expect(found.length).toBeGreaterThan(150)
    expect(found.map(orderKey)).toEqual(found.map(orderKey).toSorted(byBytes))
  })

  it.runIf(name === 'PostgreSQL')('from an index, where these are the names of many', async () => {
    const { engine, api, place } = await open()
    const records = Array.from({ length: 2000 }, (_, at) => ({ last_name: `Ödön ${at}`, email: `p${at}@example.com` }))
    await api.contacts.bulkUpsert({ records })
    await engine.tick()
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    const key = textOrder(sql.ref('last_name'), 'postgresql', false).compile(compiling).sql
    const page = (behind: string) =>
      `select * from contacts where user_from = 'acme' and deleted_at is null ${behind} order by ${key} desc, id desc limit 51`
    await client.query(`set search_path to "${place.storage().schema}"`)
    for (const behind of ['', `and (${key}, id) < ('odon 5', '00000000-0000-0000-0000-000000000000')`]) {
      const { rows } = await client.query<Record<string, string>>(`explain ${page(behind)}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Scan Backward using contacts_last_name_sort_key_index')
      expect(plan).not.toContain('Sort')
    }
    await client.end()
  })
})
