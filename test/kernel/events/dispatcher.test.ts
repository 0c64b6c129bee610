import { randomUUID } from 'node:crypto'
import { type DispatchedEvent, Engine, type EventConsumer, plugin } from 'rapport-crm'
import { expect, test } from 'vitest'
import { builtin } from '../../../core/builtin.ts'
import { Database } from '../../../core/kernel/storage/units/database.ts'
import { composeFeatures } from '../../../core/records/record-type/compose-features.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, describeEveryStorage, newPlace } from '../../support/storages.ts'
import { Endpoints, happen, Lines, probe, rows } from '../../integration/webhooks/lab.ts'

// Module state, because the engine makes the consumer itself; each test begins with a clean one.
const seen: DispatchedEvent[] = []
let failures = 0

class Watcher implements EventConsumer {
  async consume(events: readonly DispatchedEvent[]): Promise<void> {
    seen.push(...events)
    if (failures-- > 0) throw new Error('not today')
  }

  async caused(event: number) {
    return { runs: [{ of: event }] }
  }
}

const watcher = plugin({ name: 'watcher', version: '1.0.0', consumers: [Watcher] })

describeEveryStorage('the dispatcher', (open, name) => {
  test('hands each event of every organization to the consumers, in order', async () => {
    seen.length = 0
    failures = 0
    const { api, engine } = await open({ plugins: [watcher] })
    const other = engine.as({ organization: 'globex', user: 'hank@globex.test', scopes: new Set(['read', 'write']) })
    await happen(api)
    await happen(other)
    await happen(api)
    await engine.tick()
    await engine.tick()
    expect(seen.map(({ id, user_from, type }) => [id, user_from, type])).toEqual([
      [1, 'acme', 'contact.created'],
      [1, 'globex', 'contact.created'],
      [2, 'acme', 'contact.created'],
    ])
    expect(seen[0]).toMatchObject({ entity_type: 'contact', entity_id: expect.any(String), payload: expect.stringContaining('"id"') })
    expect(await api.events.get({ id: '1' })).toMatchObject({ runs: [{ of: 1 }] })
  })

  test('nothing is processed, and nothing delivered, when one consumer fails; it is tried again', async () => {
    seen.length = 0
    failures = 1
    const clock = new TestClock()
    const [http, log] = [new Endpoints(clock), new Lines()]
    const { api, engine } = await open({ clock, ports: [http, log], plugins: [watcher, probe] })
    await api.webhooks.create({ url: 'https://example.com/' })
    await happen(api)
    await expect(engine.tick()).rejects.toMatchObject({
      message: 'The plugin watcher has failed in a consumer of events; the log of the host shows why',
      plugin: 'watcher',
      cause: new Error('not today'),
    })
    expect((await api.events.list()).events).toMatchObject([{ processed_at: null }])
    expect(await rows(api, 'webhook_deliveries')).toEqual([])
    await engine.tick()
    expect(http.sent).toHaveLength(1)
    expect(seen).toHaveLength(2)
  })

  test('a running engine goes on after a consumer has failed', async () => {
    seen.length = 0
    failures = 1
    const clock = new TestClock()
    const [http, log] = [new Endpoints(clock), new Lines()]
    const { api, engine } = await open({ clock, ports: [http, log], plugins: [watcher] })
    await api.webhooks.create({ url: 'https://example.com/' })
    await engine.start()
    await happen(api, 2)
    await http.received(2)
    expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { loop: 'Dispatcher', error: { plugin: 'watcher' } } },
    ])
  })

  test.skipIf(name === 'SQLite memory')('finds what waited before its queue was a table of its own, and nothing else', async () => {
    seen.length = 0
    failures = 0
    const place = await newPlace(name, true)
    const registry = composeFeatures(builtin).registry
    const parts = { entities: registry.all('entities'), watches: registry.watches, migrate: true }
    const migrations = registry.all('migrations').filter((each) => each.name < '2026-12-25')
    const before = await Database.open({ storage: place.storage(), ...parts, migrations })
    const event = { user_from: 'acme', entity_type: 'task', entity_id: randomUUID(), payload: '{}', body: '}', actor: '{}' }
    const time = '2026-01-15 09:00:00'
    const written = ['task.created', 'task.updated'].map((type, at) => ({
      ...event,
      type,
      created_at: time,
      ...(name !== 'PostgreSQL' && { id: at + 1 }),
    }))
    const [first, second] = written
    await before
      .tables()
      .insertInto('events')
      .values([
        { ...first, processed_at: time },
        { ...second, processed_at: null },
      ])
      .execute()
    await before.close()
    const engine = (await Engine.open({ storage: place.storage(), plugins: [watcher] })) as Engine
    const processed = async () => (await engine.as(ada).events.list({ order: 'asc' })).events.map(({ processed_at }) => processed_at)
    expect(await processed()).toEqual([expect.any(String), null])
    await engine.tick()
    expect(seen.map(({ type }) => type)).toEqual(['task.updated'])
    expect(await processed()).toEqual([expect.any(String), expect.any(String)])
    await engine.close()
    await place.remove()
  })
})
