import { expect, it } from 'vitest'
import { describeContract, hour, minute } from './walk.ts'

describeContract('8.1 Request limits', (walk) => {
  it('120 requests per minute and key: the 121st is refused, another key and the next minute are not', async () => {
    const me = await walk.enter()
    const other = await walk.keyFor(me, {})
    const first = await me.get('/me')
    expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['120', '119'])
    for (let at = 1; at < 120; at += 1) expect((await me.get('/me')).status).toBe(200)
    const refused = await me.get('/me')
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([429, '0'])
    expect((await other.get('/me')).status).toBe(200)
    walk.clock.advance('1 minute')
    expect((await me.get('/me')).status).toBe(200)
  })

  it('refused requests count, too', async () => {
    const me = await walk.enter()
    await me.get('/contacts?limit=0')
    await me.post('/contacts', '{')
    const { json } = await me.get('/me')
    expect(json.rate_limit).toMatchObject({ limit: 120, remaining: 117 })
  })

  it('the quotas of the plans: 1,000 a month, 1,000 a day, 10,000, 50,000 and 50,000 more', async () => {
    const { json } = await walk.bare('GET', '/catalog')
    expect(json.limits.quotas).toEqual([
      { plan: 'unlimited', requests: null, period: null },
      { plan: 'free', requests: 1000, period: 'month' },
      { plan: 'starter', requests: 1000, period: 'day' },
      { plan: 'growth', requests: 10_000, period: 'day' },
      { plan: 'scale', requests: 50_000, period: 'day' },
      { plan: 'scale_automation', requests: 100_000, period: 'day' },
    ])
  })

  it('a workspace whose quota is used up gets 429 quota_exceeded with the seconds until it resets', async () => {
    const me = await walk.enter({ plan: 'starter' })
    walk.clock.set(new Date(Math.ceil(walk.clock.now().getTime() / 86_400_000) * 86_400_000))
    for (let at = 0; at < 1000; at += 100) {
      walk.clock.advance('1 minute')
      const answers = await Promise.all(Array.from({ length: 100 }, () => me.get('/me')))
      expect([at, ...new Set(answers.map(({ status }) => status))]).toEqual([at, 200])
    }
    walk.clock.advance('1 minute')
    const { status, json, headers } = await me.get('/me')
    expect([status, json.code]).toEqual([429, 'quota_exceeded'])
    expect(Number(headers.get('retry-after'))).toBe(24 * 3600 - 11 * 60)
    walk.clock.advance('1 day')
    expect((await me.get('/me')).json.quota).toMatchObject({ period: 'day', used: 1, limit: 1000, remaining: 999 })
  })

  it('the delivery log shows the last 50 deliveries of a webhook', async () => {
    const me = await walk.enter()
    const { json: webhook } = await me.post('/webhooks', { url: walk.endpoint().url })
    for (let at = 0; at < 51; at += 1) await me.post(`/webhooks/${webhook.id}/test`)
    const { json } = await me.get(`/webhooks/${webhook.id}/deliveries`)
    expect(json.deliveries).toHaveLength(50)
  })

  it('the first 500 characters of the response of an endpoint are kept', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer({ status: 200, body: '😀'.repeat(600) })
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    const { json } = await me.post(`/webhooks/${webhook.id}/test`)
    expect(json.response).toBe('😀'.repeat(500))
    expect((await me.get(`/webhooks/${webhook.id}/deliveries`)).json.deliveries[0].response).toBe(json.response)
  })
})

describeContract('8.2 Webhook delivery limits', (walk) => {
  it('retries are sent after 1 minute, 5 minutes, 30 minutes, 2 hours and 6 hours: never early, six attempts in all', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer(500)
    await me.post('/webhooks', { url: endpoint.url })
    await me.post('/tasks', { title: 'Call' })
    await walk.engine.tick()
    for (const [at, delay] of [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour].entries()) {
      await walk.pass(delay - 1)
      expect(endpoint.deliveries).toHaveLength(at + 1)
      await walk.pass(1)
      expect(endpoint.deliveries).toHaveLength(at + 2)
    }
    await walk.pass(24 * hour)
    expect(endpoint.deliveries).toHaveLength(6)
  })

  it('the catalog has the limits', async () => {
    const { json } = await walk.bare('GET', '/catalog')
    expect(json.limits).toMatchObject({
      requests_per_minute: 120,
      ingest_batch_records: 5000,
      webhook_attempts: 6,
      webhook_retry_delays_seconds: [60, 300, 1800, 7200, 21_600],
      webhook_deactivation_failures: 25,
      webhook_deliveries_shown: 50,
    })
  })
})
