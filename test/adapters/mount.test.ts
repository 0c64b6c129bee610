import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { type CrmError, Engine } from 'rapport-crm'
import { rapport } from 'rapport-crm/fastify'
import { keepBody, mount, type MountOptions } from 'rapport-crm/mount'
import { sqlite } from 'rapport-crm/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada } from '../support/storages.ts'

const LONG = '9007199254740993'
const ingest = (id: string) => `{"provider":"custom:erp","object":"contacts","records":[{"id":${id},"email":"long@number.test"}]}`
const tool = (number: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_contact","arguments":{"email":"tool@mcp.test","phone":${number}}}}`
const accepting = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

let engine: Engine
let key: string
let form: string
const servers: { close(): unknown }[] = []

beforeAll(async () => {
  engine = await Engine.open({ storage: sqlite(':memory:'), rateLimit: Infinity })
  const admin = engine.as({ ...ada, role: 'admin', administration: true, scopes: new Set(['read', 'write', 'delete', 'webhooks', 'mcp']) })
  key = (await admin.apiKeys.create({ name: 'mount', scopes: ['read', 'write', 'mcp'] })).key ?? ''
  const fields = [{ name: 'email', label: 'E-mail', maps_to: 'contact.email', required: true }]
  form = (await admin.forms.create({ name: 'Newsletter', fields, spam: { min_seconds: 0 } })).embed.url
})
afterAll(async () => {
  for (const server of servers) server.close()
  await engine.close()
})

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  servers.push({ close: () => (server.closeAllConnections(), server.close()) })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return caller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function caller(url: string) {
  return async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const all = { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
    const response = await fetch(`${url}${path}`, { method, headers: all, ...(body !== undefined && { body }) })
    const text = await response.text()
    const type = response.headers.get('content-type')?.split(';')[0]
    return { status: response.status, type, text, headers: response.headers, json: type?.endsWith('json') ? JSON.parse(text) : undefined }
  }
}

const below = (options: MountOptions = {}) => mount(engine, { base: '/crm', ...options })

describe('behind the body parser of Express', () => {
  it('refuses integers that it has rounded, with their place, and takes them as texts', async () => {
    const call = await listen(express().use(express.json(), below().express))
    const refused = await call('POST', '/crm/api/v1/sync/ingest', ingest(LONG))
    expect([refused.status, refused.type, refused.json.errors]).toEqual([
      422,
      'application/problem+json',
      [expect.objectContaining({ path: '/records/0/id', code: 'rounded' })],
    ])
    const byTool = await call('POST', '/crm/mcp', tool(LONG), accepting)
    expect([byTool.status, byTool.text]).toEqual([422, expect.stringContaining('rounded')])
    expect((await call('POST', '/crm/api/v1/sync/ingest', ingest(`"${LONG}"`))).status).toBe(200)
  })

  it('keeps every digit where the parser keeps the body', async () => {
    const call = await listen(express().use(express.json({ verify: keepBody }), below().express))
    expect((await call('POST', '/crm/api/v1/sync/ingest', ingest('9007199254740995'))).status).toBe(200)
    expect((await call('GET', '/crm/api/v1/contacts?email=long@number.test')).text).toContain('"9007199254740995"')
    expect((await call('POST', '/crm/mcp', tool(LONG), accepting)).text).toContain(LONG)
  })

  it.each<[string, number, string, Record<string, string>?]>([
    ['is no JSON', 400, '{"email": '],
    ['is JSON but no object', 422, '"text"'],
    ['is larger than the parser takes', 413, `{"first_name":"${'x'.repeat(200_000)}"}`],
    ['is in another character set', 415, '{}', { 'content-type': 'application/json; charset=latin1' }],
    ['is packed', 415, '{}', { 'content-encoding': 'compress' }],
  ])('answers a problem for a body that %s', async (_, status, body, headers) => {
    const call = await listen(express().use(express.json(), below().express))
    const answer = await call('POST', '/crm/api/v1/contacts', body, headers)
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
    const byTool = await call('POST', '/crm/mcp', body, { ...accepting, ...headers })
    expect([byTool.status >= 400 && byTool.status < 500, byTool.type?.endsWith('json')]).toEqual([true, true])
  })

  it('leaves errors of other paths and of other kinds to Express', async () => {
    const seen: unknown[] = []
    const refusing = express.json({
      verify: (request) => {
        if (request.headers['x-signature'] === 'forged') throw Object.assign(new Error('forged'), { status: 403 })
      },
    })
    const failing = express()
      .use(refusing, below().express)
      .use('/crm/api', (_request: unknown, _response: unknown, next: (error: Error) => void) => next(new Error('of the app')))
      .use(((error, _request, response, _next) => {
        seen.push(error.message)
        response.status(418).end()
      }) as express.ErrorRequestHandler)
    const call = await listen(failing)
    expect((await call('POST', '/elsewhere', '{')).status).toBe(418)
    expect((await call('POST', '/crm/api/v2', '{}')).status).toBe(418)
    expect((await call('POST', '/crm/api/v1/contacts', '{}', { 'x-signature': 'forged' })).status).toBe(418)
    expect(seen).toEqual([expect.stringContaining('JSON'), 'of the app', 'forged'])
  })

  it('takes the form of a page that was parsed, and one whose text was kept', async () => {
    const parsed = await listen(express().use(express.urlencoded(), below().express))
    const kept = await listen(express().use(express.urlencoded({ verify: keepBody }), below().express))
    for (const call of [parsed, kept]) {
      const stamp = /name="_stamp" value="([^"]*)"/.exec((await call('GET', `/crm${form}`)).text)?.[1] ?? ''
      const body = new URLSearchParams({ email: 'visitor@form.test', _stamp: stamp }).toString()
      expect((await call('POST', `/crm${form}`, body, formType)).status).toBe(200)
    }
  })
})

describe('any host', () => {
  it('gets other paths passed on, or a problem where nothing follows', async () => {
    const beside = await listen(
      express()
        .use(below().node)
        .get('/crm/apiary', (_, response) => void response.send('theirs')),
    )
    expect((await beside('GET', '/crm/apiary')).text).toBe('theirs')
    const alone = await listen(below().node)
    const byFetch = await below().fetch(new Request('http://crm.test/elsewhere', { method: 'POST', body: 'x' }))
    for (const { status, type } of [
      await alone('GET', '/elsewhere'),
      { status: byFetch.status, type: byFetch.headers.get('content-type') },
    ])
      expect([status, type]).toEqual([404, 'application/problem+json'])
  })

  it('may take the prefix off, and is asked by its own name', async () => {
    const call = await listen(express().use('/any', mount(engine, { publicUrl: 'https://crm.example/any' }).node))
    expect((await call('GET', '/any/api/v1/me')).status).toBe(200)
    expect((await call('GET', '/any/docs/api/contacts')).text).toContain('https://crm.example/any/api/v1')
    const asked = (host: string) =>
      mount(engine, { publicUrl: 'https://crm.example/any' }).fetch(
        new Request(`https://${host}/mcp`, {
          method: 'POST',
          headers: { host, authorization: `Bearer ${key}`, 'content-type': 'text/plain' },
        }),
      )
    expect([(await asked('crm.example')).status, (await asked('evil.example')).status]).toEqual([415, 403])
  })

  it('serves neither tools nor pages where they are switched off', async () => {
    const call = await listen(below({ mcp: false, pages: false }).node)
    expect([(await call('POST', '/crm/mcp', tool('1'), accepting)).status, (await call('GET', `/crm${form}`)).status]).toEqual([404, 404])
  })

  it('learns with the first call of a tool which option of MCP is wrong', async () => {
    const faults: unknown[] = []
    const call = await listen(below({ mcp: { toolsets: ['nothing'], onError: (error) => faults.push(error) } }).node)
    const { status, type, text } = await call('POST', '/crm/mcp', tool('1'), accepting)
    expect([status, type]).toEqual([500, 'application/problem+json'])
    expect(text).not.toContain('toolset')
    expect((faults[0] as CrmError).code).toBe('invalid_input')
  })

  it('hears of wrong options at once', () => {
    const wrong = (options: object) => () => mount(engine, options as MountOptions)
    expect(wrong({ bases: '/crm' })).toThrow('mount: `bases` is no option. Did you mean "base"?')
    expect(wrong({ base: 'crm' })).toThrow('mount: `base` must begin with /')
    expect(wrong({ mcp: true })).toThrow('mount: `mcp` must be an object of options, or false')
    expect(wrong({ http: { requireIfMach: true } })).toThrow('Did you mean "requireIfMatch"?')
  })
})

it('takes from Koa what its body parser has left', async () => {
  const { koa } = below()
  // As Koa calls its middleware: with the request of Node, and what a parser has put beside it.
  const asKoa = (rawBody: string | undefined): RequestListener => {
    return (req: IncomingMessage, res) =>
      void req
        .resume()
        .on('end', () => koa({ req, res, request: { body: JSON.parse(ingest(LONG)), rawBody } }, async () => res.writeHead(418).end()))
  }
  expect((await (await listen(asKoa(ingest(LONG))))('POST', '/crm/api/v1/sync/ingest', ingest(LONG))).status).toBe(200)
  expect((await (await listen(asKoa(undefined)))('POST', '/crm/api/v1/sync/ingest', ingest(LONG))).status).toBe(422)
  expect((await (await listen(asKoa(undefined)))('GET', '/elsewhere')).status).toBe(418)
})

describe('as a plugin of Fastify', () => {
  it('leaves the parsers of the app as they are, runs its hooks, and sends the headers that they set', async () => {
    const app = fastify({ bodyLimit: 1000 })
    app.addHook('onRequest', async (_request, reply) => void reply.header('x-app', 'own'))
    app.register(rapport, { engine, prefix: '/crm', mcp: false })
    app.post('/echo', async ({ body }) => body)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    servers.push({ close: () => app.close() })
    const call = caller(url)
    expect((await call('POST', '/echo', '{"own":true}')).json).toEqual({ own: true })
    expect((await call('POST', '/echo', '{')).type).toBe('application/json')
    expect((await call('POST', '/crm/api/v1/contacts', '{')).type).toBe('application/problem+json')
    expect((await call('POST', '/crm/api/v1/contacts', `{"emial":"${'x'.repeat(5000)}"}`)).status).toBe(422)
    expect((await call('GET', '/crm/api/v1/me')).headers.get('x-app')).toBe('own')
  })

  it('ends open streams when the app closes', async () => {
    const app = fastify().register(rapport, { engine, prefix: '/crm' })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await fetch(`${url}/crm/api/v1/events/stream`, { headers: { authorization: `Bearer ${key}` } })
    const text = stream.text()
    await app.close()
    expect(await text).toMatch(/^retry: 2000\n\n/)
  })
})
