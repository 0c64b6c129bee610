import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { LegacyClient, ModernClient } from './mcp-clients.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'

const actor = { organization: 'acme', user: 'jane@acme.test', scopes: new Set(['read'] as const) }

describe('A connection other than HTTP', () => {
  it.each([
    ['the old client', () => new LegacyClient({ name: 'test', version: '1' })],
    ['the new client', () => new ModernClient({ name: 'test', version: '1' })],
    [
      'the new client, pinned',
      () => new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    ],
  ])('serves %s as the actor that it was given', async (_, make) => {
    const core = new FakeCore()
    const [near, far] = InMemoryTransport.createLinkedPair()
    const connection = await mcp(core).connect(far, actor)
    const client = make()
    await client.connect(near as any)
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('create_thing')
    expect(await client.callTool({ name: 'get_thing', arguments: { id: idOf(1) } })).toMatchObject({ structuredContent: { id: idOf(1) } })
    expect(core.seen[0]).toMatchObject({ actor: { user: 'jane@acme.test' } })
    await client.close()
    await connection.close()
  })
})

// Code that sends one list request.
const request = (meta: string) =>
  `await mcp(new FakeCore().key('k', ['mcp'])).fetch(new Request('http://localhost/', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {${meta}} }), headers: { authorization: 'Bearer k', 'content-type': 'application/json', accept: 'application/json, text/event-stream' } }))`

// Runs in a new process, because this one has already loaded the libraries.
const loadedBy = (code: string): string[] => {
  const script = `
    const { mcp } = await import('rapport-crm/mcp')
    const { FakeCore } = await import('./test/adapters/mcp-fixture.ts')
    ${code}
    const loaded = (name) => globalThis.__seen.some((url) => url.includes(name))
    console.log(JSON.stringify(['@modelcontextprotocol/server', '@modelcontextprotocol/sdk', '/h3/'].filter(loaded)))`
  const hooks = `
    import { registerHooks } from 'node:module'
    globalThis.__seen = []
    registerHooks({ load: (url, context, next) => (globalThis.__seen.push(url), next(url, context)) })`
  const args = ['-C', 'source', '--import', `data:text/javascript,${encodeURIComponent(hooks)}`, '--input-type=module', '-e', script]
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: fileURLToPath(new URL('../..', import.meta.url)), encoding: 'utf8' }),
  ) as string[]
}

describe('Start-up', () => {
  it('loads no protocol library before the first request', () => {
    expect(loadedBy('mcp(new FakeCore())')).toEqual([])
  })

  it('loads the old library for old clients only', () => {
    expect(loadedBy(request(`_meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }`))).toEqual([
      '@modelcontextprotocol/server',
    ])
    expect(loadedBy(request(''))).toEqual(['@modelcontextprotocol/server', '@modelcontextprotocol/sdk'])
  })
})
