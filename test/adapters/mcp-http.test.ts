import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { type Mcp, mcp, type McpOptions } from 'rapport-crm/mcp'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeCore, idOf } from './mcp-fixture.ts'
import { bareRequest, legacyRequest, modernRequest, rawRequest } from './mcp-wire.ts'

const open = (options: McpOptions = {}) => {
  const core = new FakeCore().key('full', ['read', 'write', 'delete', 'webhooks', 'mcp']).key('rest', ['read', 'write'])
  return { core, server: mcp(core, options) }
}
const errorOf = async (response: Response) => ((await response.json()) as { error: { code: number; message: string } }).error

describe('Sign-in by API key', () => {
  it('asks for a key with a challenge that names the scopes', async () => {
    const response = await open().server.fetch(modernRequest('tools/list', {}, { token: null }))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mcp", scope="mcp read write"')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('calls an unknown key an invalid token', async () => {
    const response = await open().server.fetch(legacyRequest('tools/list', {}, { token: 'nonsense' }))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  it('refuses a key without the scope mcp and names the needed scopes', async () => {
    const response = await open().server.fetch(modernRequest('tools/list', {}, { token: 'rest' }))
    expect(response.status).toBe(403)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="mcp", error="insufficient_scope", scope="mcp read write"')
    expect(await response.json()).toMatchObject({ code: 'insufficient_scope' })
  })

  it('asks a program that a user has allowed in for the scope that a tool needs, also where a lean tool runs it', async () => {
    const { core, server } = open()
    core.key('program', ['read', 'mcp'], { via: { type: 'grant', id: 'program', label: 'Program' } })
    const call = async (name: string, args: object, token = 'program') => {
      const response = await server.fetch(modernRequest('tools/call', { name, arguments: args }, { token }))
      return [response.status, response.headers.get('www-authenticate')]
    }
    const wider = (scope: string) => [403, `Bearer realm="mcp", error="insufficient_scope", scope="mcp read ${scope}"`]
    expect(await call('create_thing', { name: 'A' })).toEqual(wider('write'))
    expect(await call('crm_write', { tool: 'create_thing', arguments: { name: 'A' } })).toEqual(wider('write'))
    expect(await call('crm_delete', { tool: 'delete_thing', arguments: { id: idOf(1) } })).toEqual(wider('delete'))
    expect((await call('crm_read', { tool: 'list_things' }))[0]).toBe(200)
    for (const args of [{}, { tool: 5 }, { tool: 'nothing' }]) expect((await call('crm_write', args))[0]).toBe(200)
    // Whoever has a key cannot get a wider one.
    core.key('reader', ['read', 'mcp'])
    expect((await call('crm_write', { tool: 'create_thing', arguments: { name: 'A' } }, 'reader'))[0]).toBe(200)
  })

  it('stops with the next call after a key was revoked', async () => {
    const { core, server } = open()
    expect((await server.fetch(modernRequest('tools/list'))).status).toBe(200)
    core.revoke('full')
    expect((await server.fetch(modernRequest('tools/list'))).status).toBe(401)
  })

  it('passes the address of the client to the engine, or that it is unknown', async () => {
    const { core, server } = open()
    await server.fetch(modernRequest('tools/list'), { ip: '192.0.2.7' })
    expect(core.from).toEqual({ ip: '192.0.2.7', audience: 'tools' })
    await server.fetch(modernRequest('tools/list'))
    expect(core.from).toEqual({ ip: undefined, audience: 'tools' })
  })

  it('reads no body before the key is checked', async () => {
    const request = rawRequest('{', { token: null })
    expect((await open().server.fetch(request)).status).toBe(401)
    expect(request.bodyUsed).toBe(false)
  })
})

describe('Host and Origin', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])('serves %s', async (host) => {
    expect((await open().server.fetch(modernRequest('tools/list', {}, { headers: { host } }))).status).toBe(200)
  })

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0', ' '])('refuses the host %j', async (host) => {
    const response = await open().server.fetch(modernRequest('tools/list', {}, { headers: { host } }))
    expect(response.status).toBe(403)
  })

  it('serves the configured host names', async () => {
    const { server } = open({ hosts: ['crm.example.com:8443', '::2'] })
    for (const host of ['crm.example.com', 'CRM.example.com:443', '[::2]:80', 'localhost'])
      expect((await server.fetch(modernRequest('tools/list', {}, { headers: { host } }))).status).toBe(200)
    expect((await server.fetch(modernRequest('tools/list', {}, { headers: { host: 'other.example.com' } }))).status).toBe(403)
  })

  it.each(['*' as const, ['0.0.0.0'], ['::']])('accepts any host name if bound to %j', async (hosts) => {
    expect((await open({ hosts }).server.fetch(modernRequest('tools/list', {}, { headers: { host: 'any.example' } }))).status).toBe(200)
  })

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'nonsense'])('refuses pages of %s', async (origin) => {
    const response = await open({ hosts: '*' }).server.fetch(modernRequest('tools/list', {}, { headers: { origin } }))
    expect(response.status).toBe(403)
  })

  it.each(['http://localhost:5173', 'https://crm.example.com', 'https://app.example.com'])('accepts pages of %s', async (origin) => {
    const { server } = open({ hosts: ['crm.example.com'], origins: ['app.example.com'] })
    expect((await server.fetch(modernRequest('tools/list', {}, { headers: { origin } }))).status).toBe(200)
  })
})

describe('Invalid requests', () => {
  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('answers %s with 405, because there are no sessions', async (method) => {
    const response = await open().server.fetch(bareRequest(method))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  it.each([
    ['text that is no JSON', rawRequest('{'), 400, -32700],
    ['nothing', rawRequest(''), 400, -32700],
    ['bytes that are no UTF-8', rawRequest(new Uint8Array([0x22, 0xff, 0x22])), 400, -32700],
    ['another content type', rawRequest('{}', { headers: { 'content-type': 'text/plain' } }), 415, -32000],
    ['more than 32 MiB', rawRequest(`"${'x'.repeat(32 * 1024 * 1024)}"`), 413, -32000],
    ['a body declared too large', rawRequest('{}', { headers: { 'content-length': '99999999' } }), 413, -32000],
  ])('answers %s', async (_, request, status, code) => {
    const response = await open().server.fetch(request)
    expect(response.status).toBe(status)
    expect(await errorOf(response)).toMatchObject({ code })
  })

  it('answers headers that contradict the body with -32020', async () => {
    const { server } = open()
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'delete_thing' },
      { 'mcp-protocol-version': '2025-11-25' },
    ] as Record<string, string>[]) {
      const response = await server.fetch(modernRequest('tools/call', { name: 'get_thing', arguments: {} }, { headers }))
      expect(response.status).toBe(400)
      expect(await errorOf(response)).toMatchObject({ code: -32020 })
    }
  })

  it('answers an unknown method with 404 and -32601', async () => {
    const response = await open().server.fetch(modernRequest('tools/destroy'))
    expect(response.status).toBe(404)
    expect(await errorOf(response)).toMatchObject({ code: -32601 })
  })

  it('answers an unknown revision with the supported ones', async () => {
    const request = modernRequest('tools/list', {}, { headers: { 'mcp-protocol-version': '2099-01-01' } })
    const body = (await request.text()).replaceAll('2026-07-28', '2099-01-01')
    const response = await open().server.fetch(new Request(request.url, { method: 'POST', headers: request.headers, body }))
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } })
  })

  it('tells clients how long they may cache the list privately', async () => {
    const response = await open().server.fetch(modernRequest('tools/list'))
    expect(await response.json()).toMatchObject({ result: { resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' } })
  })

  it('serves discovery', async () => {
    const response = await open().server.fetch(modernRequest('server/discover'))
    expect(await response.json()).toMatchObject({
      result: {
        supportedVersions: expect.arrayContaining(['2026-07-28']),
        capabilities: { tools: {} },
        instructions: expect.stringContaining('CRM'),
      },
    })
  })

  it('hides internal errors', async () => {
    const { core } = open()
    const errors: unknown[] = []
    const server = mcp(core, { onError: (error) => errors.push(error) })
    core.authenticate = async () => {
      throw new Error('database at 10.0.0.7 is down')
    }
    const response = await server.fetch(modernRequest('tools/list'))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('10.0.0.7')
    expect(errors).toHaveLength(1)
  })
})

describe('Sizes', () => {
  it('accepts batches of more than 1 MiB if the operation does', async () => {
    const { server } = open()
    const run = (name: string, args: Record<string, unknown>) => server.fetch(modernRequest('tools/call', { name, arguments: args }))
    const records = Array.from({ length: 50 }, () => ({ text: 'x'.repeat(40_000) }))
    expect(await (await run('bulk_things', { records })).json()).toMatchObject({ result: { structuredContent: { created: 50 } } })
    const refused = JSON.stringify(await (await run('create_thing', { name: 'x'.repeat(1_100_000) })).json())
    expect(refused).toContain('too_large')
  })
})

it('refuses a batch in which two messages have one id, and runs none of them', async () => {
  const call = (name: string, args: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const { core, server } = open()
  const batch = [call('create_thing', { name: 'First' }), call('update_thing', { id: idOf(1), name: 'Second' })]
  const response = await server.fetch(rawRequest(JSON.stringify(batch), { headers: { 'mcp-protocol-version': '2025-03-26' } }))
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: -32600, message: expect.stringContaining('same id') } },
  ])
  expect(core.seen).toEqual([])
})

it.each([
  [{ name: 5 }, 'name must be the name of a tool'],
  [{ arguments: {} }, 'name must be the name of a tool'],
  [{ name: 'get_thing', arguments: 'x' }, 'arguments must be an object'],
  [{ name: 'get_thing', arguments: [] }, 'arguments must be an object'],
  [{ name: 'x'.repeat(100_000) }, `Unknown tool: ${'x'.repeat(100)}…`],
])('says of a call that is none what is wrong, as an error of its parameters (2025-11-25): %j', async (params, message) => {
  const { server } = open()
  expect(await (await server.fetch(legacyRequest('tools/call', params))).json()).toMatchObject({ error: { code: -32602, message } })
})

it('answers a call that asks for a task as any other, because older revisions have none here', async () => {
  const { server } = open()
  const params = { name: 'create_thing', arguments: { name: 'Once' }, task: { ttl: 60_000 } }
  const answer = (await (await server.fetch(legacyRequest('tools/call', params))).json()) as object
  expect(answer).toMatchObject({ result: { structuredContent: { name: 'Once' } } })
})

it('refuses a batch of more messages than it answers in a moment', async () => {
  const { server } = open()
  const send = async (count: number) => {
    const messages = Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))
    const response = await server.fetch(rawRequest(JSON.stringify(messages), { headers: { 'mcp-protocol-version': '2025-03-26' } }))
    return [response.status, await response.json()] as const
  }
  expect(await send(21)).toMatchObject([400, { error: { code: -32600, message: 'A batch has at most 20 messages' } }])
  expect((await send(20))[1]).toHaveLength(20)
})

it('keeps every digit of a foreign number', async () => {
  const { core, server } = open()
  const body = (await modernRequest('tools/call', { name: 'bulk_things', arguments: { records: [{ n: 1 }] } }).text()).replace(
    '"n":1',
    '"n":12345678901234567890',
  )
  const { headers } = modernRequest('tools/call', { name: 'bulk_things', arguments: {} })
  await server.fetch(rawRequest(body, { headers: Object.fromEntries(headers) }))
  expect(core.seen[0]?.input).toEqual({ records: [{ n: '12345678901234567890' }] })
})

const post = async (url: string, request: Request) => {
  const headers = Object.fromEntries(request.headers)
  const response = await fetch(url, { method: 'POST', headers, body: await request.text() })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

const read = { name: 'get_thing', arguments: { id: idOf(1) } }
const answersIn = async (url: string) => {
  const answer = { status: 200, body: { result: { structuredContent: { id: idOf(1) } } } }
  expect(await post(url, modernRequest('tools/call', read))).toMatchObject(answer)
  expect(await post(url, legacyRequest('tools/call', read))).toMatchObject(answer)
  expect((await post(url, modernRequest('tools/list', {}, { token: null }))).status).toBe(401)
}

describe('Under node:http', () => {
  const listening: { close(): void }[] = []
  afterEach(() => {
    for (const each of listening.splice(0)) each.close()
  })
  const listen = async (listener: Parameters<typeof createServer>[1]) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    listening.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const mounted = (mount: (app: ReturnType<typeof express>, server: Mcp) => void) => {
    const app = express()
    mount(app, open().server)
    return listen(app)
  }

  it('answers as a bare listener', async () => {
    const { core, server } = open()
    await answersIn(await listen((req, res) => server.node(req, res)))
    expect(core.from?.ip).toContain('127.0.0.1')
  })

  it('answers in Express', async () => {
    await answersIn(`${await mounted((app, server) => app.use('/tools', (req, res) => server.node(req, res)))}/tools`)
  })

  it('answers in Express behind a body parser that has read the stream', async () => {
    await answersIn(await mounted((app, server) => app.use(express.json()).use((req, res) => server.node(req, res))))
    await answersIn(await mounted((app, server) => app.use(express.raw({ type: '*/*' })).use((req, res) => server.node(req, res))))
  })
})

describe('initialize with wrong parameters', () => {
  const right = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

  it.each([
    [{}, 'params.protocolVersion, params.capabilities, params.clientInfo'],
    [{ ...right, protocolVersion: 5 }, 'params.protocolVersion'],
    [{ ...right, capabilities: [] }, 'params.capabilities'],
    [{ ...right, clientInfo: { name: ['x'] } }, 'params.clientInfo.name, params.clientInfo.version'],
  ])('%j is -32602 and names them, with and without sessions', async (params, wrong) => {
    for (const legacySessions of [false, true]) {
      const response = await open({ legacySessions }).server.fetch(legacyRequest('initialize', params))
      expect(response.headers.get('mcp-session-id')).toBeNull()
      const { id, error } = (await response.json()) as { id: number; error: { code: number; message: string } }
      expect([id, error.code]).toEqual([1, -32602])
      expect(error.message).toMatch(new RegExp(`wrong or missing: ${wrong.replaceAll('.', '[.]')}$`))
    }
  })

  it('is answered as ever where they are right', async () => {
    const response = await open().server.fetch(legacyRequest('initialize', right))
    expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })
})
