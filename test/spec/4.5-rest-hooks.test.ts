import { expect, it } from 'vitest'
import { describeContract } from './walk.ts'

describeContract('4.5 REST hooks', (walk) => {
  it('POST /hooks with a target_url answers id, secret and events, and makes a webhook', async () => {
    const me = await walk.enter()
    const { url } = walk.endpoint()
    const { status, json } = await me.post('/hooks', { target_url: url, event: 'contact.created', description: 'Zap' })
    expect([status, Object.keys(json)]).toEqual([201, ['id', 'secret', 'events']])
    const { json: list } = await me.get('/webhooks')
    expect(list.webhooks).toMatchObject([{ ...json, url, events: ['contact.created'], description: 'Zap', source: 'rest_hook' }])
  })

  it.each(['target_url', 'url', 'hookUrl'])('the address may be named %s', async (name) => {
    const me = await walk.enter()
    const { url } = walk.endpoint()
    expect((await me.post('/hooks', { [name]: url })).status).toBe(201)
    expect((await me.get('/webhooks')).json.webhooks).toMatchObject([{ url }])
  })

  it('an address is required, https, and not a private one', async () => {
    const me = await walk.enter()
    for (const body of [{}, { target_url: 'http://example.com/' }, { hookUrl: 'https://10.0.0.1/' }])
      expect([body, (await me.post('/hooks', body)).status]).toEqual([body, 422])
  })

  it('event and events are combined; without both, everything is subscribed', async () => {
    const me = await walk.enter()
    const target_url = walk.endpoint().url
    const both = await me.post('/hooks', { target_url, event: 'deal.won', events: ['contact.*', 'deal.won'] })
    expect(both.json.events.toSorted()).toEqual(['contact.*', 'deal.won'])
    expect((await me.post('/hooks', { target_url })).json.events).toEqual(['*'])
    expect((await me.post('/hooks', { target_url, event: 'shoes.sold' })).status).toBe(422)
  })

  it('subscribed events are sent, signed', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    await me.post('/hooks', { target_url: endpoint.url, event: 'task.created' })
    await me.post('/tasks', { title: 'Call' })
    await me.post('/contacts', { first_name: 'Ada' })
    await walk.pass(0)
    expect(endpoint.deliveries.map(({ body }) => (body as any).type)).toEqual(['task.created'])
  })

  it('DELETE /hooks/{id} answers {deleted: true}, and does not touch webhooks of the API', async () => {
    const me = await walk.enter()
    const { json: hook } = await me.post('/hooks', { target_url: walk.endpoint().url })
    const { json: webhook } = await me.post('/webhooks', { url: walk.endpoint().url })
    expect((await me.delete(`/hooks/${hook.id}`)).json).toEqual({ deleted: true })
    expect((await me.delete(`/hooks/${webhook.id}`)).status).toBe(404)
    expect((await me.get('/webhooks')).json.webhooks).toMatchObject([{ id: webhook.id }])
  })

  it('GET /hooks/sample answers an array with one example delivery of contact.created', async () => {
    const me = await walk.enter()
    const { status, json } = await me.get('/hooks/sample')
    expect([status, json.length]).toEqual([200, 1])
    expect(json[0]).toEqual({
      id: 'evt_sample',
      type: 'contact.created',
      created_at: expect.any(String),
      entity: { type: 'contact', id: expect.any(String) },
      data: { record: expect.objectContaining({ email: expect.any(String), custom_properties: {} }) },
    })
  })

  it('the sample is built from the latest matching record, if any', async () => {
    const me = await walk.enter()
    await me.post('/companies', { name: 'Lovelace Ltd' })
    walk.clock.advance('1 second')
    const { json: company } = await me.post('/companies', { name: 'Hopper Inc' })
    const { json } = await me.get('/hooks/sample?event=company.created')
    expect(json[0]).toMatchObject({
      type: 'company.created',
      entity: { type: 'company', id: company.id },
      data: { record: { name: 'Hopper Inc' } },
    })
  })

  it('every event of the catalog has a sample; an unknown type is 422', async () => {
    const me = await walk.enter()
    const { json: catalog } = await me.get('/catalog')
    for (const { type } of catalog.event_types) {
      const { status, json } = await me.get(`/hooks/sample?event=${type}`)
      expect([type, status, json[0].type, json[0].entity.type]).toEqual([type, 200, type, type.split('.')[0]])
    }
    expect((await me.get('/hooks/sample?event=shoes.sold')).status).toBe(422)
  })
})
