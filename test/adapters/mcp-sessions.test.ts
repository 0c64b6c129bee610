import { type Extension, mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { clients } from './mcp-clients.ts'
import { FakeCore, idOf } from './mcp-fixture.ts'
import { bareRequest, legacyRequest, modernRequest } from './mcp-wire.ts'

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
const session = (id: string, token = 'full') => ({ token, headers: { 'mcp-session-id': id } })

function open(legacySessions: boolean | { max?: number; idleMinutes?: number } = true, extensions: readonly Extension[] = []) {
  let now = 0
  const core = new FakeCore().key('full', ['read', 'write', 'mcp']).key('other', ['read', 'mcp'])
  const server = mcp(core, { legacySessions, extensions, clock: { now: () => new Date(now) } })
  const start = async (token = 'full') =>
    (await server.fetch(legacyRequest('initialize', hello, { token }))).headers.get('mcp-session-id') ?? ''
  const ping = async (id: string, token?: string) => (await server.fetch(legacyRequest('ping', {}, session(id, token)))).status
  return { core, server, start, ping, advance: (minutes: number) => void (now += minutes * 60_000) }
}

describe('Sessions of older revisions, if enabled', () => {
  it('begin with initialize and end with DELETE', async () => {
    const { server, start, ping } = open()
    const id = await start()
    expect(id).toMatch(/^[\x21-\x7e]{20,}$/)
    expect(await ping(id)).toBe(200)
    expect((await server.fetch(bareRequest('DELETE', session(id)))).status).toBe(200)
    expect(await ping(id)).toBe(404)
  })

  it('begin with no other request', async () => {
    const { server } = open()
    expect((await server.fetch(legacyRequest('tools/list'))).status).toBe(400)
    expect((await server.fetch(bareRequest('GET'))).status).toBe(405)
  })

  it('belong to the key that opened them', async () => {
    const { start, ping } = open()
    const id = await start()
    expect(await ping(id, 'other')).toBe(404)
    expect(await ping(id, 'full')).toBe(200)
  })

  it('end when the key is revoked', async () => {
    const { core, start, ping } = open()
    const id = await start()
    core.revoke('full')
    expect(await ping(id)).toBe(401)
  })

  it('expire after half an hour without use', async () => {
    const { start, ping, advance } = open()
    const [idle, used] = [await start(), await start()]
    advance(20)
    expect(await ping(used)).toBe(200)
    advance(20)
    expect(await ping(idle)).toBe(404)
    expect(await ping(used)).toBe(200)
  })

  it('are limited: another one closes the one that was idle longest', async () => {
    const { start, ping } = open({ max: 2 })
    const [first, second] = [await start(), await start()]
    expect(await ping(first)).toBe(200)
    const third = await start()
    expect([await ping(first), await ping(second), await ping(third)]).toEqual([200, 404, 200])
  })

  it('are lost to nobody who opens many: whoever has most closes one of theirs', async () => {
    const { core, start, ping } = open({ max: 4 })
    core.key('second', ['read', 'mcp']).key('foreign', ['read', 'mcp'], { organization: 'other' })
    const [own, foreign] = [await start('full'), await start('foreign')]
    const flood = []
    for (let at = 0; at < 6; at += 1) flood.push(await start('other'))
    expect([await ping(own, 'full'), await ping(foreign, 'foreign')]).toEqual([200, 200])
    expect(await Promise.all(flood.map((id) => ping(id, 'other')))).toEqual([404, 404, 404, 404, 200, 200])
    // Many keys of one organization take nothing of another one either.
    for (let at = 0; at < 3; at += 1) await start('second')
    expect(await ping(foreign, 'foreign')).toBe(200)
  })

  it('let a tool ask the client', async () => {
    const asking: Extension = {
      tools: [
        {
          tool: { name: 'ask', description: 'Asks', inputSchema: { type: 'object' } },
          call: async (_, exchange) => ({ content: [{ type: 'text', text: JSON.stringify(await exchange.ask('ping', {})) }] }),
        },
      ],
    }
    const client = await clients['sdk 1 (2025-11-25)']!(open(true, [asking]).server)
    expect((await client.call('ask')).content[0]?.text).toBe('{}')
    await client.close()
  })

  it('do not affect newer revisions', async () => {
    const { server } = open()
    const response = await server.fetch(modernRequest('tools/call', { name: 'get_thing', arguments: { id: idOf(1) } }))
    expect(response.headers.has('mcp-session-id')).toBe(false)
    expect(response.status).toBe(200)
  })

  it('end with the server', async () => {
    const { server, start, ping } = open()
    const id = await start()
    await server.close()
    expect(await ping(id)).toBe(404)
  })
})

const waiting = () => {
  const seen: { signal?: AbortSignal } = {}
  const started = Promise.withResolvers<void>()
  const extension: Extension = {
    tools: [
      {
        tool: { name: 'wait', description: 'Waits', inputSchema: { type: 'object' } },
        call: async (_, { signal }) => {
          seen.signal = signal
          started.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return { content: [] }
        },
      },
    ],
  }
  return { seen, started: started.promise, extension }
}

describe('A client that goes away', () => {
  it.each([
    ['new', modernRequest],
    ['old', legacyRequest],
  ])('ends its call in the %s era', async (_, requestFor) => {
    const { seen, started, extension } = waiting()
    const { server } = open(false, [extension])
    const gone = new AbortController()
    const answer = server.fetch(new Request(requestFor('tools/call', { name: 'wait', arguments: {} }), { signal: gone.signal }))
    await started
    expect(seen.signal?.aborted).toBe(false)
    gone.abort()
    expect(seen.signal?.aborted).toBe(true)
    void answer
  })
})
