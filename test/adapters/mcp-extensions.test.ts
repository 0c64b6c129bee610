import { Registry } from 'rapport-crm'
import { type Extension, mcp, ProtocolFault } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { conformanceFixtures } from '../quality/conformance/fixtures/index.ts'
import { clients, problemOf } from './mcp-clients.ts'
import { FakeCore } from './mcp-fixture.ts'
import { legacyRequest, modernRequest } from './mcp-wire.ts'

const hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const inputSchema = { type: 'object' as const }
const errors: unknown[] = []
const extension: Extension = {
  capabilities: { prompts: {} },
  tools: [
    {
      tool: { name: 'look', description: 'Looks', inputSchema, annotations: hints },
      call: async () => ({ content: [{ type: 'text', text: 'seen' }] }),
    },
    { tool: { name: 'act', description: 'Acts', inputSchema }, call: () => Promise.reject(new Error('the password is swordfish')) },
    {
      tool: { name: 'refuse', description: 'Refuses', inputSchema },
      call: () => Promise.reject(new ProtocolFault(-32042, 'Not so', { why: 1 })),
    },
  ],
  methods: {
    'prompts/list': async () => ({ prompts: [{ name: 'plan', description: 'Plans' }] }),
    'prompts/get': () => Promise.reject(new Error('the password is swordfish')),
  },
}
const server = mcp(new FakeCore().key('full', ['read', 'write', 'mcp']), {
  extensions: [extension],
  onError: (error) => errors.push(error),
})

describe.each(Object.entries(clients))('What an extension adds, for %s', (_, connect) => {
  it('is listed after the operations and can be called', async () => {
    const client = await connect(server)
    expect((await client.list()).map(({ name }) => name as string).slice(-3)).toEqual(['look', 'act', 'refuse'])
    expect((await client.call('look')).content).toEqual([{ type: 'text', text: 'seen' }])
  })

  it('may refuse with a code of its own, but never shows internal errors', async () => {
    const client = await connect(server)
    await expect(client.call('refuse')).rejects.toMatchObject({ code: -32042, data: { why: 1 } })
    const broken = await client.call('act')
    expect(problemOf(broken)).toMatchObject({ code: 'internal_error' })
    expect(JSON.stringify(broken)).not.toContain('swordfish')
  })

  it('is left out of narrowed views, unless it only reads', async () => {
    const names = async (path: string) => (await (await connect(server, { path })).list()).map(({ name }) => name as string)
    expect(await names('?toolsets=catalog')).toEqual(['get_catalog'])
    expect(await names('?readonly=1')).toEqual(expect.arrayContaining(['look']))
    expect(await names('?readonly=1')).not.toContain('act')
    await expect((await connect(server, { path: '?readonly=1' })).call('act')).rejects.toMatchObject({ code: -32602 })
  })
})

describe.each([
  ['new', modernRequest],
  ['old', legacyRequest],
])('Methods of an extension in the %s era', (_, requestFor) => {
  it('answer', async () => {
    expect(await textOf(await server.fetch(requestFor('prompts/list')))).toContain('"name":"plan"')
  })

  it('never show internal errors', async () => {
    const text = await textOf(await server.fetch(requestFor('prompts/get', { name: 'plan' })))
    expect(text).toContain('-32603')
    expect(text).not.toContain('swordfish')
    expect(errors.at(-1)).toMatchObject({ message: 'the password is swordfish' })
  })
})

describe('Plugins', () => {
  const core = (adapters: unknown, name = 'looking') =>
    Object.assign(new FakeCore().key('full', ['read', 'write', 'mcp']), {
      registry: new Registry([...new FakeCore().registry.features, { name, version: '1.0.0', adapters: { mcp: adapters } }]),
    })
  const tool = { name: 'look', description: 'Looks', inputSchema }
  const call = async () => ({ content: [] })

  it('bring tools and methods to every server of their engine, beside those of its options', async () => {
    const [look, act] = extension.tools ?? []
    const served = mcp(core({ tools: [look], methods: extension.methods }), { extensions: [{ tools: [act!] }] })
    const client = await clients['client 2, automatic']!(served)
    expect((await client.list()).map(({ name }) => name as string).slice(-2)).toEqual(['look', 'act'])
    expect(await textOf(await served.fetch(modernRequest('prompts/list')))).toContain('"name":"plan"')
  })

  it.each([
    ['something else', 'tools', /^The plugin looking gives MCP something else/],
    ['a tool without a call', { tools: [{ tool }] }, /^Tool 1 of The plugin looking needs/],
    [
      'a method that is none',
      { methods: { 'prompts/list': {} } },
      /^The plugin looking gives the method prompts\/list, which is no function/,
    ],
    ['a tool of the CRM', { tools: [{ tool: { ...tool, name: 'get_thing' }, call }] }, /gives the tool get_thing, which there is already/],
    [
      'one tool twice',
      {
        tools: [
          { tool, call },
          { tool, call },
        ],
      },
      /gives the tool look, which there is already/,
    ],
    ['a method of the adapter', { methods: { 'tools/list': call } }, /gives the method tools\/list, which there is already/],
  ])('that bring %s are refused when the server is made', (_, given, message) => {
    expect(() => mcp(core(given))).toThrow(message)
  })
})

describe('A server of some toolsets', () => {
  it('has no other tools, whatever an address asks for', async () => {
    const served = mcp(new FakeCore().key('full', ['read', 'write', 'mcp']), { toolsets: ['catalog'] })
    const client = await clients['client 2, automatic']!(served)
    expect((await client.list()).map(({ name }) => name)).toEqual(['get_catalog'])
    await expect(client.call('get_thing')).rejects.toMatchObject({ code: -32602 })
    await expect(clients['client 2, automatic']!(served, { path: '?toolsets=price_rules' })).rejects.toThrow(/Unknown toolset/)
  })

  it('is refused if there is no such toolset', () => {
    expect(() => mcp(new FakeCore(), { toolsets: ['catalogue'] })).toThrow('Unknown toolset catalogue. Did you mean catalog?')
  })
})

describe('The fixtures of the conformance suite', () => {
  it('ask the client, continue with their state, and refuse a forged state', async () => {
    const first = await askBack({})
    expect(first.result).toMatchObject({ resultType: 'input_required', inputRequests: { confirm: { method: 'elicitation/create' } } })
    const inputResponses = { confirm: { action: 'accept', content: { ok: true } } }
    const state = first.result.requestState as string
    expect((await askBack({ inputResponses, requestState: state })).result).toMatchObject({ content: [{ text: 'The state is whole' }] })
    expect((await askBack({ inputResponses, requestState: `${state}x` })).error).toMatchObject({ code: -32602 })
  })
})

const judged = mcp(new FakeCore().key('full', ['mcp']), { extensions: [conformanceFixtures] })
async function askBack(more: object): Promise<{ result?: any; error?: any }> {
  const params = { name: 'test_input_required_result_tampered_state', arguments: {}, ...more }
  return (await judged.fetch(modernRequest('tools/call', params, { capabilities: { elicitation: {} } }))).json()
}

const textOf = (response: Response) => response.text()
