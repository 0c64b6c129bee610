import { createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { CrmError, type Streamed } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendTo } from '../../adapters/http/node.ts'
import { Streams } from '../../adapters/http/stream.ts'
import { aContact } from '../support/builders.ts'

type Bench = Awaited<ReturnType<typeof testEngine>>
type Crm = ReturnType<typeof http>

/** Reads the stream block by block. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array | string>
  #text = ''

  constructor(source: AsyncIterable<Uint8Array | string>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        return block
      }
      const { done, value } = await this.#source.next()
      if (done) return undefined
      this.#text += typeof value === 'string' ? value : Buffer.from(value).toString('utf8')
    }
  }

  /** The next block that is an item. */
  async item(): Promise<{ id: string; data: any }> {
    for (;;) {
      const block = await this.block()
      if (block === undefined) throw new Error('The stream has ended')
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (id !== undefined && data !== undefined) return { id, data: JSON.parse(data) }
    }
  }

  async end(): Promise<void> {
    while ((await this.block()) !== undefined);
  }
}

describe('a streaming operation over HTTP', () => {
  let bench: Bench
  let crm: Crm
  const ends: (() => unknown)[] = []

  beforeEach(async () => {
    bench = await testEngine()
    crm = http(bench.engine, { heartbeatMs: 5 })
    ends.push(() => bench.close())
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  const fetched = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    crm.fetch(new Request(`http://crm.test/api/v1${path}`, { method, headers: { authorization: `Bearer ${bench.key}`, ...headers } }))

  const opened = async (headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const server = createServer(crm.node)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    const authorization = `Bearer ${bench.key}`
    return await new Promise((resolve, reject) => {
      const request = get({ port, path: '/api/v1/events/stream?after=0', headers: { authorization, ...headers } }, resolve)
      request.on('error', reject)
      ends.push(() => request.destroy())
    })
  }

  test('is sent as server-sent events, item by item, each with its id, in the web and the Node form', async () => {
    await bench.crm.contacts.create(aContact({ email: 'ada@gmail.com' }))
    const response = await fetched('/events/stream?after=0')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    const incoming = await opened()
    expect(incoming.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    const readers = [new Reader(response.body as unknown as AsyncIterable<Uint8Array>), new Reader(incoming)]
    for (const reader of readers) {
      expect(await reader.block()).toBe('retry: 2000')
      expect(await reader.item()).toMatchObject({ id: '1', data: { id: 1, type: 'contact.created' } })
    }
    await bench.crm.contacts.create(aContact({ email: 'bob@gmail.com' }))
    for (const reader of readers) expect(await reader.item()).toMatchObject({ id: '2', data: { id: 2 } })
  })

  test('continues after Last-Event-ID, which overrides the query', async () => {
    for (const name of ['a', 'b', 'c']) await bench.crm.contacts.create(aContact({ email: `${name}@gmail.com` }))
    const reader = new Reader(await opened({ 'last-event-id': '2' }))
    expect((await reader.item()).id).toBe('3')
    const refused = await fetched('/events/stream?after=0', { 'last-event-id': 'nothing' })
    expect([refused.status, ((await refused.json()) as any).errors[0].path]).toEqual([422, '/after'])
  })

  test('sends heartbeats while nothing happens', async () => {
    const reader = new Reader(await opened())
    expect([await reader.block(), await reader.block(), await reader.block()]).toEqual(['retry: 2000', ':', ':'])
  })

  test('ends at once when its key is revoked, with an event that says why', async () => {
    const admin = await bench.engine.authenticate(bench.key)
    const { api_keys } = await bench.crm.apiKeys.list()
    const reader = new Reader(await opened())
    await reader.block()
    await bench.engine.as(admin).apiKeys.revoke({ id: api_keys[0]?.id ?? '' })
    let last: string | undefined
    for (let block = await reader.block(); block !== undefined; block = await reader.block()) last = block
    const [, data = ''] = /^event: end\ndata: (.*)$/.exec(last ?? '') ?? []
    expect(JSON.parse(data)).toMatchObject({ status: 401, code: 'unauthenticated', request_id: expect.any(String) })
  })

  test('ends within a heartbeat once the embedding app no longer knows its caller, also if it is never idle', async () => {
    const busy = async function* () {
      for (let id = 1; id <= 1_000_000; id += 1)
        yield await new Promise<Streamed>((resolve) => setImmediate(resolve, { id: String(id), data: {} }))
    }
    let allowed = 2
    const refusal = async () => ((allowed -= 1) > 0 ? undefined : new CrmError('unauthenticated', 'Signed out'))
    const onError = (error: unknown) => expect.unreachable(String(error))
    const { chunks } = new Streams().serve(busy(), { heartbeatMs: 5, refusal, requestId: 'r1', onError })
    const sent: string[] = []
    for await (const chunk of chunks) sent.push(String(chunk))
    expect(sent.filter((chunk) => chunk === ':\n\n')).toHaveLength(1)
    expect(sent.at(-1)).toContain('"code":"unauthenticated"')
    expect(sent.filter((chunk) => chunk.startsWith('id: ')).length).toBeGreaterThan(1)
  })

  test('ends when the adapter closes, and when the engine does', async () => {
    const readers = [new Reader(await opened()), new Reader(await opened())]
    for (const reader of readers) await reader.block()
    crm.close()
    for (const reader of readers) await reader.end()
    const reader = new Reader(await opened())
    await reader.block()
    await bench.engine.close()
    await reader.end()
  })

  test('is released when the client disconnects, and after HEAD', async () => {
    const head = await fetched('/events/stream', {}, 'HEAD')
    expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, 'text/event-stream; charset=utf-8', null])
    for (let round = 0; round < 60; round += 1) {
      const response = await fetched('/events/stream')
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    const incoming = await opened()
    await new Reader(incoming).block()
    incoming.destroy()
  })

  test('is given up when the client takes nothing of it, so that it frees its place', async () => {
    let isReleased = false
    const endless = async function* () {
      try {
        for (;;) yield 'x'.repeat(65_536)
      } finally {
        isReleased = true
      }
    }
    const closed = Promise.withResolvers<void>()
    const server = createServer((_, res) => {
      res.on('close', closed.resolve)
      sendTo(res, { status: 200, headers: {}, body: { chunks: endless(), stalledMs: 20, cancel: () => {} } }, 'GET')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ends.push(() => new Promise((resolve) => server.close(resolve)))
    // Sends its request and never reads.
    const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).pause()
    ends.push(() => client.destroy())
    client.on('error', () => {}).write('GET / HTTP/1.1\r\nhost: crm.test\r\n\r\n')
    await closed.promise
    await new Promise(setImmediate)
    expect(isReleased).toBe(true)
  })

  test('is described as such, with Last-Event-ID; only deletes of records with a version take If-Match', async () => {
    const { paths } = (await (await fetched('/openapi.json')).json()) as any
    const stream = paths['/events/stream'].get
    expect(Object.keys(stream.responses['200'].content)).toEqual(['text/event-stream'])
    expect(stream.parameters).toContainEqual({ $ref: '#/components/parameters/LastEventId' })
    const takes = (path: string, method: string, name: string) =>
      paths[path][method].parameters.some((each: any) => each.$ref === `#/components/parameters/${name}`)
    expect(['/contacts/{id}', '/webhooks/{id}', '/hooks/{id}'].map((path) => takes(path, 'delete', 'IfMatch'))).toEqual([
      true,
      false,
      false,
    ])
    expect(paths['/webhooks/{id}'].delete.responses).not.toHaveProperty('412')
    expect(takes('/webhooks/{id}/test', 'post', 'IdempotencyKey')).toBe(true)
  })
})
