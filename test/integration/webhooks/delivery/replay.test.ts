import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { ada, describeEveryStorage, type Open } from '../../../support/storages.ts'
import { Endpoints, Gate, happen, hour, minute, pass, probe, rows } from '../lab.ts'

async function lab(open: Open) {
  const clock = new TestClock()
  const http = new Endpoints(clock)
  const opened = await open({ clock, ports: [http], plugins: [probe] })
  const { id } = await opened.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
  const sent = () => http.sent.map(({ headers }) => `${headers['X-Service-Delivery']} ${headers['X-Service-Attempt']}`)
  return { ...opened, http, id, sent }
}

describeEveryStorage('a replay', (open) => {
  test('sends again every matching event since an event, with the same bytes and the next attempt number', async () => {
    const { api, engine, http, id, sent } = await lab(open)
    await happen(api, 3)
    await api.companies.create({ name: 'Not subscribed to' })
    await engine.tick()
    const [, second] = http.sent
    const job = await api.webhooks.replay({ id, since_event_id: 2 })
    expect(job).toMatchObject({ kind: 'webhook_replay', state: 'queued', record_id: id, total: 2 })
    await engine.tick()
    expect(sent()).toEqual(['evt_1 1', 'evt_2 1', 'evt_3 1', 'evt_2 2', 'evt_3 2'])
    expect(http.sent[3]?.body).toBe(second?.body)
    expect(await api.jobs.get({ id: job.id })).toMatchObject({ state: 'done', done: 2, total: 2, result: { deliveries: 2 } })
    expect((await api.webhooks.deliveries({ id })).deliveries.map(({ event_id, attempt }) => [event_id, attempt])).toContainEqual([3, 2])
  })

  test('since a time brings what came while the webhook was inactive, what was given up, and what it never had', async () => {
    const { api, engine, clock, http, sent } = await lab(open)
    await happen(api)
    clock.advance('1 hour')
    const since = clock.now().toISOString()
    await happen(api, 2)
    await engine.tick()
    const late = await api.webhooks.create({ url: 'https://example.org/late', events: ['contact.*'] })
    http.answer(400)
    await happen(api)
    await engine.tick()
    await api.webhooks.update({ id: late.id, active: false })
    await happen(api)
    await engine.tick()
    http.answer(200)
    http.sent.length = 0
    await api.webhooks.update({ id: late.id, active: true })
    await api.webhooks.replay({ id: late.id, since })
    await engine.tick()
    expect(sent().toSorted()).toEqual(['evt_2 1', 'evt_3 1', 'evt_4 2', 'evt_5 1'])
    expect(new Set(http.sent.map(({ url }) => url))).toEqual(new Set(['https://example.org/late']))
  })

  test('brings a retry that waits forward and gives it its whole schedule again', async () => {
    const { api, engine, clock, http, id, sent } = await lab(open)
    http.answer(500)
    await happen(api)
    await pass(engine, clock, 3 * hour)
    expect(sent()).toHaveLength(5)
    await api.webhooks.replay({ id, since_event_id: 1 })
    await pass(engine, clock, 36 * minute)
    expect(sent().slice(5)).toEqual(['evt_1 6', 'evt_1 7', 'evt_1 8', 'evt_1 9'])
    const { deliveries } = await api.webhooks.deliveries({ id })
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('leaves alone what is under way, and holds for an inactive webhook', async () => {
    const { api, engine, http, id, sent } = await lab(open)
    const gate = new Gate()
    http.answer(() => gate.answer)
    await happen(api)
    const ticking = engine.tick()
    await http.received(1)
    await api.webhooks.replay({ id, since_event_id: 1 })
    gate.open(200)
    await ticking
    await api.webhooks.update({ id, active: false })
    await api.webhooks.replay({ id, since_event_id: 1 })
    const before = sent().length
    await engine.tick()
    expect(sent()).toHaveLength(before)
    expect(await rows(api, 'webhook_deliveries')).toMatchObject([{ status: 'held' }])
    await api.webhooks.update({ id, active: true })
    await engine.tick()
    expect(sent()).toHaveLength(before + 1)
  })

  test('of many events goes step by step, and each is sent once', async () => {
    const { api, engine, http } = await lab(open)
    await api.sync.ingest({
      provider: 'custom:erp',
      object: 'contacts',
      records: Array.from({ length: 1100 }, (_, at) => ({ email: `c${at}@gmail.com` })),
    })
    const { id } = await api.webhooks.create({ url: 'https://example.com/late', events: ['contact.created'] })
    const job = await api.webhooks.replay({ id, since_event_id: 1 })
    await engine.tick()
    expect(await api.jobs.get({ id: job.id })).toMatchObject({ state: 'done', done: 1100, total: 1100 })
    const late = http.sent.filter(({ url }) => url.endsWith('/late'))
    expect(late).toHaveLength(1100)
    expect(new Set(late.map(({ headers }) => headers['X-Service-Delivery'])).size).toBe(1100)
  })

  test('takes every type where everything is subscribed to, and is done at once where nothing happened since', async () => {
    const { api, engine, clock, http } = await lab(open)
    const { id } = await api.webhooks.create({ url: 'https://example.com/all' })
    const nothing = await api.webhooks.replay({ id, since_event_id: 1 })
    await happen(api)
    await api.companies.create({ name: 'Example' })
    await engine.tick()
    http.sent.length = 0
    clock.advance('1 second')
    const later = await api.webhooks.replay({ id, since: clock.now().toISOString() })
    await engine.tick()
    expect(http.sent).toEqual([])
    for (const job of [nothing, later]) expect(await api.jobs.get({ id: job.id })).toMatchObject({ state: 'done', done: 0, total: 0 })
    await api.webhooks.replay({ id, since_event_id: 1 })
    await engine.tick()
    expect(http.sent.map(({ headers }) => headers['X-Service-Event']).toSorted()).toEqual(['company.created', 'contact.created'])
  })

  test('is refused without a beginning or with two, for another organization, and without the scope webhooks', async () => {
    const { api, engine, id } = await lab(open)
    for (const wrong of [{}, { since: '2026-01-01T00:00:00Z', since_event_id: 1 }])
      await expect(api.webhooks.replay({ id, ...wrong })).rejects.toMatchObject({ code: 'invalid_input' })
    const stranger = engine.as({ ...ada, organization: 'globex' })
    await expect(stranger.webhooks.replay({ id, since_event_id: 1 })).rejects.toMatchObject({ code: 'not_found' })
    const reader = engine.as({ ...ada, scopes: new Set(['read', 'write']) })
    await expect(reader.webhooks.replay({ id, since_event_id: 1 })).rejects.toMatchObject({ code: 'insufficient_scope' })
  })
})
