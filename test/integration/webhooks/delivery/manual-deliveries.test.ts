import { expect, test } from 'vitest'
import { describeEveryStorage } from '../../../support/storages.ts'
import { allRetries, failed, Gate, happen, type Lab, pass, reusing, rows, setAll, stored } from '../lab.ts'

async function lab(fresh: () => Promise<Lab>) {
  const opened = await fresh()
  const { http } = opened
  const webhook = await opened.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.*', 'company.created'] })
  const { id } = webhook
  const log = async () => (await opened.api.webhooks.deliveries({ id })).deliveries
  const bodies = () => http.sent.map(({ body }) => JSON.parse(body) as Record<string, any>)
  return { ...opened, id, log, bodies }
}

const unknown = '00000000-0000-4000-8000-000000000000'

describeEveryStorage('a test delivery', (open) => {
  const fresh = reusing(open)
  test('is sent at once, marked as a test, and answers what the endpoint answered', async () => {
    const { api, http, id, bodies, log } = await lab(fresh)
    http.answer({ status: 202, response: 'thanks', durationMs: 12 })
    const result = await api.webhooks.test({ id })
    expect(result).toEqual({ ok: true, status: 202, duration_ms: 12, response: 'thanks', attempt: 1, next_retry_at: null })
    expect(bodies()).toMatchObject([{ test: true, organization: 'acme', data: { record: expect.any(Object) } }])
    expect(await log()).toMatchObject([{ event_id: 0, event_type: 'company.created', ok: true, status_code: 202, payload: bodies()[0] }])
    expect(await api.webhooks.get({ id })).toMatchObject({ last_status: 202, last_delivery_at: expect.any(String), attempts_24h: 0 })
  })

  test.each([500, failed('timeout')])('a failure is an answer of its own, never retried, and counts for nothing', async (answer) => {
    const { api, engine, clock, http, id } = await lab(fresh)
    http.answer(answer)
    expect(await api.webhooks.test({ id })).toMatchObject({ ok: false, attempt: 1, next_retry_at: null })
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(1)
    expect(await api.webhooks.get({ id })).toMatchObject({ failure_count: 0, active: true })
  })

  test('reaches an inactive webhook, leaves it inactive, and does not touch its failures', async () => {
    const { api, http, id } = await lab(fresh)
    await api.webhooks.update({ id, active: false })
    await setAll(api, 'webhooks', { failure_count: 7 })
    expect(await api.webhooks.test({ id })).toMatchObject({ ok: true })
    expect(http.sent).toHaveLength(1)
    expect(await api.webhooks.get({ id })).toMatchObject({ active: false, failure_count: 7, last_status: 200 })
  })

  test('two tests have ids of their own; neither is in the event log or sent to others', async () => {
    const { api, engine, http, id, bodies } = await lab(fresh)
    await api.webhooks.create({ url: 'https://example.org/' })
    await api.webhooks.test({ id })
    await api.webhooks.test({ id })
    await engine.tick()
    const ids = bodies().map((body) => body['id'] as string)
    expect(new Set(ids).size).toBe(2)
    for (const each of ids) expect(each).toMatch(/^evt_test_[0-9a-f-]{36}$/)
    expect(http.sent.map(({ headers }) => headers['X-Service-Delivery'])).toEqual(ids)
    expect((await api.events.list()).events).toEqual([])
  })

  test('its type is the first that is subscribed to by name, else contact.created; its record is the latest of that kind', async () => {
    const { api, id, bodies } = await lab(fresh)
    await api.companies.create({ name: 'First' })
    const company = await api.companies.create({ name: 'Latest' })
    await api.webhooks.test({ id })
    await api.webhooks.update({ id, events: ['*'] })
    await api.webhooks.test({ id })
    expect(bodies()).toMatchObject([
      { type: 'company.created', entity: { type: 'company', id: company.id }, data: { name: 'Latest', record: { id: company.id } } },
      { type: 'contact.created', entity: { type: 'contact' } },
    ])
  })

  test('repeated under its idempotency key it is answered and not sent again, also while the first is under way', async () => {
    const { api, http, id } = await lab(fresh)
    const [gate, twice] = [new Gate(), { idempotencyKey: 'once' }]
    http.answer(() => gate.answer)
    const first = api.webhooks.test({ id }, twice)
    await http.received(1)
    await expect(api.webhooks.test({ id }, twice)).rejects.toMatchObject({ code: 'conflict', details: { retry_after: 5 } })
    gate.open(503)
    const result = await first
    expect(await api.webhooks.test({ id }, twice)).toEqual(result)
    expect(http.sent).toHaveLength(1)
    const [entry] = (await api.webhooks.deliveries({ id })).deliveries
    const again = () => api.webhooks.redeliver({ id, deliveryId: entry?.id ?? '' }, { idempotencyKey: 'again' })
    expect(await again()).toEqual(await again())
    expect(http.sent).toHaveLength(2)
  })

  test('what is refused under an idempotency key may be tried again; what died under it after a minute', async () => {
    const { api, clock, http, id } = await lab(fresh)
    const call = (webhook: string, idempotencyKey: string) => api.webhooks.test({ id: webhook }, { idempotencyKey })
    for (let index = 0; index < 2; index += 1)
      await expect(call(id.replace(/^./, 'f'), 'none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(call(id, 'k'.repeat(256))).rejects.toMatchObject({ code: 'invalid_input' })
    await call(id, 'died')
    await setAll(api, 'idempotency_keys', { result: null })
    await expect(call(id, 'died')).rejects.toMatchObject({ code: 'conflict' })
    clock.advance('1 minute')
    await call(id, 'died')
    expect(http.sent).toHaveLength(2)
  })

  test('sent again it is a test again: same bytes and id, next attempt, never retried', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer(500)
    await api.webhooks.test({ id })
    const [entry] = await log()
    expect(await api.webhooks.redeliver({ id, deliveryId: entry?.id ?? '' })).toMatchObject({ ok: false, attempt: 2, next_retry_at: null })
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(2)
    expect(http.sent[1]?.body).toBe(http.sent[0]?.body)
    expect(await api.webhooks.get({ id })).toMatchObject({ failure_count: 0 })
  })
})

describeEveryStorage('redeliver', (open, storage) => {
  const fresh = reusing(open)
  test('sends the same bytes under the same delivery id, and counts from the last attempt, whichever entry is given', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer((_, index) => (index < 2 ? 500 : 200))
    await happen(api)
    await pass(engine, clock, allRetries)
    const first = (await log()).at(-1)
    expect(first?.attempt).toBe(1)
    expect(await api.webhooks.redeliver({ id, deliveryId: first?.id ?? '' })).toMatchObject({ ok: true, attempt: 4, status: 200 })
    expect(new Set(http.sent.map(({ body }) => body)).size).toBe(1)
    expect(http.sent.at(-1)?.headers).toMatchObject({ 'X-Service-Delivery': 'evt_1', 'X-Service-Attempt': '4' })
    expect((await log()).map(({ attempt }) => attempt)).toEqual([4, 3, 2, 1])
    expect(await api.webhooks.redeliver({ id, deliveryId: first?.id.toUpperCase() ?? '' })).toMatchObject({ attempt: 5 })
  })

  test('two at once get two numbers and follow one another', async () => {
    const { api, engine, http, id, log } = await lab(fresh)
    await happen(api)
    await engine.tick()
    const [entry] = await log()
    const gate = new Gate()
    http.answer((_, index) => (index === 1 ? gate.answer : 200))
    const both = [1, 2].map(() => api.webhooks.redeliver({ id, deliveryId: entry?.id ?? '' }))
    await http.received(2)
    gate.open(200)
    const attempts = (await Promise.all(both)).map(({ attempt }) => attempt)
    expect(attempts.toSorted()).toEqual([2, 3])
    expect(http.most).toBe(1)
  })

  test('works on an inactive webhook', async () => {
    const { api, engine, id, log } = await lab(fresh)
    await happen(api)
    await engine.tick()
    await api.webhooks.update({ id, active: false })
    expect(await api.webhooks.redeliver({ id, deliveryId: (await log())[0]?.id ?? '' })).toMatchObject({ ok: true, attempt: 2 })
  })

  test('a failure before the sixth attempt takes the place of the retry that waits; a success cancels it', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer((_, index) => (index < 2 ? 500 : 200))
    await happen(api)
    await engine.tick()
    clock.advance('30 seconds')
    const deliveryId = (await log())[0]?.id ?? ''
    const result = await api.webhooks.redeliver({ id, deliveryId })
    expect(Date.parse(result.next_retry_at ?? '') - clock.now().getTime()).toBe(300_000)
    await pass(engine, clock, 299_000)
    expect(http.sent).toHaveLength(2)
    expect(await api.webhooks.redeliver({ id, deliveryId })).toMatchObject({ ok: true, attempt: 3, next_retry_at: null })
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(3)
  })

  test('from the sixth attempt on nothing is scheduled', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer(500)
    await happen(api)
    await pass(engine, clock, allRetries)
    const result = await api.webhooks.redeliver({ id, deliveryId: (await log())[0]?.id ?? '' })
    expect(result).toMatchObject({ ok: false, attempt: 7, next_retry_at: null })
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(7)
  })

  test('redelivers count both ways', async () => {
    const { api, engine, http, id, log } = await lab(fresh)
    http.answer((_, index) => (index < 3 ? 400 : 200))
    await happen(api)
    await engine.tick()
    const deliveryId = (await log())[0]?.id ?? ''
    await api.webhooks.redeliver({ id, deliveryId })
    await api.webhooks.redeliver({ id, deliveryId })
    expect(await api.webhooks.get({ id })).toMatchObject({ failure_count: 3 })
    await api.webhooks.redeliver({ id, deliveryId })
    expect(await api.webhooks.get({ id })).toMatchObject({ failure_count: 0 })
  })

  test('the payload is what was frozen when the event committed, whatever has become of the record', async () => {
    const { api, engine, http, id, log, bodies } = await lab(fresh)
    const contact = await api.contacts.create({ email: 'frozen@gmail.com', first_name: 'Before' })
    await api.contacts.update({ id: contact.id, first_name: 'After' })
    await api.contacts.delete({ id: contact.id })
    await engine.tick()
    const created = (await log()).find(({ event_type }) => event_type === 'contact.created')
    expect(created?.payload).toMatchObject({ data: { record: { first_name: 'Before', version: 1 } } })
    await api.webhooks.redeliver({ id, deliveryId: created?.id ?? '' })
    const same = http.sent.filter(({ headers }) => headers['X-Service-Delivery'] === created?.payload['id'])
    expect(same).toHaveLength(2)
    expect(same[0]?.body).toBe(same[1]?.body)
    expect(bodies().at(-1)).toEqual(created?.payload)
  })

  test('the log of another webhook, another organization or none is not found', async () => {
    const { api, engine, id, log } = await lab(fresh)
    await happen(api)
    await engine.tick()
    const deliveryId = (await log())[0]?.id ?? ''
    const other = await api.webhooks.create({ url: 'https://example.org/' })
    const stranger = engine.as({ organization: 'globex', user: 'hank@globex.test', role: 'admin', scopes: new Set(['webhooks']) })
    for (const call of [
      () => api.webhooks.redeliver({ id: other.id, deliveryId }),
      () => api.webhooks.redeliver({ id, deliveryId: unknown }),
      () => api.webhooks.redeliver({ id, deliveryId: 'nonsense' }),
      () => api.webhooks.redeliver({ id: unknown, deliveryId }),
      () => stranger.webhooks.redeliver({ id, deliveryId }),
      () => stranger.webhooks.test({ id }),
      () => stranger.webhooks.deliveries({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a redeliver whose process died is logged as lost, and its successor keeps the count without a gap', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    await happen(api)
    await engine.tick()
    const lease_until = stored(storage, clock.now().getTime() - 1)
    await setAll(api, 'webhook_deliveries', { status: 'inflight', attempt: 2, lease_token: id, lease_until })
    clock.advance('2 seconds')
    await engine.tick()
    expect((await log()).map(({ attempt, response }) => [attempt, response])).toEqual([
      [3, 'answered 200'],
      [2, 'worker_lost'],
      [1, 'answered 200'],
    ])
    expect(http.sent).toHaveLength(2)
  })

  test('the log shows the last 50 attempts, newest first, and hides none whose retry waits from being made', async () => {
    const { api, engine, clock, http, id, log } = await lab(fresh)
    http.answer((_, index) => (index === 0 ? 500 : 200))
    await happen(api, 51)
    await engine.tick()
    const shown = await log()
    expect(shown).toHaveLength(50)
    expect(shown.map(({ created_at, id: each }) => `${created_at} ${each}`)).toEqual(
      shown
        .map(({ created_at, id: each }) => `${created_at} ${each}`)
        .toSorted()
        .toReversed(),
    )
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(52)
    expect((await log())[0]).toMatchObject({ attempt: 2, ok: true })
    expect(await rows(api, 'webhook_attempts')).toHaveLength(52)
    expect(id).toBe((await log())[0]?.webhook_id)
  })
})
