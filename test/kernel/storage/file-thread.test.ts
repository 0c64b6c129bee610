import { CompiledQuery } from 'kysely'
import { Engine, type Storage } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FileThread } from '../../../adapters/sqlite/file-thread.ts'
import { ada, newPlace, type Place } from '../../support/storages.ts'

const ask = vi.spyOn(Worker.prototype, 'postMessage')
let place: Place
const ends: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  ask.mockClear()
  place = await newPlace('SQLite file')
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await place.remove()
})

/** The same file, of which every size is large, or none. */
async function open(largeFile: number): Promise<Engine> {
  const storage = place.storage()
  const driverOptions = { ...(storage.options.driverOptions as object), largeFile }
  const engine = (await Engine.open({ storage: { ...storage, options: { ...storage.options, driverOptions } } as Storage })) as Engine
  ends.push(() => engine.close())
  return engine
}

const search = { filter: { field: 'last_name', op: 'contains', value: 'ÖDEGÅRD' }, sort: 'last_name', count: true } as const

it('searches of a large file run in a thread, and find what has just been written', async () => {
  const api = (await open(0)).as(ada)
  await api.contacts.bulkUpsert({
    records: [
      { email: 'a@forge.example', last_name: 'Ødegård' },
      { email: 'b@forge.example', last_name: 'Ödegård' },
    ],
  })
  const found = await api.contacts.search(search)
  expect(found.contacts.map(({ last_name }) => last_name)).toEqual(['Ödegård'])
  expect(ask).toHaveBeenCalled()
  await api.contacts.create({ email: 'c@forge.example', last_name: 'von Ödegård' })
  expect((await api.contacts.search(search)).contacts).toHaveLength(2)
  expect(await api.reports.query({ object: 'contacts', measures: [{ measure: 'count' }] })).toMatchObject({ rows: [{ count: 3 }] })
})

it('a large write counts its records in the thread, unless its transaction has written before', async () => {
  const engine = await open(0)
  await engine.as(ada).contacts.create({ email: 'a@forge.example', last_name: 'Ödegård' })
  const change = { filter: search.filter, set: { first_name: 'Ada' } }
  await engine.as(ada).contacts.search(search)
  expect(await engine.as(ada).contacts.bulkUpdate(change)).toMatchObject({ matched: 1, updated: 1 })
  // In one of its own: while others wait for it, it does not wait for what somebody searches.
  expect(new Set(ask.mock.contexts).size).toBe(2)
  ask.mockClear()
  const matched = await engine.transaction(async (crm) => {
    const api = crm.as(ada)
    await api.contacts.create({ email: 'b@forge.example', last_name: 'Ödegård' })
    return await api.contacts.bulkUpdate(change)
  })
  // The first has that name already.
  expect(matched).toMatchObject({ matched: 2, updated: 1 })
  expect(ask).not.toHaveBeenCalled()
})

it('what counts all records does so in the thread, before it writes', async () => {
  const engine = await open(0)
  const api = engine.as(ada)
  const [{ id: first }] = [await api.contacts.create({ email: 'a@forge.example', last_name: 'Ödegård', tags: ['vip'] })]
  const asked = async <T>(work: () => Promise<T>) => {
    ask.mockClear()
    const answer = await work()
    const statements = ask.mock.calls.map(([request]) => String((request as { sql?: string }).sql))
    return [answer, statements.filter((each) => /from "contacts"/.test(each)).join('\n')] as const
  }
  const property = { object: 'contacts', name: 'badge' }
  expect((await asked(() => api.properties.create({ ...property, type: 'text' })))[1]).toContain('count(*)')
  expect((await asked(() => api.properties.update({ ...property, indexed: true })))[1]).toContain('count(*)')
  const tagged = /json_each/
  expect((await asked(() => api.tags.list()))[1]).toMatch(tagged)
  const [tag, counts] = await asked(() => api.tags.create({ name: 'VIP', color: 'red' }))
  expect(counts).toMatch(tagged)
  const [renamed, recounts] = await asked(() => api.tags.update({ id: tag.id, name: 'Gold' }))
  expect(recounts).toMatch(tagged)
  expect(renamed).toMatchObject({ id: tag.id, name: 'Gold', color: 'red', counts: { contacts: 1 }, total: 1 })
  expect(await api.tags.list()).toMatchObject({ tags: [renamed] })
  expect((await asked(() => api.tags.delete({ id: tag.id })))[1]).toMatch(tagged)
  const { filter } = search
  const [list, members] = await asked(() => api.lists.create({ name: 'Nordic', object: 'contacts', type: 'dynamic', filter }))
  expect([members, list.members_count]).toEqual([expect.stringContaining('count(*)'), 1])
  const reads: (() => Promise<unknown>)[] = [
    () => api.lists.get({ id: list.id }),
    () => api.lists.list(),
    () => api.lists.members({ id: list.id }),
    () => api.lists.update({ id: list.id, name: 'Northern' }),
  ]
  for (const read of reads) expect((await asked(read))[1]).toContain('rapport_fold')
  expect((await asked(() => api.organization.usage()))[1]).toContain('count(*)')
  const sequence = await api.sequences.create({ name: 'Calls', steps: [{ type: 'task', title: 'Call' }] })
  await api.sequences.activate({ id: sequence.id })
  const [enrolled, chosen] = await asked(() => api.sequences.enroll({ id: sequence.id, filter }))
  expect([enrolled.results, chosen]).toMatchObject([[{ lead_id: first, enrolled: true }], expect.stringContaining('rapport_fold')])
})

it('a large answer comes in parts, each in a turn of its own, and statements that are asked meanwhile keep their rows', async () => {
  await (await open(0)).as(ada).contacts.create({ email: 'a@forge.example' })
  const thread = new FileThread(String(place.storage().options.dbName))
  ends.push(() => thread.close())
  const numbers = (from: number, to: number) =>
    CompiledQuery.raw(
      'with recursive numbers(n) as (select cast(? as integer) union all select n + 1 from numbers where n < ?) select n from numbers',
      [from, to],
    )
  const [many, more, few] = await Promise.all(
    [
      [1, 5000],
      [9001, 13_001],
      [7, 8],
    ].map(([from, to]) => thread.run(numbers(from!, to!))),
  )
  const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => ({ n: first + at }))
  expect([many?.rows, more?.rows, few?.rows]).toEqual([from(1, 5000), from(9001, 4001), from(7, 2)])
  // Three statements, and the further parts of two.
  expect(ask).toHaveBeenCalledTimes(3 + 2 + 2)
})

it('the events of a step are found along an index, however many the organization has', async () => {
  const { baseline } = await import('../../../core/kernel/storage/migrations/generated/sqlite-baseline.ts')
  const { default: SqliteDatabase } = await import('better-sqlite3')
  const database = new SqliteDatabase(':memory:')
  database.exec(baseline.sql.replaceAll('{p}', ''))
  const plan = database
    .prepare(`explain query plan select id from events where step = 'a:1' and events.user_from = 'acme' order by id`)
    .all()
  database.close()
  expect(JSON.stringify(plan)).toContain('events_step_due_index (user_from=? AND step=?)')
})

it('an erasure ends: what a connection says of itself is asked where it was changed', async () => {
  const engine = await open(0)
  const api = engine.as(ada)
  const { id } = await api.contacts.create({ email: 'a@forge.example', last_name: 'Ödegård' })
  const { job_id } = await api.privacy.erase({ contact_id: id })
  await engine.tick()
  expect(await api.jobs.get({ id: job_id })).toMatchObject({ state: 'done' })
})

it('a small file is read in the event loop, and so is what is short', async () => {
  const small = (await open(1e9)).as(ada)
  const { id } = await small.contacts.create({ email: 'a@forge.example', last_name: 'Ödegård' })
  expect((await small.contacts.search(search)).contacts).toHaveLength(1)
  await ends.pop()?.()
  const large = (await open(0)).as(ada)
  expect(await large.contacts.get({ id })).toMatchObject({ id })
  expect((await large.contacts.list({ limit: 10 })).contacts).toHaveLength(1)
  expect(ask).not.toHaveBeenCalled()
  // A list that is sorted or narrowed may read all records.
  expect((await large.contacts.list({ sort: 'first_name' })).contacts).toHaveLength(1)
  expect(ask).toHaveBeenCalled()
})

it('a statement that fails, fails; one whose thread ends is refused, and the next gets another thread', async () => {
  const engine = await open(0)
  await engine.as(ada).contacts.create({ email: 'a@forge.example' })
  const thread = new FileThread((place.storage() as ReturnType<typeof sqlite>).options.dbName ?? '', 0)
  ends.unshift(() => thread.close())
  const run = (sql: string) => thread.run<{ many: number }>({ sql, parameters: [] } as never)
  await expect(run('select nothing from nowhere')).rejects.toMatchObject({ code: 'SQLITE_ERROR' })
  await expect(run('delete from contacts returning id')).rejects.toMatchObject({ code: 'SQLITE_READONLY' })
  expect((await run('select count(*) as many from contacts')).rows).toEqual([{ many: 1 }])
  const long = run('with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select count(*) as many from n')
  await Promise.all([expect(long).rejects.toThrow('has ended'), thread.close()])
  expect((await run('select count(*) as many from contacts')).rows).toEqual([{ many: 1 }])
})

it('a file is read in the event loop where an app was bundled without the module of the thread', async () => {
  await open(0)
  const file = (place.storage() as ReturnType<typeof sqlite>).options.dbName ?? ''
  expect(await new FileThread(file, 0).isWorthIt()).toBe(true)
  expect(await new FileThread(file, 0, new URL('left-behind.js', import.meta.url)).isWorthIt()).toBe(false)
  expect(await new FileThread(file, 1e12).isWorthIt()).toBe(false)
})
