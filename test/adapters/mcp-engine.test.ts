import { mcp } from 'rapport-crm/mcp'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clients, problemOf } from './mcp-clients.ts'
import { legacyRequest, modernRequest } from './mcp-wire.ts'

const connect = clients['client 2, automatic']!
const { engine, key, crm, clock, close } = await testEngine()
const server = mcp(engine)
afterAll(close)

// Four characters a token: 4.0 to 4.4 were measured on these tools with o200k.
const tokens = (value: unknown) => JSON.stringify(value).length / 4

describe('The tools of the real engine', () => {
  it('are the operations with mcp, by name', async () => {
    const client = await connect(server, { token: key })
    const declared = engine.registry.list
      .filter(({ mcp }) => mcp)
      .map(({ id }) => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
    expect((await client.list()).map(({ name }) => name as string).toSorted()).toEqual(declared.toSorted())
  })

  it('are refused to a key without the scope mcp, which is logged like any refused call', async () => {
    const { key: narrow } = await crm.apiKeys.create({ name: 'Reader', scopes: ['read'] })
    const { status } = await server.fetch(modernRequest('tools/list', {}, { token: narrow! }))
    expect(status).toBe(403)
    const { api_logs } = await crm.audit.listCalls({ operation: 'useTools' })
    expect(api_logs).toMatchObject([{ method: 'POST', path: '/mcp', status: 403, code: 'insufficient_scope' }])
  })

  it('cost at most 400 tokens each, and 150 on average over the whole list', async () => {
    const list = await (await connect(server, { token: key })).list()
    expect(list.length).toBeGreaterThan(5)
    expect(list.filter((tool) => tokens(tool) > 400).map(({ name }) => name as string)).toEqual([])
    // The few wide inputs count less among all 146 tools.
    expect(tokens(list)).toBeLessThanOrEqual(150 * Math.max(146, list.length))
  })

  it('cost at most 4,000 tokens on the lean surface', async () => {
    const list = await (await connect(server, { token: key, path: '?surface=lean' })).list()
    expect(tokens(list)).toBeLessThanOrEqual(4000)
  })

  it.each([
    ['log a phone call', 'log_call'],
    ['unpaid invoices', 'list_unpaid_invoices'],
    ['who owes us for invoices', 'list_unpaid_invoices'],
    ['merge duplicate contacts', 'merge_contacts'],
    ['delete a deal', 'delete_deal'],
    ['add tag', 'assign_tags'],
    ['timezone of the organisation', 'get_organization'],
    ['pipeline value by stage', 'get_pipeline_analytics'],
    ['top customers by revenue', 'get_revenue_analytics'],
  ])('are found on the lean surface by what people want of them: %s', async (query, first) => {
    const client = await connect(server, { token: key, path: '?surface=lean' })
    const { structuredContent } = await client.call('crm_find_tools', { query, detail: 'names' })
    expect((structuredContent as { tools: { name: string }[] }).tools[0]?.name).toBe(first)
  })

  it('answer the record that the engine answers', async () => {
    const client = await connect(server, { token: key })
    const created = await client.call('create_contact', { email: 'jane@acme.test', first_name: 'Jane' })
    const { id } = created.structuredContent as { id: string }
    expect(created.structuredContent).toEqual({ ...(await crm.contacts.get({ id })), created: true })
  })

  it('create once for one idempotency key', async () => {
    const client = await connect(server, { token: key })
    const create = async () => (await client.call('create_contact', { first_name: 'Twice', idempotency_key: 'mcp-1' })).structuredContent
    const first = await create()
    expect(first).toMatchObject({ first_name: 'Twice' })
    expect(await create()).toEqual({ ...(first as object), replayed: true })
  })

  it('refuse an update of a version that is gone', async () => {
    const client = await connect(server, { token: key })
    const contact = await crm.contacts.create({ first_name: 'Old' })
    const update = (if_match: number) => client.call('update_contact', { id: contact.id, first_name: 'New', if_match })
    expect((await update(contact.version)).structuredContent).toMatchObject({ first_name: 'New' })
    expect(problemOf(await update(contact.version))).toMatchObject({ status: 412, code: 'version_mismatch' })
  })

  it('end with their request, with all that they ask before', async () => {
    for (let at = 0; at < 21; at += 1) await crm.contacts.create({ first_name: 'Bulk', email: `bulk${at}@acme.test` })
    const calls = vi.spyOn(engine, 'call')
    const filter = { field: 'first_name', op: 'eq', value: 'Bulk' }
    for (const [name, args] of [
      ['bulk_update_contacts', { filter, set: { title: 'CEO' } }],
      ['create_task', { title: 'Call', contact_id: 'bulk7@acme.test' }],
    ] as const) {
      calls.mockClear()
      const leaving = new AbortController()
      const request = modernRequest('tools/call', { name, arguments: args }, { token: key })
      await server.fetch(new Request(request, { signal: leaving.signal }))
      expect(calls.mock.calls.length).toBeGreaterThan(name === 'create_task' ? 1 : 0)
      const signals = calls.mock.calls.map(([, , , options]) => options?.signal)
      leaving.abort()
      expect(signals.map((each) => each?.aborted)).toEqual(signals.map(() => true))
    }
    calls.mockRestore()
  })

  it('are no faults where their client has left, and neither is reading a resource', async () => {
    const onError = vi.fn<() => void>()
    const own = mcp(engine, { onError })
    const { id } = await crm.contacts.create({ first_name: 'Left' })
    let leaving = new AbortController()
    const calls = vi.spyOn(engine, 'call').mockImplementation(async (_operation, _input, _actor, options) => {
      leaving.abort()
      throw options?.signal?.reason
    })
    for (const request of [
      modernRequest('resources/read', { uri: `crm://contacts/${id}` }, { token: key }),
      modernRequest('tools/call', { name: 'get_contact', arguments: { id } }, { token: key }),
    ]) {
      leaving = new AbortController()
      await own.fetch(new Request(request, { signal: leaving.signal }))
    }
    expect(calls).toHaveBeenCalledTimes(2)
    calls.mockRestore()
    await own.close()
    expect(onError).not.toHaveBeenCalled()
  })

  it('say what is accepted', async () => {
    const client = await connect(server, { token: key })
    expect(problemOf(await client.call('create_contact', { fist_name: 'Jane' }))).toMatchObject({
      status: 422,
      errors: [{ did_you_mean: 'first_name' }],
    })
    expect(problemOf(await client.call('get_contact', { id: crypto.randomUUID() }))).toMatchObject({
      status: 404,
      hint: 'search_contacts finds the ids.',
    })
  })

  it.each([
    ['2026-07-28', modernRequest],
    ['2025-11-25', legacyRequest],
  ])(
    'share the budget of the key with REST: the call after the 120th of a minute is a 429 that says when to come back (%s)',
    async (_, ask) => {
      clock.advance('5 minutes')
      const listOne = () => server.fetch(ask('tools/call', { name: 'list_contacts', arguments: { limit: 1 } }, { token: key }))
      const first = await listOne()
      expect([first.status, first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([200, '120', '119'])
      for (let n = 1; n < 120; n++) await listOne()
      const refused = await listOne()
      expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
        429,
        '60',
        '"minute";r=0;t=60',
      ])
      expect(refused.headers.get('ratelimit-policy')).toBe('"minute";q=120;w=60')
      const { result } = (await refused.json()) as { result: any }
      expect(problemOf(result)).toMatchObject({ status: 429, code: 'rate_limited', retry_after: 60 })
    },
  )
})
