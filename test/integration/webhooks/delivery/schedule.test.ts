import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage } from '../../../support/storages.ts'
import {
  allRetries,
  type Answer,
  day,
  failed,
  happen,
  hour,
  type Lab,
  minute,
  openLab,
  pass,
  probe,
  reusing,
  rows,
  setAll,
  stored,
} from '../lab.ts'

async function lab(fresh: () => Promise<Lab>) {
  const opened = await fresh()
  const webhook = await opened.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
  return { ...opened, webhook, start: opened.clock.now().getTime() }
}

describeEveryStorage('the schedule of one delivery', (open, storage) => {
  const fresh = reusing(open)
  test('six attempts at 0, 1 m, 6 m, 36 m, 2 h 36 m and 8 h 36 m, then none for the 29 days after', async () => {
    const { api, engine, clock, http, webhook, start } = await lab(fresh)
    http.answer(500)
    await happen(api)
    await pass(engine, clock, 9 * hour)
    clock.advance('29 days')
    await engine.tick()
    // 30 days since the first one are nearly over, and the log is kept for as long.
    const minutes = http.sent.map(({ at }) => (at.getTime() - start) / minute)
    expect(minutes).toEqual([0, 1, 6, 36, 156, 516])
    const { deliveries } = await api.webhooks.deliveries({ id: webhook.id })
    const log = deliveries.toReversed()
    expect(log.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
    const delays = log.map(({ next_retry_at, created_at }) => next_retry_at && (Date.parse(next_retry_at) - Date.parse(created_at)) / 1000)
    expect(delays).toEqual([60, 300, 1800, 7200, 21_600, null])
    expect(await rows(api, 'webhook_deliveries')).toMatchObject([
      { status: 'failed', attempt: 6, step: 6, due_at: null, lease_token: null },
    ])
  })

  test('all attempts carry the same bytes and delivery id; number, timestamp and signature differ', async () => {
    const { api, engine, clock, http } = await lab(fresh)
    http.answer(503)
    await happen(api)
    await pass(engine, clock, allRetries)
    expect(new Set(http.sent.map(({ body }) => body)).size).toBe(1)
    const all = (name: string) => http.sent.map(({ headers }) => headers[name])
    expect(new Set(all('X-Service-Delivery'))).toEqual(new Set(['evt_1']))
    expect(all('X-Service-Attempt')).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(new Set(all('X-Service-Timestamp')).size).toBe(6)
    expect(new Set(all('X-Service-Signature')).size).toBe(6)
  })

  test('a retry is never early', async () => {
    const { api, engine, clock, http } = await lab(fresh)
    http.answer(500)
    await happen(api)
    await engine.tick()
    clock.advance(59_999)
    expect(await engine.tick()).toEqual(new Date(clock.now().getTime() + 1))
    expect(http.sent).toHaveLength(1)
    clock.advance(1)
    await engine.tick()
    expect(http.sent).toHaveLength(2)
  })

  test('a 2xx at the third attempt ends it', async () => {
    const { api, engine, clock, http, webhook } = await lab(fresh)
    http.answer((_, index) => (index < 2 ? 500 : 204))
    await happen(api)
    await pass(engine, clock, hour)
    clock.advance('30 days')
    await engine.tick()
    expect(http.sent).toHaveLength(3)
    expect(await api.webhooks.get({ id: webhook.id })).toMatchObject({ failure_count: 0, last_status: 204, pending: 0 })
  })

  test('last_status keeps the last status received, through attempts without an answer', async () => {
    const { api, engine, clock, http, webhook } = await lab(fresh)
    http.answer((_, index) => (index === 0 ? 502 : failed('timeout')))
    await happen(api)
    await pass(engine, clock, hour)
    expect(await api.webhooks.get({ id: webhook.id })).toMatchObject({ last_status: 502, last_delivery_at: expect.any(String) })
    const { deliveries } = await api.webhooks.deliveries({ id: webhook.id })
    expect(deliveries[0]).toMatchObject({ status_code: 0, ok: false, response: 'timeout' })
  })

  test('a retry goes to the current URL with the current secret; fewer events do not drop it', async () => {
    const { api, engine, clock, http, webhook } = await lab(fresh)
    http.answer((_, index) => (index === 0 ? 500 : 200))
    await happen(api)
    await engine.tick()
    await api.webhooks.update({ id: webhook.id, url: 'https://example.org/new', events: ['company.created'] })
    await api.webhooks.rotateSecret({ id: webhook.id, secret: 'a secret of the caller' })
    await pass(engine, clock, hour)
    const [first, second] = http.sent
    expect([first?.url, second?.url]).toEqual(['https://example.com/hook', 'https://example.org/new'])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  test('a clock that jumps a day ahead sends each due delivery once', async () => {
    const { api, engine, clock, http } = await lab(fresh)
    http.answer((_, index) => (index < 3 ? 500 : 200))
    await happen(api, 3)
    await engine.tick()
    clock.advance('1 day')
    await engine.tick()
    expect(http.sent.map(({ headers }) => headers['X-Service-Attempt'])).toEqual(['1', '1', '1', '2', '2', '2'])
    await pass(engine, clock, allRetries)
    expect(http.sent).toHaveLength(6)
  })

  // Another process sets out with the clock of before, which a database in memory does not outlive.
  test.skipIf(storage === 'SQLite memory')(
    'a clock that is set a day back sends nothing twice, delays no retry by more than itself, and takes over what was under way',
    async () => {
      const { api, engine, clock, http, place, webhook } = await lab(() => openLab(open))
      http.answer((_, index) => (index === 1 ? 500 : 200))
      await happen(api, 2)
      await engine.tick()
      const [delivery] = (await rows(api, 'webhook_deliveries')).filter(({ status }) => status === 'ok')
      const lease = stored(storage, clock.now().getTime() + 30_000)
      await happen(api)
      await engine.close()
      const set = new TestClock(new Date(clock.now().getTime() - day))
      const behind = await open({ clock: set, place, ports: [http], plugins: [probe] })
      await behind.engine.tick()
      expect(http.sent.map(({ headers }) => headers['X-Service-Delivery'])).toEqual(['evt_1', 'evt_2', 'evt_3'])
      await setAll(behind.api, 'webhook_deliveries', { status: 'inflight', attempt: 2, lease_token: delivery?.['id'], lease_until: lease })
      await pass(behind.engine, set, 2 * minute)
      const stillThere = await rows(behind.api, 'webhook_deliveries')
      expect(stillThere.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
      const { deliveries } = await behind.api.webhooks.deliveries({ id: webhook.id })
      expect(deliveries.every(({ duration_ms }) => duration_ms >= 0)).toBe(true)
      const numbers = http.sent.map(({ headers }) => `${headers['X-Service-Delivery']} ${headers['X-Service-Attempt']}`)
      expect(new Set(numbers).size).toBe(numbers.length)
    },
  )

  test('1,000 deliveries that fall due at one moment are all sent then, at most 16 to one endpoint at a time', async () => {
    const { api, engine, clock, http } = await lab(fresh)
    for (let index = 1; index < 50; index += 1) await api.webhooks.create({ url: `https://example.com/${index}` })
    await happen(api, 20)
    await engine.tick()
    expect(http.sent).toHaveLength(1000)
    expect(http.most).toBe(16)
    expect(new Set(http.sent.map(({ at }) => at.getTime()))).toEqual(new Set([clock.now().getTime()]))
    expect(new Set((await rows(api, 'webhook_deliveries')).map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(new Set(['ok 1']))
  })

  test('an attempt whose worker was lost is logged as lost, counts for nothing, and is made again at once', async () => {
    const { api, engine, clock, http, webhook } = await lab(fresh)
    http.answer(500)
    await happen(api)
    await engine.tick()
    await setAll(api, 'webhook_deliveries', {
      status: 'inflight',
      attempt: 2,
      lease_token: webhook.id,
      lease_until: stored(storage, clock.now().getTime() + 30_000),
    })
    await pass(engine, clock, 29_999)
    expect(http.sent).toHaveLength(1)
    await pass(engine, clock, 1)
    const { deliveries } = await api.webhooks.deliveries({ id: webhook.id })
    expect(deliveries.map(({ attempt, response, status_code }) => [attempt, response, status_code])).toEqual([
      [3, 'answered 500', 500],
      [2, 'worker_lost', 0],
      [1, 'answered 500', 500],
    ])
    // The lost one took no step of the schedule: the third attempt was the second of it.
    expect(Date.parse(deliveries[0]?.next_retry_at ?? '') - clock.now().getTime()).toBe(300_000)
    expect(await api.webhooks.get({ id: webhook.id })).toMatchObject({ failure_count: 2 })
  })
})

describeEveryStorage('the end of an attempt', (open) => {
  const fresh = reusing(open)

  test('retried are 408, 429, 5xx and what got no answer; any other failure is final at once', async () => {
    const { api, engine, clock, http } = await fresh()
    const answers: Readonly<Record<string, [Answer, attempts: number, status_code: number]>> = {
      refused: [failed('connection_refused'), 6, 0],
      unnamed: [failed('dns_error'), 6, 0],
      408: [408, 6, 408],
      429: [429, 6, 429],
      501: [501, 6, 501],
      400: [400, 1, 400],
      410: [410, 1, 410],
      redirected: [302, 1, 302],
      'never-to-be-called': [failed('blocked_address', true), 1, 0],
    }
    http.answer(({ url }) => answers[url.split('/').at(-1) ?? '']?.[0] ?? 200)
    const webhooks = []
    for (const name of Object.keys(answers))
      webhooks.push({ name, ...(await api.webhooks.create({ url: `https://example.com/${name}`, events: ['contact.created'] })) })
    await happen(api)
    await pass(engine, clock, allRetries)
    for (const { id, name } of webhooks) {
      const [, attempts, status_code] = answers[name] ?? []
      const { deliveries } = await api.webhooks.deliveries({ id })
      expect([name, deliveries.length, deliveries[0]]).toMatchObject([name, attempts, { ok: false, status_code, next_retry_at: null }])
      expect(await api.webhooks.get({ id })).toMatchObject({ active: true, failure_count: attempts })
    }
  })

  test('Retry-After changes nothing, be it short, long or no number', async () => {
    const { api, engine, clock, http, start, webhook } = await lab(fresh)
    const given = ['1', '86400', 'tomorrow, perhaps']
    http.answer((_, index) => ({ status: 429, retryAfter: given[index] ?? null }))
    await happen(api)
    await pass(engine, clock, 37 * minute)
    expect(http.sent.map(({ at }) => (at.getTime() - start) / minute)).toEqual([0, 1, 6, 36])
    const kept = (await rows(api, 'webhook_attempts')).toSorted((a, b) => a['attempt'] - b['attempt'])
    expect(kept.map((each) => each['retry_after'])).toEqual([...given, null])
    expect(await api.webhooks.get({ id: webhook.id })).toMatchObject({ failure_count: 4 })
  })
})
