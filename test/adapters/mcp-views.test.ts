import { mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { clients, type Dial, problemOf } from './mcp-clients.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'
import { modernRequest } from './mcp-wire.ts'

const connect = clients['client 2, automatic']!
const open = () => {
  const core = new FakeCore()
    .key('full', ['read', 'write', 'delete', 'webhooks', 'mcp'], { role: 'admin' })
    .key('member', ['read', 'write', 'delete', 'webhooks', 'mcp'])
    .key('reader', ['read', 'mcp'])
  return { core, server: mcp(core) }
}
const namesFor = async (dial: Dial) => (await (await connect(open().server, dial)).list()).map(({ name }) => name as string)

const lean = async (path = '?surface=lean', token = 'full') => {
  const { core, server } = open()
  return { core, client: await connect(server, { path, token }) }
}

describe('The tools of a key', () => {
  it('do not include those that the key cannot use', async () => {
    expect(await namesFor({ token: 'reader' })).toEqual([
      'search_things',
      'get_thing',
      'get_catalog',
      'list_things',
      'get_essay',
      'get_samples',
    ])
    expect(await namesFor({ token: 'member' })).not.toContain('purge_things')
    expect(await namesFor({ token: 'full' })).toContain('purge_things')
  })

  it('refuse hidden tools with the scope that they need', async () => {
    const { core, server } = open()
    const client = await connect(server, { token: 'reader' })
    const result = await client.call('delete_thing', { id: idOf(1) })
    expect(problemOf(result)).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      scopes: ['delete'],
      hint: 'Ask for a key with the scope delete.',
    })
    expect(core.seen).toEqual([])
  })
})

describe('The tools of an address', () => {
  it('lists one toolset by its tag, several by comma, the wide ones by name', async () => {
    expect(await namesFor({ path: '?toolsets=catalog' })).toEqual(['get_catalog'])
    expect(await namesFor({ path: '?toolsets=catalog,price_rules' })).toHaveLength(13)
    expect(await namesFor({ path: '?toolsets=quotes' })).toHaveLength(12)
  })

  it('accepts the same as headers', async () => {
    expect(await namesFor({ headers: { 'x-mcp-toolsets': 'catalog' } })).toEqual(['get_catalog'])
    expect(await namesFor({ headers: { 'x-mcp-readonly': 'true' } })).not.toContain('create_thing')
    expect(await namesFor({ headers: { 'x-mcp-surface': 'lean' } })).toContain('crm_read')
  })

  it.each(['?toolsets=catalgo', '?surface=huge', '?schemas=ful'])('refuses %s and lists the known ones', async (path) => {
    const response = await open().server.fetch(modernRequest('tools/list', {}, { path }))
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/Known: /)
  })

  it('is read-only if the address says so, which a header cannot undo', async () => {
    const { core, server } = open()
    const client = await connect(server, { path: '?readonly=1', headers: { 'x-mcp-readonly': '0' } })
    expect((await client.list()).every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
    await expect(client.call('create_thing', { name: 'New' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('read-only'),
    })
    expect(core.seen).toEqual([])
  })
})

describe('The lean surface', () => {
  it('lists the default tools and the four meta tools', async () => {
    expect(await namesFor({ path: '?surface=lean' })).toEqual([
      'search_things',
      'get_thing',
      'create_thing',
      'get_catalog',
      'crm_find_tools',
      'crm_read',
      'crm_write',
      'crm_delete',
    ])
    expect(await namesFor({ path: '?surface=lean&readonly=1' })).toEqual([
      'search_things',
      'get_thing',
      'get_catalog',
      'crm_find_tools',
      'crm_read',
    ])
  })

  it('finds tools by words, with their arguments when asked', async () => {
    const { client } = await lean()
    const found = await client.call('crm_find_tools', { query: 'delete a thing', detail: 'schema' })
    expect(found.structuredContent).toMatchObject({
      tools: [{ name: 'delete_thing', run_by: 'crm_delete', inputSchema: { required: ['id'] } }],
      found: 1,
    })
    const all = await client.call('crm_find_tools', { detail: 'names' })
    expect(all.structuredContent).toMatchObject({ found: 13 })
    const none = await client.call('crm_find_tools', { query: 'zeppelin' })
    expect(none.structuredContent).toEqual({ tools: [], found: 0 })
    expect(problemOf(await client.call('crm_find_tools', { toolset: 'catalgo' }))).toMatchObject({ errors: [{ did_you_mean: 'catalog' }] })
  })

  it('finds no tool that the key cannot use', async () => {
    const { client } = await lean('?surface=lean', 'reader')
    expect(JSON.stringify(await client.call('crm_find_tools', { detail: 'names' }))).not.toContain('create_thing')
  })

  it('runs any tool, each by the runner of its effect', async () => {
    const { client } = await lean()
    expect((await client.call('crm_read', { tool: 'get_thing', arguments: { id: idOf(1) } })).structuredContent).toMatchObject({
      id: idOf(1),
    })
    expect((await client.call('crm_write', { tool: 'create_thing', arguments: { name: 'New' } })).structuredContent).toMatchObject({
      name: 'New',
    })
    expect((await client.call('crm_delete', { tool: 'delete_thing', arguments: { id: idOf(1) } })).structuredContent).toEqual({
      deleted: true,
    })
  })

  it.each([
    ['crm_read', 'delete_thing', 'crm_delete'],
    ['crm_write', 'delete_thing', 'crm_delete'],
    ['crm_read', 'create_thing', 'crm_write'],
    ['crm_delete', 'get_thing', 'crm_read'],
  ])('lets %s not run %s, so that the hints stay true', async (runner, tool, right) => {
    const { core, client } = await lean()
    expect(problemOf(await client.call(runner, { tool, arguments: { id: idOf(1), name: 'x' } }))).toMatchObject({
      code: 'invalid_input',
      detail: `${tool} is run by ${right}, not by ${runner}`,
    })
    expect(core.seen).toEqual([])
  })

  it('explains errors of the inner tool and its arguments', async () => {
    const { client } = await lean()
    expect(problemOf(await client.call('crm_read', { tool: 'get_thign' }))).toMatchObject({
      detail: expect.stringContaining('Did you mean get_thing?'),
    })
    expect(problemOf(await client.call('crm_read', { tool: 'get_thing', arguments: [] }))).toMatchObject({
      errors: [{ path: '/arguments' }],
    })
    expect(problemOf(await client.call('crm_read', {}))).toMatchObject({ errors: [{ path: '/tool', code: 'required' }] })
    expect(problemOf(await client.call('crm_write', { tool: 'create_thing', arguments: { nmae: 'x' } }))).toMatchObject({
      errors: expect.arrayContaining([expect.objectContaining({ did_you_mean: 'name' })]),
    })
  })

  it('cannot bypass read-only', async () => {
    const { core, client } = await lean('?surface=lean&readonly=1')
    expect((await client.call('crm_write', { tool: 'create_thing', arguments: { name: 'x' } })).isError).toBe(true)
    expect(core.seen).toEqual([])
  })
})
