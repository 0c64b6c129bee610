import type { Engine } from 'rapport-crm'
import { expect, test } from 'vitest'
import { ada, describeEveryStorage, describeStorages, type Open } from '../../../support/storages.ts'
import { empty, Gate, happen, type Lab, openLab, probe, reusing, rows, setAll, stored } from '../lab.ts'

/** Three engines on one database, as new for each test. */
function sharing(open: Open) {
  let made: (Lab & { readonly engines: readonly Engine[] }) | undefined
  return async () => {
    if (made) await empty(made)
    else {
      const first = await openLab(open, true)
      const { clock, place, http, log } = first
      const others = []
      for (const _ of [2, 3]) others.push(await open({ clock, place, ports: [http, log], plugins: [probe], kept: true }))
      made = { ...first, engines: [first, ...others].map(({ engine }) => engine) }
    }
    const { engines } = made
    return { ...made, all: () => Promise.all(engines.map((engine) => engine.tick())) }
  }
}

describeStorages(
  'engines that share a database',
  (open, storage) => {
    const fleet = sharing(open)

    test('send each delivery once, at most 16 at a time to one endpoint, and log each attempt once', async () => {
      const { api, http, all } = await fleet()
      for (let index = 0; index < 10; index += 1) await api.webhooks.create({ url: `https://example.com/${index}` })
      await happen(api, 40)
      for (let round = 0; round < 20 && http.sent.length < 400; round += 1) await all()
      await all()
      expect(http.sent).toHaveLength(400)
      expect(new Set(http.sent.map(({ url, headers }) => `${url} ${headers['X-Service-Delivery']}`)).size).toBe(400)
      expect(http.most).toBeLessThanOrEqual(16)
      expect(await rows(api, 'webhook_attempts')).toHaveLength(400)
      expect(new Set((await rows(api, 'webhook_deliveries')).map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(
        new Set(['ok 1']),
      )
    })

    test('dispatch each event once', async () => {
      const { api, all } = await fleet()
      await api.webhooks.create({ url: 'https://example.com/' })
      await happen(api, 60)
      await all()
      expect(await rows(api, 'webhook_deliveries')).toHaveLength(60)
      expect((await api.events.list({ limit: 500 })).events.every(({ processed_at }) => processed_at !== null)).toBe(true)
    })

    test('lose no failure and deactivate once', async () => {
      const { api, http, log, all } = await fleet()
      const { id } = await api.webhooks.create({ url: 'https://example.com/' })
      http.answer(500)
      await happen(api, 24)
      for (let round = 0; round < 30 && http.sent.length < 24; round += 1) await all()
      expect(await api.webhooks.get({ id })).toMatchObject({ active: true, failure_count: 24 })
      await happen(api, 4)
      await all()
      await all()
      expect(await api.webhooks.get({ id })).toMatchObject({ active: false, failure_count: 25 })
      expect(log.ofType('webhook.deactivated')).toHaveLength(1)
    })

    test('of 64 failures at once none is lost after the 25th is counted, and each warning is given once, to each recipient once', async () => {
      const { api, http, log, engines, all } = await fleet()
      const { id } = await api.webhooks.create({ url: 'https://example.com/' })
      await happen(api, 64)
      for (let round = 0; round < 20 && http.sent.length < 64; round += 1) await all()
      const told: string[] = []
      for (const engine of engines) {
        engine.on('webhook.failing', ({ percent }) => told.push(`failing ${percent}`))
        engine.on('webhook.deactivated', () => told.push('deactivated'))
      }
      const attempts = (await rows(api, 'webhook_attempts')).map((each) => String(each['id']))
      const gate = new Gate()
      http.answer(() => gate.answer)
      const apis = engines.map((engine) => engine.as(ada))
      const redelivered = Promise.all(attempts.map((deliveryId, index) => apis[index % 2]?.webhooks.redeliver({ id, deliveryId })))
      await http.received(128)
      gate.open(500)
      await redelivered
      expect(await api.webhooks.get({ id })).toMatchObject({ active: false, failure_count: 25 })
      expect(told.toSorted()).toEqual(['deactivated', 'failing 50', 'failing 80'])
      expect(log.ofType('webhook.deactivated')).toHaveLength(1)
      const notifications = await rows(api, 'notifications')
      expect(notifications.map(({ type, recipient }) => `${type} ${recipient}`).toSorted()).toEqual([
        'webhook.deactivated ada@acme.test',
        'webhook.failing ada@acme.test',
        'webhook.failing ada@acme.test',
      ])
      expect(await rows(api, 'webhook_attempts')).toHaveLength(128)
    })

    test('a worker that was away for longer than its lease changes nothing when it comes back', async () => {
      const { api, clock, http, engines } = await fleet()
      const { id } = await api.webhooks.create({ url: 'https://example.com/' })
      const gate = new Gate()
      http.answer((_, index) => (index === 0 ? gate.answer : 200))
      await happen(api)
      const late = engines[0]?.tick()
      await http.received(1)
      // Only the lease ends: the process itself knows nothing of it.
      await setAll(api, 'webhook_deliveries', { lease_until: stored(storage, clock.now().getTime()) })
      clock.advance('2 seconds')
      await engines[1]?.tick()
      gate.open(500)
      await late
      const { deliveries } = await api.webhooks.deliveries({ id })
      expect(deliveries.map(({ attempt, response }) => [attempt, response])).toEqual([
        [2, 'answered 200'],
        [1, 'worker_lost'],
      ])
      expect(await api.webhooks.get({ id })).toMatchObject({ failure_count: 0, last_status: 200 })
      expect(await rows(api, 'webhook_deliveries')).toMatchObject([{ status: 'ok', attempt: 2 }])
    })

    test('two redelivers in two processes get two numbers', async () => {
      const { api, http, engines } = await fleet()
      const { id } = await api.webhooks.create({ url: 'https://example.com/' })
      await happen(api)
      await engines[0]?.tick()
      const [entry] = (await api.webhooks.deliveries({ id })).deliveries
      const results = await Promise.all([1, 2, 3].map(() => api.webhooks.redeliver({ id, deliveryId: entry?.id ?? '' })))
      expect(results.map(({ attempt }) => attempt).toSorted()).toEqual([2, 3, 4])
      expect(http.most).toBe(1)
    })
  },
  ['PostgreSQL'],
)

describeEveryStorage('an event that is dispatched twice', (open) => {
  const fresh = reusing(open)

  test('makes one delivery', async () => {
    const { api, engine, http } = await fresh()
    await api.webhooks.create({ url: 'https://example.com/' })
    await happen(api, 3)
    await engine.tick()
    await setAll(api, 'event_dispatches', { processed_at: null })
    await engine.tick()
    expect(http.sent).toHaveLength(3)
    expect(await rows(api, 'webhook_deliveries')).toHaveLength(3)
  })

  test('a long row of events is dispatched in sets', async () => {
    const { api, engine, http } = await fresh()
    await api.webhooks.create({ url: 'https://example.com/' })
    await happen(api, 201)
    await engine.tick()
    expect(http.sent).toHaveLength(201)
    expect((await api.events.list({ limit: 500 })).events.filter(({ processed_at }) => processed_at === null)).toEqual([])
  })
})
