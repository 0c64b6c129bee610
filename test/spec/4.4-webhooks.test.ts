import { expect, it } from 'vitest'
import { describeContract, unknownId } from './walk.ts'

describeContract('4.4 Webhooks', (walk) => {
  it('all operations need the scope webhooks', async () => {
    const me = await walk.enter()
    const reader = await walk.keyFor(me, { scopes: ['read', 'write', 'delete', 'mcp'] })
    for (const [method, path] of [
      ['GET', '/webhooks'],
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${unknownId}`],
      ['DELETE', `/webhooks/${unknownId}`],
      ['POST', `/webhooks/${unknownId}/test`],
      ['GET', `/webhooks/${unknownId}/deliveries`],
      ['POST', `/webhooks/${unknownId}/deliveries/${unknownId}/redeliver`],
    ] as const) {
      const { status, json } = await reader.send(method, path)
      expect([method, path, status, json.scopes]).toEqual([method, path, 403, ['webhooks']])
    }
    expect((await (await walk.keyFor(me, { scopes: ['webhooks'] })).get('/webhooks')).status).toBe(200)
  })

  it('GET /webhooks answers {webhooks: [...]}, newest first, each with url, events, active, last status and delivery time, failure count', async () => {
    const me = await walk.enter()
    expect((await me.get('/webhooks')).json).toEqual({ webhooks: [], next_cursor: null })
    const endpoint = walk.endpoint()
    endpoint.answer(503)
    const { json: first } = await me.post('/webhooks', { url: endpoint.url })
    walk.clock.advance('1 second')
    const { json: second } = await me.post('/webhooks', { url: walk.endpoint().url, events: ['deal.won'] })
    await me.post('/contacts', { first_name: 'Ada' })
    await walk.pass(0)
    const { json } = await me.get('/webhooks')
    expect(json).toEqual({
      webhooks: [second, { ...first, failure_count: 1, last_status: 503, last_delivery_at: expect.any(String), success_rate_24h: 0 }],
      next_cursor: null,
    })
  })

  it('POST /webhooks answers the record with its secret, 201; events are ["*"] unless given', async () => {
    const me = await walk.enter()
    const { status, json } = await me.post('/webhooks', { url: walk.endpoint().url })
    expect([status, json.events, json.secret.length >= 32]).toEqual([201, ['*'], true])
  })

  it('POST /webhooks accepts a secret of the caller', async () => {
    const me = await walk.enter()
    const secret = 'a secret of 27 characters 🔑'
    expect((await me.post('/webhooks', { url: walk.endpoint().url, secret })).json.secret).toBe(secret)
    expect((await me.post('/webhooks', { url: walk.endpoint().url, secret: 'short' })).status).toBe(422)
  })

  it('the url is required and must be https, on create and on update', async () => {
    const me = await walk.enter()
    const { json: webhook } = await me.post('/webhooks', { url: walk.endpoint().url })
    expect((await me.post('/webhooks', {})).json.errors).toMatchObject([{ path: '/url', code: 'required' }])
    for (const url of ['http://example.com/', 'ftp://example.com/', 'example.com', '', 'https://u:p@example.com/', 7])
      for (const answer of [await me.post('/webhooks', { url }), await me.patch(`/webhooks/${webhook.id}`, { url })])
        expect([url, answer.status, answer.json.errors[0].path]).toEqual([url, 422, '/url'])
    expect((await me.get('/webhooks')).json.webhooks).toEqual([webhook])
  })

  it('a url of a private address is refused', async () => {
    const me = await walk.enter()
    for (const url of ['https://10.0.0.1/', 'https://192.168.1.1/', 'https://[::1]/', 'https://169.254.169.254/', 'https://0x7f000002/'])
      expect([url, (await me.post('/webhooks', { url })).json.errors?.[0].code]).toEqual([url, 'blocked_address'])
  })

  it('events are types, families or everything; an unknown one is 422 that lists the known ones', async () => {
    const me = await walk.enter()
    const { url } = walk.endpoint()
    for (const events of [['contact.created'], ['deal.*', 'task.completed'], ['*']])
      expect((await me.post('/webhooks', { url, events })).json.events).toEqual(events)
    for (const events of [['contact.sold'], ['shoes.*'], ['*.created'], []])
      expect([events, (await me.post('/webhooks', { url, events })).status]).toEqual([events, 422])
    const { json } = await me.post('/webhooks', { url, events: ['contact.sold'] })
    expect(json.errors[0]).toMatchObject({ path: '/events/0', allowed: expect.arrayContaining(['contact.created', 'deal.*', '*']) })
  })

  it('PATCH /webhooks/{id} changes url, events, description and active, and answers the record', async () => {
    const me = await walk.enter()
    const { json: webhook } = await me.post('/webhooks', { url: walk.endpoint().url })
    const changes = { url: walk.endpoint().url, events: ['deal.*'], description: 'For the ERP', active: false }
    const { status, json } = await me.patch(`/webhooks/${webhook.id}`, changes)
    expect([status, json]).toEqual([200, { ...webhook, ...changes }])
    expect((await me.patch(`/webhooks/${webhook.id}`, { secret: 'another one of mine' })).json.errors[0].path).toBe('/secret')
  })

  it('DELETE /webhooks/{id} answers {deleted: true}, and nothing is sent any more', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    await me.post('/contacts', { first_name: 'Ada' })
    expect((await me.delete(`/webhooks/${webhook.id}`)).json).toEqual({ deleted: true })
    await walk.pass(0)
    expect(endpoint.deliveries).toEqual([])
    expect((await me.delete(`/webhooks/${webhook.id}`)).status).toBe(404)
    expect((await me.get(`/webhooks/${webhook.id}/deliveries`)).status).toBe(404)
  })

  it('POST /webhooks/{id}/test sends a sample marked test: true at once and answers the response of the endpoint', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    endpoint.answer({ status: 418, body: 'a teapot' })
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url, events: ['task.completed'] })
    const { status, json } = await me.post(`/webhooks/${webhook.id}/test`)
    expect([status, json]).toEqual([200, expect.objectContaining({ ok: false, status: 418, response: 'a teapot', attempt: 1 })])
    expect(endpoint.deliveries[0]?.body).toMatchObject({ test: true, type: 'task.completed', organization: me.organization })
    expect((await me.get('/events')).json.events).toEqual([])
  })

  it('GET /webhooks/{id}/deliveries answers {deliveries: [...]}, newest first', async () => {
    const me = await walk.enter()
    const { json: webhook } = await me.post('/webhooks', { url: walk.endpoint().url })
    const path = `/webhooks/${webhook.id}/deliveries`
    expect((await me.get(path)).json).toEqual({ deliveries: [] })
    for (const first_name of ['Ada', 'Grace']) {
      await me.post('/contacts', { first_name })
      walk.clock.advance('1 second')
      await walk.pass(0)
    }
    const { json } = await me.get(path)
    expect(json.deliveries.map((each: any) => each.payload.data.name)).toEqual(['Grace', 'Ada'])
  })

  it('POST .../redeliver sends the same payload with the same delivery id and the next attempt number', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url })
    const { json: contact } = await me.post('/contacts', { first_name: 'Ada' })
    await walk.pass(0)
    await me.patch(`/contacts/${contact.id}`, { first_name: 'Changed' })
    const { json: log } = await me.get(`/webhooks/${webhook.id}/deliveries`)
    const { json } = await me.post(`/webhooks/${webhook.id}/deliveries/${log.deliveries[0].id}/redeliver`)
    expect(json).toMatchObject({ ok: true, attempt: 2 })
    const [first, second] = endpoint.deliveries.filter(({ headers }) => headers['x-service-event'] === 'contact.created')
    expect(Buffer.from(second!.rawBody).equals(first!.rawBody)).toBe(true)
    expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery'])
    expect(second!.headers['x-service-attempt']).toBe('2')
  })

  it('a delivery of another webhook is 404', async () => {
    const me = await walk.enter()
    const [{ json: one }, { json: two }] = [
      await me.post('/webhooks', { url: walk.endpoint().url }),
      await me.post('/webhooks', { url: walk.endpoint().url }),
    ]
    await me.post(`/webhooks/${one.id}/test`)
    const { json: log } = await me.get(`/webhooks/${one.id}/deliveries`)
    for (const id of [log.deliveries[0].id, unknownId, 'nonsense'])
      expect((await me.post(`/webhooks/${two.id}/deliveries/${id}/redeliver`)).status).toBe(404)
  })
})
