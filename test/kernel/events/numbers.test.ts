import pg from 'pg'
import { Engine } from 'rapport-crm'
import { expect, test } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { ada, describeEveryStorage, describeStorages, newPlace, type Place } from '../../support/storages.ts'

const bob = { ...ada, organization: 'globex', user: 'bob@globex.test' }
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describeEveryStorage('the ids of events', (open, name) => {
  test('count within an organization, so that they tell nothing of what others do', async () => {
    const { api, engine } = await open()
    const other = engine.as(bob)
    const idsOf = async (calls: typeof api) => (await calls.events.list({ after: '0', limit: 200 })).events.map(({ id }) => id)
    await api.contacts.create({ email: 'ann@acme.test' })
    await other.contacts.create({ email: 'hank@globex.test' })
    // A set, a change of a loaded record, one by the clock: each way of writing events counts alike.
    await other.contacts.bulkUpsert({ records: Array.from({ length: 120 }, (_, at) => ({ email: `c${at}@gmail.com` })) })
    const deal = await api.deals.create({ name: 'A deal', close_date: '2026-01-01' })
    await api.deals.update({ id: deal.id, name: 'Another name' })
    await other.tasks.create({ title: 'Theirs', due_at: '2026-01-01T00:00:00Z' })
    await engine.tick()
    const [ours, theirs] = [await idsOf(api), await idsOf(other)]
    expect(ours).toEqual(upTo(ours.length))
    expect(theirs).toEqual(upTo(theirs.length))
    expect(ours.length).toBeGreaterThan(2)
    expect(theirs.length).toBeGreaterThan(120)
  })

  test('are found and followed in the own organization only, where others have the same', async () => {
    const { api, engine } = await open()
    await api.webhooks.create({ url: 'https://example.com/ours' })
    await api.contacts.create({ email: 'ann@gmail.com' })
    await engine.as(bob).tasks.create({ title: 'Theirs' })
    await engine.tick()
    expect(await api.events.get({ id: '1' })).toMatchObject({ type: 'contact.created' })
    expect(await engine.as(bob).events.get({ id: '1' })).toMatchObject({ type: 'task.created', deliveries: [] })
    const stream = await engine.as(bob).events.stream({ after: '0' })
    expect((await stream.next()).value).toMatchObject({ id: '1', data: { type: 'task.created' } })
    await stream.return?.()
  })

  test.skipIf(name === 'SQLite memory')('stay as they are when a database is brought up to date, and go on from there', async () => {
    const place = await newPlace(name, true)
    const registry = composeFeatures(builtin).registry
    const parts = { entities: registry.all('entities'), watches: registry.watches, migrate: true }
    const migrations = registry.all('migrations').filter((each) => each.name < '2026-11-30')
    const before = await Database.open({ storage: place.storage(), ...parts, migrations })
    const event = { type: 'task.created', entity_type: 'task', entity_id: 'x', payload: '{}', body: '}', actor: '{}' }
    const written = ['acme', 'globex', 'acme'].map((user_from) => ({ ...event, user_from, created_at: '2026-01-15 09:00:00' }))
    await before.tables().insertInto('events').values(written).execute()
    await before.close()
    const engine = (await Engine.open({ storage: place.storage() })) as Engine
    for (const [actor, ids] of [
      [ada, [1, 3, 4]],
      [bob, [2, 3]],
    ] as const) {
      const api = engine.as(actor)
      expect((await api.events.list({ after: '0' })).events).toHaveLength(ids.length - 1)
      await api.tasks.create({ title: 'One more' })
      expect((await api.events.list({ after: '0' })).events.map(({ id }) => id)).toEqual(ids)
    }
    await engine.close()
    await place.remove()
  })
})

describeStorages(
  'the first events of an organization',
  (open) => {
    test('may come from many connections at once', async () => {
      const { api, engine, place } = await open()
      const clients = await Promise.all(Array.from({ length: 8 }, () => connect(place)))
      for (const organization of ['acme', 'initech', 'umbrella'])
        await Promise.all(clients.map((client) => client.query(insert, [organization])))
      await Promise.all(clients.map((client) => client.end()))
      expect((await api.events.list({ after: '0' })).events.map(({ id }) => id)).toEqual(upTo(8))
      const others = engine.as({ ...ada, organization: 'umbrella', user: 'ann@umbrella.test' })
      expect((await others.events.list({ after: '0' })).events.map(({ id }) => id)).toEqual(upTo(8))
    })

    test('that are undone leave nothing that others wait for', async () => {
      const { engine, place } = await open()
      const api = engine.as({ ...ada, organization: 'hooli', user: 'ann@hooli.test' })
      const [first, second] = await Promise.all([connect(place), connect(place)])
      await first.query('begin')
      await first.query(insert, ['hooli'])
      const waiting = second.query(insert, ['hooli'])
      await first.query('rollback')
      await waiting
      await Promise.all([first.end(), second.end()])
      expect((await api.events.list({ after: '0' })).events.map(({ id }) => id)).toEqual([1])
    })
  },
  ['PostgreSQL'],
)

const insert = `insert into events (user_from, type, entity_type, entity_id, payload, body, actor, created_at)
  values ($1, 'contact.created', 'contact', gen_random_uuid()::text, '{}', '"type":"contact.created"}', '{}', now())`

async function connect(place: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (place.storage().options as { clientUrl: string }).clientUrl })
  await client.connect()
  return client
}
