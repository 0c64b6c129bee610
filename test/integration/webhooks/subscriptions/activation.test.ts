import { expect, test } from 'vitest'
import { describeEveryStorage } from '../../../support/storages.ts'
import { allRetries, day, Gate, happen, hour, type Lab, minute, pass, reusing, rows, setAll } from '../lab.ts'

async function lab(fresh: () => Promise<Lab>) {
  const opened = await fresh()
  const webhook = await opened.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
  const state = () => opened.api.webhooks.get({ id: webhook.id })
  return { ...opened, id: webhook.id, state }
}

describeEveryStorage('the failure counter', (open) => {
  const fresh = reusing(open)
  test('every failed attempt counts, of any class; 24 leave the webhook active, the 25th deactivates it at exactly 25', async () => {
    const { api, engine, http, log, state } = await lab(fresh)
    http.answer((_, index) => [500, 404, { error: 'timeout' as const }][index % 3] ?? 500)
    await happen(api, 24)
    await engine.tick()
    expect(await state()).toMatchObject({ active: true, failure_count: 24, disabled_at: null })
    await happen(api)
    await engine.tick()
    expect(await state()).toMatchObject({ active: false, failure_count: 25, disabled_reason: 'failures', disabled_at: expect.any(String) })
    expect(http.sent).toHaveLength(25)
    expect(log.ofType('webhook.deactivated')).toHaveLength(1)
  })

  test('one success in between restarts the count', async () => {
    const { api, engine, http, state } = await lab(fresh)
    http.answer((_, index) => (index === 24 ? 200 : 400))
    await happen(api, 49)
    await engine.tick()
    expect(await state()).toMatchObject({ active: true, failure_count: 24 })
  })

  test('requests that were under way when the webhook was deactivated are logged and count no further', async () => {
    const { api, engine, http, id, state } = await lab(fresh)
    await setAll(api, 'webhooks', { failure_count: 4 })
    const gates = Array.from({ length: 16 }, () => new Gate())
    http.answer((_, index) => gates[index]?.answer ?? 500)
    await happen(api, 16)
    const ticking = engine.tick()
    await http.received(16)
    await setAll(api, 'webhooks', { failure_count: 20 })
    for (const gate of gates) gate.open(500)
    await ticking
    expect(await state()).toMatchObject({ active: false, failure_count: 25 })
    expect((await api.webhooks.deliveries({ id })).deliveries).toHaveLength(16)
  })

  test('an inactive webhook gets no deliveries of later events; what waited is held, and nothing is sent for a day', async () => {
    const { api, engine, clock, http, id, state } = await lab(fresh)
    http.answer(500)
    await happen(api, 25)
    await engine.tick()
    clock.advance(1)
    await happen(api, 3)
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(25)
    const stored = await rows(api, 'webhook_deliveries')
    expect(stored).toHaveLength(25)
    expect(new Set(stored.map(({ status }) => status))).toEqual(new Set(['held']))
    expect(await state()).toMatchObject({ held: 25, pending: 0 })
    const { deliveries } = await api.webhooks.deliveries({ id })
    expect(deliveries[0]?.next_retry_at).toBeNull()
  })

  test('what happened before the webhook was switched off, and was not dispatched by then, is held too', async () => {
    const { api, engine, clock, http, id } = await lab(fresh)
    await happen(api, 2)
    clock.advance(1)
    await api.webhooks.update({ id, active: false })
    clock.advance(1)
    await happen(api)
    await pass(engine, clock, allRetries)
    expect(http.sent).toEqual([])
    await api.webhooks.update({ id, active: true })
    await engine.tick()
    expect(http.sent).toHaveLength(2)
  })

  test('made active again, the counter is 0 and what was held is sent, at most 16 at a time', async () => {
    const { api, engine, http, id, state } = await lab(fresh)
    http.answer((_, index) => (index < 25 ? 500 : 200))
    await happen(api, 25)
    await engine.tick()
    expect(await api.webhooks.update({ id, active: true })).toMatchObject({ active: true, failure_count: 0 })
    http.most = 0
    await engine.tick()
    expect(http.sent).toHaveLength(50)
    expect(http.most).toBe(16)
    expect(await state()).toMatchObject({ held: 0, pending: 0, disabled_at: null, disabled_reason: null })
  })

  test('made active again, what was held is due at once, also what a failure had put off; the next failure waits as long as it would have', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer(500)
    await happen(api, 25)
    await engine.tick()
    await api.webhooks.update({ id, active: true })
    http.answer((_, index) => (index === 25 ? 500 : 200))
    await engine.tick()
    expect(http.sent).toHaveLength(50)
    expect(new Set(http.sent.slice(25).map(({ headers }) => headers['X-Service-Attempt']))).toEqual(new Set(['2']))
    const [again] = (await api.webhooks.deliveries({ id })).deliveries.filter(
      ({ next_retry_at, attempt }) => next_retry_at && attempt === 2,
    )
    expect(new Date(again?.next_retry_at ?? 0).getTime() - clock.now().getTime()).toBe(5 * minute)
    expect(log.ofType('webhook.deactivated')).toHaveLength(1)
  })

  test('only becoming active resets the counter', async () => {
    const { api, engine, http, id } = await lab(fresh)
    http.answer(400)
    await happen(api, 3)
    await engine.tick()
    expect(await api.webhooks.update({ id, active: true })).toMatchObject({ failure_count: 3 })
    expect(await api.webhooks.update({ id, description: 'Other', events: ['*'], url: 'https://example.org/' })).toMatchObject({
      failure_count: 3,
    })
    expect(await api.webhooks.update({ id, active: false })).toMatchObject({ active: false, failure_count: 3 })
    expect(await api.webhooks.update({ id, active: false })).toMatchObject({ active: false, failure_count: 3 })
    expect(await api.webhooks.get({ id })).toMatchObject({ disabled_reason: 'user' })
    expect(await api.webhooks.update({ id, active: true })).toMatchObject({ active: true, failure_count: 0 })
  })

  test('a retry that waits when a user switches the webhook off is held, and goes on from its place', async () => {
    const { api, engine, clock, http, id } = await lab(fresh)
    http.answer((_, index) => (index === 0 ? 500 : 200))
    await happen(api)
    await engine.tick()
    await api.webhooks.update({ id, active: false })
    await pass(engine, clock, hour)
    expect(http.sent).toHaveLength(1)
    await api.webhooks.update({ id, active: true })
    await engine.tick()
    expect(http.sent.map(({ headers }) => headers['X-Service-Attempt'])).toEqual(['1', '2'])
  })

  test('a deleted webhook is not found, its deliveries are canceled, and a request in flight ends without an error', async () => {
    const { api, engine, http, log, id } = await lab(fresh)
    const gate = new Gate()
    http.answer((_, index) => (index === 0 ? gate.answer : 200))
    await setAll(api, 'webhooks', { failure_count: 5 })
    await happen(api, 3)
    const ticking = engine.tick()
    await http.received(1)
    expect(await api.webhooks.delete({ id })).toEqual({ deleted: true })
    gate.open(200)
    await ticking
    expect(http.sent).toHaveLength(1)
    expect((await rows(api, 'webhook_deliveries')).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    await expect(api.webhooks.deliveries({ id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(api.webhooks.delete({ id })).rejects.toMatchObject({ code: 'not_found' })
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('from 5 failures on in a row one request is under way at a time, and a success opens the gate', async () => {
    const { api, engine, clock, http } = await lab(fresh)
    http.answer((_, index) => (index < 16 ? 500 : 200))
    await happen(api, 40)
    await engine.tick()
    expect(http.most).toBe(16)
    expect(http.sent).toHaveLength(40)
    await setAll(api, 'webhooks', { failure_count: 6 })
    http.most = 0
    const seen: number[] = []
    http.answer((_, index) => {
      seen.push(http.most)
      return index < 44 ? 500 : 200
    })
    clock.advance(minute)
    await engine.tick()
    expect(seen.slice(0, 5)).toEqual([1, 1, 1, 1, 1])
    expect(seen).toHaveLength(16)
    expect(http.most).toBe(11)
  })

  test('an operator hears of 50, 80 and 100 % of the failures and of the recovery: on the engine, in the log, as notifications', async () => {
    const { api, engine, clock, http, log, id } = await lab(fresh)
    const heard: unknown[] = []
    const forget = [
      engine.on('webhook.failing', ({ percent, failure_count }) => heard.push(['failing', percent, failure_count])),
      engine.on('webhook.deactivated', ({ percent, failure_count }) => heard.push(['deactivated', percent, failure_count])),
      engine.on('webhook.recovered', ({ organization, webhook_id, url }) => heard.push(['recovered', organization, webhook_id, url])),
      engine.on('webhook.recovered', () => {
        throw new Error('A listener that fails')
      }),
    ]
    http.answer(400)
    await happen(api, 21)
    await engine.tick()
    http.answer(200)
    clock.advance('1 minute')
    await happen(api)
    await engine.tick()
    http.answer(400)
    await happen(api, 25)
    clock.advance('1 minute')
    await engine.tick()
    expect(heard).toEqual([
      ['failing', 50, 13],
      ['failing', 80, 20],
      ['recovered', 'acme', id, 'https://example.com/hook'],
      ['failing', 50, 13],
      ['failing', 80, 20],
      ['deactivated', 100, 25],
    ])
    const told = log.lines.filter(({ level, fields }) => level !== 'error' && String(fields['type']).startsWith('webhook.'))
    expect(told.map(({ level, fields }) => [level, fields['type'], fields['failure_count']])).toEqual([
      ['warn', 'webhook.failing', 13],
      ['warn', 'webhook.failing', 20],
      ['info', 'webhook.recovered', 0],
      ['warn', 'webhook.failing', 13],
      ['warn', 'webhook.failing', 20],
      ['warn', 'webhook.deactivated', 25],
    ])
    const { notifications, unread_count } = await api.notifications.list()
    expect(unread_count).toBe(6)
    expect(notifications.map(({ type }) => type).toSorted()).toEqual(told.map(({ fields }) => fields['type']).toSorted())
    expect(notifications.filter(({ entity_type, entity_id }) => entity_type === 'webhook' && entity_id === id)).toHaveLength(6)
    for (const each of forget) each()
    await api.webhooks.update({ id, active: true })
    await happen(api, 20)
    await engine.tick()
    expect(heard).toHaveLength(6)
  })

  test('a notification goes to each active administrator and to who made the webhook, if still active', async () => {
    const { api, engine, http } = await lab(fresh)
    await engine.access.createOrganization({ id: 'acme', admin: 'grace@acme.test' })
    for (const email of ['ada@acme.test', 'hank@acme.test']) await engine.access.createUser({ organization: 'acme', email })
    await engine.access.createOrganization({ id: 'globex', admin: 'stranger@globex.test' })
    http.answer(400)
    await happen(api, 13)
    await engine.tick()
    const stored = await rows(api, 'notifications')
    expect(stored.map(({ recipient, user_from }) => `${user_from} ${recipient}`).toSorted()).toEqual([
      'acme ada@acme.test',
      'acme grace@acme.test',
    ])
  })

  test('every webhook shows how many of its attempts of the last 24 hours succeeded, tests left out', async () => {
    const { api, engine, clock, http, id, state } = await lab(fresh)
    const rate = async () => (await api.webhooks.list()).webhooks[0]?.success_rate_24h
    expect(await rate()).toBeNull()
    http.answer((_, index) => (index < 3 ? 200 : 400))
    await happen(api, 4)
    await engine.tick()
    await api.webhooks.test({ id })
    expect(await rate()).toBe(0.75)
    expect(await state()).toMatchObject({ attempts_24h: 4, success_rate_24h: 0.75 })
    clock.advance('12 hours')
    await happen(api, 2)
    await engine.tick()
    expect(await rate()).toBe(0.5)
    clock.advance('12 hours')
    expect(await state()).toMatchObject({ attempts_24h: 2, success_rate_24h: 0 })
    clock.advance('12 hours')
    expect(await rate()).toBeNull()
  })

  test('what was held for 30 days is given up, and its log is forgotten after that', async () => {
    const { api, engine, clock, http, id } = await lab(fresh)
    http.answer(500)
    await happen(api)
    await engine.tick()
    await api.webhooks.update({ id, active: false })
    clock.set(new Date(clock.now().getTime() + 30 * day))
    await engine.tick()
    expect(await rows(api, 'webhook_deliveries')).toMatchObject([{ status: 'held' }])
    expect(await rows(api, 'webhook_attempts')).toHaveLength(1)
    await pass(engine, clock, 2 * hour)
    expect(await rows(api, 'webhook_deliveries')).toEqual([])
    expect(await rows(api, 'webhook_attempts')).toEqual([])
    expect(await rows(api, 'events')).toHaveLength(1)
  })
})
