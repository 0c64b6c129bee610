import { type DispatchedEvent, type EventConsumer, plugin } from 'rapport-crm'
import { expect, test } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { describeEveryStorage } from '../../support/storages.ts'
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

describeEveryStorage('the dispatcher', (open) => {
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
})
