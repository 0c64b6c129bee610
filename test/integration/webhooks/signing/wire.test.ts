import { Http, verify } from 'rapport-crm'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { type Receiver, receiver } from '../../../support/receiver.ts'
import { describeEveryStorage, type Open } from '../../../support/storages.ts'

async function lab(open: Open, endpoint: Receiver, clock: TestClock) {
  const opened = await open({ clock, ports: [new Http({ allow: ['127.0.0.1'], ca: endpoint.ca })] })
  const webhook = await opened.api.webhooks.create({ url: `${endpoint.url}hook`, events: ['contact.*'] })
  endpoint.trust(webhook.secret)
  return { ...opened, webhook }
}

describeEveryStorage('a delivery on the wire', (open) => {
  test('is a POST of the frozen JSON with the headers of the contract, signed', async () => {
    const clock = new TestClock()
    await using endpoint = await receiver({ clock })
    const { api, engine, webhook } = await lab(open, endpoint, clock)
    const contact = await api.contacts.create({ email: 'zoe@gmail.com', first_name: 'Zażółć 😀 \u2028', custom: { z: 1, a: '1.0' } })
    clock.advance('90 seconds')
    await engine.tick()
    const [delivery, ...others] = endpoint.deliveries
    expect(others).toEqual([])
    expect(delivery).toMatchObject({ method: 'POST', path: '/hook', verified: true })
    const timestamp = String(clock.now().getTime() / 1000)
    expect(delivery?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(delivery?.rawBody.length),
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': 'contact.created',
      'x-service-delivery': 'evt_1',
      'x-service-attempt': '1',
      'x-service-timestamp': timestamp,
      'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    })
    expect(delivery?.body).toEqual({
      id: 'evt_1',
      type: 'contact.created',
      created_at: '2026-01-15T09:00:00.000Z',
      organization: 'acme',
      entity: { type: 'contact', id: contact.id },
      data: expect.objectContaining({ id: contact.id, name: 'Zażółć 😀 \u2028', record: expect.any(Object) }),
    })
    const [record] = endpoint.deliveries.map(({ body }) => (body as { data: { record: object } }).data.record)
    expect(contact).toMatchObject(record ?? {})
    const again = JSON.stringify(Object.fromEntries(Object.entries(delivery?.body as object).toReversed()))
    const { headers = {} } = delivery ?? {}
    expect(verify({ headers, body: again, secret: webhook.secret, now: clock.now() })).toBe(false)
  })

  test('a move says whence and where to, a change of properties which', async () => {
    const clock = new TestClock()
    await using endpoint = await receiver({ clock })
    const { api, engine } = await lab(open, endpoint, clock)
    const { id } = await api.contacts.create({ email: 'zoe@gmail.com' })
    await engine.tick()
    await api.contacts.update({ id, lifecycle_stage: 'customer', title: 'Buyer' })
    await engine.tick()
    const data = endpoint.deliveries.map(({ body }) => body as { type: string; data: Record<string, unknown> })
    expect(data.find(({ type }) => type === 'contact.lifecycle_changed')?.data).toMatchObject({ from: null, to: 'customer' })
    expect(data.find(({ type }) => type === 'contact.property_changed')?.data['changed']).toEqual(['lifecycle_stage', 'title'])
    expect(endpoint.deliveries.every(({ verified }) => verified)).toBe(true)
  })

  test('is accepted by a library of Standard Webhooks, before and after a rotation, with either secret', async () => {
    await using endpoint = await receiver()
    const clock = new TestClock(new Date())
    const { api, engine, webhook } = await lab(open, endpoint, clock)
    await api.contacts.create({ email: 'zoe@gmail.com' })
    await engine.tick()
    const rotated = await api.webhooks.rotateSecret({ id: webhook.id })
    expect(rotated.secret).not.toBe(webhook.secret)
    await api.contacts.create({ email: 'yan@gmail.com' })
    await engine.tick()
    const [before, after] = endpoint.deliveries
    const accepts = (secret: string, delivery = before) =>
      new StandardWebhook(secret).verify(Buffer.from(delivery?.rawBody ?? []).toString(), { ...delivery?.headers })
    expect(accepts(webhook.secret)).toMatchObject({ type: 'contact.created' })
    expect(() => accepts(rotated.secret)).toThrow('No matching signature')
    expect(accepts(webhook.secret, after)).toMatchObject({ type: 'contact.created' })
    expect(accepts(rotated.secret, after)).toMatchObject({ type: 'contact.created' })
    clock.advance('25 hours')
    await api.contacts.create({ email: 'xia@gmail.com' })
    await engine.tick()
    expect(endpoint.deliveries[2]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  test('an answer that comes when the attempt was given up does not cancel the retry: the endpoint gets it twice', async () => {
    const clock = new TestClock()
    await using endpoint = await receiver({ clock })
    const http = new Http({ allow: ['127.0.0.1'], ca: endpoint.ca, timeoutMs: 400 })
    const { api, engine } = await open({ clock, ports: [http] })
    const { id } = await api.webhooks.create({ url: endpoint.url, events: ['contact.created'] })
    const late = Promise.withResolvers<number>()
    endpoint.respondWith(() => late.promise)
    await api.contacts.create({ email: 'zoe@gmail.com' })
    await engine.tick()
    late.resolve(200)
    endpoint.respondWith(200)
    clock.advance('1 minute')
    await engine.tick()
    expect(endpoint.deliveries.map(({ headers }) => [headers['x-service-delivery'], headers['x-service-attempt']])).toEqual([
      ['evt_1', '1'],
      ['evt_1', '2'],
    ])
    const { deliveries } = await api.webhooks.deliveries({ id })
    expect(deliveries.map(({ ok, status_code }) => [ok, status_code])).toEqual([
      [true, 200],
      [false, 0],
    ])
  })

  test('a redirect is not followed', async () => {
    await using endpoint = await receiver()
    await using other = await receiver()
    const clock = new TestClock()
    const { api, engine, webhook } = await lab(open, endpoint, clock)
    endpoint.respondWith({ status: 307, headers: { location: other.url } })
    await api.contacts.create({ email: 'zoe@gmail.com' })
    await engine.tick()
    expect(other.deliveries).toEqual([])
    expect((await api.webhooks.deliveries({ id: webhook.id })).deliveries).toMatchObject([
      { status_code: 307, ok: false, next_retry_at: null },
    ])
  })
})
