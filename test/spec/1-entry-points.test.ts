import { mcp } from 'rapport-crm/mcp'
import { expect, it } from 'vitest'
import { aBatch, aCompany, aContact, anInvoice } from '../support/builders.ts'
import { bin, call, HostLab } from '../support/host.ts'
import { clients } from '../adapters/mcp-clients.ts'
import { describeContract } from './walk.ts'

describeContract('1 Four entry points to the same objects', (walk) => {
  it('a contact made by REST is found by the tools, in the app and in the event log', async () => {
    const me = await walk.enter()
    const { json: made } = await me.post('/contacts', { email: 'ada@lovelace.test', first_name: 'Ada' })
    const inApp = await walk.engine
      .as({ organization: me.organization, user: me.user, scopes: new Set(['read']) })
      .contacts.get({ id: made.id })
    const client = await clients['sdk 1 (2025-11-25)']!(mcp(walk.engine), { token: me.key })
    const byTool = await client.call('get_contact', { id: made.id })
    await client.close()
    expect([inApp, byTool.structuredContent]).toEqual([made, made])
    expect((await me.get('/events?type=contact.created')).json.events).toMatchObject([{ entity_id: made.id }])
  })

  it('push ingest: invoices of an ERP under its own field names create invoices, customers and events', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/sync/ingest', aBatch([anInvoice({ customer_name: 'Lovelace Ltd' }), { shoes: 2 }]))
    expect(json).toMatchObject({ created: 1, rejected: [{ index: 1, reason: expect.any(String) }] })
    expect((await me.get('/companies')).json.companies).toMatchObject([{ name: 'Lovelace Ltd' }])
    expect((await me.get('/events')).json.events).toMatchObject([{ type: 'invoice.created' }, { type: 'company.created' }])
  })

  it('webhooks: a URL that subscribes to a type gets its events, signed, logged, and again on request', async () => {
    const me = await walk.enter()
    const endpoint = walk.endpoint()
    const { json: webhook } = await me.post('/webhooks', { url: endpoint.url, events: ['company.created'] })
    await me.post('/companies', aCompany({ name: 'Lovelace Ltd' }))
    await walk.pass(0)
    expect(endpoint.deliveries).toMatchObject([{ body: { type: 'company.created', data: { name: 'Lovelace Ltd' } } }])
    const { json: log } = await me.get(`/webhooks/${webhook.id}/deliveries`)
    await me.post(`/webhooks/${webhook.id}/deliveries/${log.deliveries[0].id}/redeliver`)
    expect(endpoint.deliveries).toHaveLength(2)
  })

  it('every call is scoped to exactly one organization', async () => {
    const [me, other] = [await walk.enter(), await walk.enter()]
    await other.post('/contacts', aContact())
    await other.post('/webhooks', { url: walk.endpoint().url })
    for (const path of ['/contacts', '/companies', '/events', '/webhooks', '/api-logs', '/sync/runs'])
      expect([path, Object.values((await me.get(path)).json)[0]]).toEqual([path, path === '/api-logs' ? expect.any(Array) : []])
    const { json } = await me.get('/api-logs')
    expect(new Set(json.api_logs.map(({ user_from }: { user_from: string }) => user_from))).toEqual(new Set([me.organization]))
  })

  it('writes are upserts on external id, e-mail, code and number: repeating a batch creates no duplicates', async () => {
    const me = await walk.enter()
    const batches = [
      aBatch([aContact()], { object: 'contacts' }),
      aBatch([{ ...aCompany(), customer_code: 'C-042' }], { object: 'companies' }),
      aBatch([anInvoice()]),
    ]
    for (const batch of batches) expect((await me.post('/sync/ingest', batch)).json).toMatchObject({ created: 1 })
    for (const batch of batches) expect((await me.post('/sync/ingest', batch)).json).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  })

  it('sync runs report counts and samples of what was rejected', async () => {
    const me = await walk.enter()
    const { json } = await me.post('/sync/ingest', aBatch([anInvoice(), { shoes: 2 }]))
    const { json: run } = await me.get(`/sync/runs/${json.run_id}`)
    expect(run).toMatchObject({ received: 2, created: 1, rejected: 1, also_created: { companies: 1 }, reject_samples: json.rejected })
  })

  it('there are more than 230 endpoints, and more than 140 tools', () => {
    const { list } = walk.engine.registry
    expect(list.filter(({ route }) => route).length).toBeGreaterThan(230)
    expect(list.filter(({ mcp }) => mcp).length).toBeGreaterThan(140)
  })

  it('calls are logged with the key that made them', async () => {
    const me = await walk.enter()
    const other = await walk.keyFor(me, { scopes: ['read'] })
    await other.get('/contacts')
    await other.post('/contacts', aContact())
    const { json: keys } = await me.get('/api-keys')
    const { id } = keys.api_keys.find(({ name }: { name: string }) => name === 'Other')
    const { json } = await me.get(`/api-logs?api_key_id=${id}`)
    expect(json.api_logs).toMatchObject([
      { operation: 'createContact', status: 403, code: 'insufficient_scope', api_key_id: id },
      { operation: 'listContacts', status: 200, code: null, api_key_id: id },
    ])
  })
})

it('1 A host that was just started has the four entry points', async () => {
  await using lab = await HostLab.open(bin)
  const key = 'rk_the_key_of_the_walk_through_the_contract'
  const host = await lab.serve({ DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: key })
  const made = await call(host, key, '/api/v1/contacts', { email: 'ada@lovelace.test' })
  expect([made.status, made.json['email']]).toEqual([201, 'ada@lovelace.test'])
  expect((await call(host, key, '/api/v1/sync/ingest', aBatch([anInvoice()]))).json).toMatchObject({ created: 1, rejected: [] })
  const hook = await call(host, key, '/api/v1/hooks', { target_url: 'https://127.0.0.1/' })
  expect([hook.status, hook.json['code']]).toEqual([422, 'invalid_input'])
  const { json } = await call(host, key, '/api/v1/events?type=contact.created')
  expect(json['events']).toMatchObject([{ entity_id: made.json['id'] }])
  const tools = await clients['sdk 1 (2025-11-25)']!(
    { fetch: (request) => fetch(new Request(request.url.replace('http://localhost', host.url), request)) },
    { token: key },
  )
  expect((await tools.call('get_contact', { id: made.json['id'] })).structuredContent).toEqual(made.json)
  await tools.close()
}, 60_000)
