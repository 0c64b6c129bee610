import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { H3 } from 'h3'
import { toNodeHandler } from 'h3/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { http, type HttpOptions } from 'rapport-crm/http'
import { fakeCore, id, stored } from './fake-core.ts'
import { read } from './http-forms.ts'

type Ask = (path: string, init?: RequestInit) => Promise<Response>
interface Mounted {
  readonly ask: Ask
  readonly close?: () => unknown
}

const api = (options: HttpOptions = {}) => http(fakeCore().core, { onError: () => {}, ...options })

async function listen(listener: RequestListener): Promise<Mounted> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    close: () => (server.closeAllConnections(), server.close()),
  }
}

function viaFetch(handle: (request: Request) => Response | Promise<Response>): Mounted {
  return { ask: async (path, init) => await handle(new Request(`http://host.test${path}`, init)) }
}

/** Acts like Hono's `mount`: removes the prefix and passes a foreign second argument. */
function stripped(
  prefix: string,
  handle: (request: Request, context?: never) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return (request) => handle(new Request(request.url.replace(prefix, ''), request), { incoming: {}, ip: 7 } as never)
}

interface Host {
  readonly prefix: string
  readonly mount: () => Promise<Mounted> | Mounted
  /** Parses JSON before the adapter and handles limits and malformed bodies itself. */
  readonly parses?: true
  /** Refuses malformed percent-encoding before any of its routes. */
  readonly refusesPaths?: true
}

const hosts: Record<string, Host> = {
  'a fetch handler': { prefix: '', mount: () => viaFetch(api().fetch) },
  'node:http': { prefix: '', mount: () => listen(api().node) },
  'Express 5': { prefix: '/crm', mount: () => listen(express().use('/crm', api().node)) },
  'Express 5 behind express.json()': {
    parses: true,
    prefix: '/crm',
    mount: () =>
      listen(
        express()
          .use(express.json({ limit: '2mb' }), jsonFaults)
          .use('/crm', api().node),
      ),
  },
  'Express 5 behind express.text()': {
    prefix: '/crm',
    mount: () =>
      listen(
        express()
          .use(express.text({ type: '*/*', limit: '2mb' }))
          .use('/crm', api().node),
      ),
  },
  'Express 5 behind express.raw()': {
    prefix: '/crm',
    mount: () =>
      listen(
        express()
          .use(express.raw({ type: '*/*', limit: '2mb' }))
          .use('/crm', api().node),
      ),
  },
  'Fastify 5': {
    refusesPaths: true,
    prefix: '/crm',
    async mount() {
      const app = fastify()
      const crm = api({ base: '/crm/api/v1' })
      await app.register(async (own) => {
        own.removeAllContentTypeParsers()
        own.addContentTypeParser('*', (_request, _payload, done) => done(null))
        own.all('/crm/*', (request, reply) => {
          reply.hijack()
          crm.node(request.raw, reply.raw)
        })
      })
      await app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = app.server.address() as AddressInfo
      return { ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init), close: () => app.close() }
    },
  },
  'h3 by fetch': {
    refusesPaths: true,
    prefix: '/crm',
    mount: () => viaFetch(new H3().mount('/crm', { fetch: (request: Request) => api().fetch(request) }).fetch),
  },
  'h3 by fetch, on Node': {
    refusesPaths: true,
    prefix: '/crm',
    mount: () => listen(toNodeHandler(new H3().mount('/crm', { fetch: (request: Request) => api().fetch(request) })) as RequestListener),
  },
  'a host that cuts the prefix off (Hono)': { prefix: '/crm', mount: () => viaFetch(stripped('/crm', api().fetch)) },
  'a host that leaves the prefix (Next.js)': { prefix: '/crm', mount: () => viaFetch(api({ base: '/crm/api/v1' }).fetch) },
}

// Express answers malformed JSON before the adapter; to get its errors, mount the adapter first.
const jsonFaults: express.ErrorRequestHandler = (_error, _request, response, _next) =>
  void response.status(400).type('application/problem+json').json({ code: 'malformed_input', request_id: 'host' })

describe.each(Object.entries(hosts))('mounted in %s', (_name, { prefix, mount, parses, refusesPaths }) => {
  let host: Mounted
  beforeAll(async () => {
    host = await mount()
  })
  afterAll(() => host.close?.())

  const send = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) =>
    await read(
      await host.ask(`${prefix}/api/v1${path}`, {
        method,
        headers: { authorization: 'Bearer rk_all', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body, duplex: 'half' as const }),
      } as RequestInit),
    )

  test('reads and lists', async () => {
    const { status, headers, json } = await send('GET', `/things/${id}`)
    expect([status, json, headers.get('content-type'), headers.get('etag')]).toEqual([200, stored, 'application/json', '"7"'])
    expect((await send('GET', '/things?limit=5&tags=a,b')).json.query).toEqual({ limit: 5, tags: ['a', 'b'] })
  })

  test('creates, updates and deletes', async () => {
    const made = await send('POST', '/things', '{"name":"Bellows"}')
    expect([made.status, made.json.name]).toEqual([201, 'Bellows'])
    expect((await send('PATCH', `/things/${id}`, '{"name":"Vice"}')).json.name).toBe('Vice')
    expect((await send('DELETE', `/things/${id}`)).json).toEqual({ deleted: true })
  })

  test('accepts an empty body', async () => {
    expect((await send('POST', '/things/search')).json).toEqual({ q: null })
    expect((await send('POST', '/things/search', '')).json).toEqual({ q: null })
  })

  test.each<[string, number, string, string, BodyInit?]>([
    ['invalid input', 422, 'POST', '/things', '{"name":3}'],
    ['a bug', 500, 'POST', '/fail', '{"code":"bug"}'],
    ['an unknown path', 404, 'GET', '/nothing'],
    ['a method that the path does not take', 405, 'PUT', '/things'],
    ['malformed JSON', 400, 'POST', '/things', '{'],
    ['a body over the limit', 413, 'POST', '/things', `{"name":"${'x'.repeat(1_200_000)}"}`],
  ])('%s is our problem document: %i', async (_, status, method, path, body) => {
    const answer = await send(method, path, body)
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0], answer.json.request_id]).toEqual([
      status,
      'application/problem+json',
      expect.any(String),
    ])
    expect(answer.text).not.toContain('secret')
  })

  test('malformed percent-encoding is 400', async () => {
    const { status, headers } = await send('GET', '/things/%ZZ')
    expect(status).toBe(400)
    expect(headers.get('content-type') === 'application/problem+json').toBe(refusesPaths !== true)
  })

  test('the connection stays open after a body of unknown length was too large', async () => {
    const parts = ['{"name":"', ...Array.from({ length: 20 }, () => 'x'.repeat(65_536)), '"}']
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
        controller.close()
      },
    })
    expect((await send('POST', '/things', body)).status).toBe(parses ? 422 : 413)
    expect((await send('GET', `/things/${id}`)).status).toBe(200)
  })

  test('HEAD, OPTIONS and 304 have no body', async () => {
    const head = await send('HEAD', `/things/${id}`)
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await send('OPTIONS', '/things')).status).toBe(204)
    const known = await send('GET', `/things/${id}`, undefined, { 'if-none-match': '"7"' })
    expect([known.status, known.text]).toEqual([304, ''])
  })
})

describe('beside other routes of the host', () => {
  test('paths outside of the base are passed to the next handler of Express', async () => {
    const host = await listen(
      express()
        .use(api().node)
        .get('/api/v1x', (_, response) => void response.send('theirs'))
        .get('/hello', (_, response) => void response.send('hello')),
    )
    expect(await (await host.ask('/hello')).text()).toBe('hello')
    expect(await (await host.ask('/api/v1x')).text()).toBe('theirs')
    expect((await host.ask('/api/v1/nothing')).headers.get('content-type')).toBe('application/problem+json')
    expect((await host.ask('/api/v1?x=1')).status).toBe(404)
    await host.close?.()
  })

  test('the address of the client is the one that Express trusts', async () => {
    const seen: unknown[] = []
    const crm = api({ authenticate: (_, { ip }) => void seen.push(ip) })
    const host = await listen(express().set('trust proxy', 'loopback').use(crm.node))
    await host.ask('/api/v1/things', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    const plain = await listen(crm.node)
    await plain.ask('/api/v1/things', { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(seen).toEqual(['192.0.2.7', '127.0.0.1'])
    await host.close?.()
    await plain.close?.()
  })

  test('the embedding app gets a web-standard request under Node too', async () => {
    const seen: string[][] = []
    const crm = api({
      authenticate: ({ url, method, headers }) => void seen.push([method, new URL(url).pathname, headers.get('cookie') ?? '']),
    })
    const host = await listen(express().use('/crm', crm.node))
    await host.ask('/crm/api/v1/things?limit=3', { headers: { cookie: 'session=anna' } })
    expect(seen).toEqual([['GET', '/api/v1/things', 'session=anna']])
    await host.close?.()
  })

  test('a body that the host has read and dropped is reported to the host as its mistake', async () => {
    const faults: unknown[] = []
    const crm = api({ onError: (error) => faults.push(error) })
    const host = await listen((req, res) => void req.resume().on('end', () => crm.node(req, res)))
    const { status } = await host.ask('/api/v1/things', {
      method: 'POST',
      headers: { authorization: 'Bearer rk_all' },
      body: '{"name":"x"}',
    })
    expect(status).toBe(500)
    expect(String(faults[0])).toContain('mount the API before its body parser')
    await host.close?.()
  })

  test('errors keep their form if the host replaces the global Response', async () => {
    const { Response: own } = globalThis
    class Replaced extends own {}
    globalThis.Response = Replaced
    try {
      const { status, headers } = await api().fetch(new Request('http://host.test/api/v1/nothing'))
      expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      const answer = await api().fetch(new Request('http://host.test/api/v1/pickers'))
      expect(answer).toBeInstanceOf(Replaced)
      expect(answer.status).toBe(200)
      const host = await listen(api().node)
      const overNode = await host.ask('/api/v1/nothing')
      expect([overNode.status, overNode.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      await host.close?.()
    } finally {
      globalThis.Response = own
    }
  })

  test('the base can be set, or be empty', async () => {
    const key = { headers: { authorization: 'Bearer rk_all' } }
    expect((await api({ base: '/v1/' }).fetch(new Request(`http://host.test/v1/things/${id}`, key))).status).toBe(200)
    expect((await api({ base: '' }).fetch(new Request(`http://host.test/things/${id}`, key))).status).toBe(200)
    expect((await api({ base: '/' }).fetch(new Request(`http://host.test/things/${id}`, key))).status).toBe(200)
  })
})

test('a form that the host has parsed is not accepted as JSON', async () => {
  const { ask, close } = await listen(express().use(express.urlencoded(), express.json()).use(api().node))
  const headers = { authorization: 'Bearer rk_all' }
  const sent = async (type: string, body: string) =>
    (await ask('/api/v1/things', { method: 'POST', headers: { ...headers, 'content-type': type }, body })).status
  expect(await sent('application/x-www-form-urlencoded', 'name=Bellows')).toBe(415)
  expect(await sent('application/json', '{"name":"Bellows"}')).toBe(201)
  close?.()
})
