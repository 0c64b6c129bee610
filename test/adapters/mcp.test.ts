import { mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { clients, problemOf } from './mcp-clients.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'
import { modernRequest } from './mcp-wire.ts'

const open = () => {
  const core = new FakeCore().key('full', ['read', 'write', 'delete', 'webhooks', 'mcp'], { role: 'admin' })
  return { core, server: mcp(core) }
}

describe.each(Object.entries(clients))('Tools for %s', (_, connect) => {
  it('lists every operation with mcp, default ones first', async () => {
    const client = await connect(open().server)
    const names = (await client.list()).map(({ name }) => name)
    expect(names.slice(0, 4)).toEqual(['search_things', 'get_thing', 'create_thing', 'get_catalog'])
    expect(names).toHaveLength(13)
    expect(names).not.toContain('get_secret')
    await client.close()
  })

  it('answers the JSON of the operation, as text and structured alike', async () => {
    const client = await connect(open().server)
    const result = await client.call('get_thing', { id: idOf(1) })
    expect(result.structuredContent).toEqual({ id: idOf(1), name: 'xxxxxxxxxx', priority: 'low', version: 1 })
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent)
    expect(result.isError).toBeFalsy()
  })

  it('acts as the user of the key', async () => {
    const { core, server } = open()
    const client = await connect(server)
    await client.call('create_thing', { name: 'New' })
    expect(core.seen).toHaveLength(1)
    expect(core.seen[0]).toMatchObject({
      id: 'createThing',
      input: { name: 'New' },
      actor: { user: 'full@acme.test', via: { type: 'api_key', id: 'full' } },
    })
    expect(core.log).toMatchObject([{ status: 201, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
  })

  it('turns a wrong argument into a result that says what is accepted', async () => {
    const client = await connect(open().server)
    const result = await client.call('create_thing', { name: 'New', priority: 'hihg' })
    expect(result.isError).toBe(true)
    expect(problemOf(result)).toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ path: '/priority', code: 'not_allowed', allowed: ['low', 'medium', 'high'], did_you_mean: 'high' }],
      hint: '/priority: Did you mean "high"?',
    })
  })

  it('refuses keys such as __proto__ instead of dropping them', async () => {
    const { core, server } = open()
    const client = await connect(server)
    const result = await client.call('create_thing', JSON.parse('{"name":"New","__proto__":{"admin":true}}'))
    expect(problemOf(result)).toMatchObject({ code: 'invalid_input', errors: [{ path: '/__proto__' }] })
    expect(core.seen).toEqual([])
  })

  it('answers an unknown tool with a protocol error that names the nearest one', async () => {
    const client = await connect(open().server)
    await expect(client.call('get_thingy')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Did you mean get_thing?'),
    })
    await expect(client.call('get_secret')).rejects.toMatchObject({ code: -32602 })
  })

  it('accepts an idempotency key and a version as arguments', async () => {
    const { core, server } = open()
    const client = await connect(server)
    await client.call('create_thing', { name: 'New', idempotency_key: 'k1' })
    expect(core.seen[0]).toMatchObject({ input: { name: 'New' }, options: { idempotencyKey: 'k1' } })
    expect(core.seen[0]?.input).not.toHaveProperty('idempotency_key')
    const stale = await client.call('update_thing', { id: idOf(1), if_match: 7 })
    expect(problemOf(stale)).toMatchObject({ status: 412, code: 'version_mismatch', hint: expect.stringContaining('if_match') })
    const wrong = await client.call('update_thing', { id: idOf(1), if_match: 'seven' })
    expect(problemOf(wrong)).toMatchObject({ code: 'invalid_input', errors: [{ path: '/if_match' }] })
  })

  it('says when to come back once the budget is used up: a 429, whose text the client shows', async () => {
    const { core, server } = open()
    const client = await connect(server)
    core.budget = 0
    await expect(client.call('list_things')).rejects.toThrow(/rate_limited.*Try again in 37 seconds\./)
  })

  it('never shows internal errors', async () => {
    const core = new FakeCore().key('full', ['write', 'mcp'])
    const errors: unknown[] = []
    const client = await connect(mcp(core, { onError: (error) => errors.push(error) }))
    const result = await client.call('crash_thing', { id: idOf(1) })
    expect(problemOf(result)).toMatchObject({ status: 500, code: 'internal_error' })
    expect(JSON.stringify(result)).not.toContain('swordfish')
    expect(errors).toMatchObject([{ message: 'the password is swordfish' }])
  })

  it('answers a bare list, too', async () => {
    const client = await connect(open().server)
    const result = await client.call('get_samples')
    expect(JSON.parse(result.content[0]?.text ?? '')).toMatchObject([{ id: idOf(1) }])
  })

  it('serves the output schemas where the address asks for them, and its results fit them', async () => {
    const { server } = open()
    const client = await connect(server, { path: '?toolsets=price_rules&schemas=full' })
    const tools = await client.list()
    expect(tools.map(({ name }) => name)).not.toContain('get_catalog')
    expect(tools.find(({ name }) => name === 'get_thing')?.outputSchema).toMatchObject({
      type: 'object',
      required: ['id', 'name', 'priority', 'version'],
    })
    expect((await client.call('list_things')).isError).toBeFalsy()
    expect((await client.call('get_thing', { id: 'no' })).isError).toBe(true)
    await expect(client.call('get_catalog')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('One list for all clients', () => {
  it('is the same for all revisions', async () => {
    const { server } = open()
    const [first, ...others] = await Promise.all(Object.values(clients).map(async (connect) => (await connect(server)).list()))
    for (const list of others) expect(list).toEqual(first)
  })

  it('is byte for byte the same on every call and every node', async () => {
    const { server } = open()
    const texts = [await listText(server), await listText(server), await listText(open().server)]
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('search_things')
  })

  it('gives every tool a title, a description, a schema and all four hints', async () => {
    const client = await clients['client 2, automatic']!(open().server)
    for (const { name, title, description, inputSchema, annotations } of await client.list()) {
      expect(name).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(title).toMatch(/^[A-Z]/)
      expect(description).toMatch(/\w/)
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) })
      expect(Object.keys(annotations).toSorted()).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'])
    }
  })
})

const listText = async (server: { fetch(request: Request): Promise<Response> }) => (await server.fetch(modernRequest('tools/list'))).text()
