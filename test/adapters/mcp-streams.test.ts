import { type Extension, mcp } from 'rapport-crm/mcp'
import { describe, expect, it } from 'vitest'
import { FakeCore } from './mcp-fixture.ts'
import { bareRequest, legacyRequest, modernRequest } from './mcp-wire.ts'

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

function open(legacySessions: boolean) {
  const begun = Promise.withResolvers<void>()
  const slow: Extension = {
    tools: [
      {
        tool: { name: 'wait', description: 'Says something and does not come to an end', inputSchema: { type: 'object' } },
        async call(_, { notify, progressToken }) {
          await notify('notifications/progress', { progressToken: progressToken ?? 'p', progress: 1 })
          begun.resolve()
          return await new Promise(() => {})
        },
      },
    ],
  }
  const core = new FakeCore().key('full', ['read', 'write', 'mcp']).key('other', ['read', 'mcp'])
  return { core, begun: begun.promise, server: mcp(core, { legacySessions, extensions: [slow] }) }
}

const call = { name: 'wait', arguments: {}, _meta: { progressToken: 'p' } }

describe('A response that streams', () => {
  it.each([
    ['new', modernRequest],
    ['old', legacyRequest],
  ])('ends with the key of its caller, and says so in a comment: a tool, in the %s era', async (_, requestFor) => {
    const { core, server, begun } = open(false)
    const response = await server.fetch(requestFor('tools/call', call))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await begun
    expect(core.watched).toBe(1)
    core.revoke('full')
    const text = await response.text()
    expect(text).toContain('notifications/progress')
    expect(text.endsWith(': unauthenticated\n\n')).toBe(true)
    expect(core.watched).toBe(0)
  })

  it('ends with the key of its caller: the one on which a session hears of its server, and no other', async () => {
    const { core, server } = open(true)
    const listen = async (token: string) => {
      const started = await server.fetch(legacyRequest('initialize', hello, { token }))
      await started.text()
      const id = started.headers.get('mcp-session-id') ?? ''
      return await server.fetch(bareRequest('GET', { token, headers: { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' } }))
    }
    const [ending, staying] = [await listen('full'), await listen('other')]
    expect([ending.status, ending.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    core.revoke('full')
    expect(await ending.text()).toBe(': unauthenticated\n\n')
    expect(core.watched).toBe(1)
    await staying.body?.cancel()
    expect(core.watched).toBe(0)
  })

  it('is watched no longer than it lasts', async () => {
    const { core, server } = open(false)
    const response = await server.fetch(legacyRequest('tools/list'))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    await response.text()
    expect(core.watched).toBe(0)
  })
})
