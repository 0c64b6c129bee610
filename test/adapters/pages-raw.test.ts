import { Type } from '@sinclair/typebox'
import { expect, it, onTestFinished } from 'vitest'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operation, plugin, RawAnswer, sentRequest } from 'rapport-crm'
import { pages } from 'rapport-crm/pages'
import { describeStorages } from '../support/storages.ts'

const token = Type.String({ maxLength: 200 })
const closed = { additionalProperties: false }
const { headers, body, origin, query, method } = sentRequest

const echo = (verb: 'GET' | 'POST' | 'PUT') =>
  operation({
    id: `echo${verb}`,
    summary: 'Answer what was sent',
    scope: 'public',
    route: `${verb} /echo/{token}`,
    unitOfWork: false,
    foreign: ['headers', 'body'],
    perMinute: { address: 5, token: 100 },
    input: Type.Object({ token, headers, query, method, ...(verb !== 'GET' && { body }) }, closed),
    output: RawAnswer,
    uses: {},
    async handle(input) {
      const sent = 'body' in input && input.body instanceof Uint8Array ? [...input.body.slice(0, 3), input.body.length] : []
      const content = JSON.stringify({ ...input, body: sent, own: Object.getOwnPropertyNames(input.headers) })
      return { status: 202, media: 'application/json', content, headers: { 'x-own': input.query === 'broken' ? 'a\r\nb' : 'yes' } }
    },
  })

const judged = operation({
  id: 'judgeOrigin',
  summary: 'Answer the origin',
  scope: 'public',
  route: 'POST /judge/{token}',
  unitOfWork: false,
  input: Type.Object({ token, origin }, closed),
  output: RawAnswer,
  uses: {},
  handle: async (input) => ({ status: 200, media: 'image/gif', content: new Uint8Array([1, 2, 3, String(input.origin).length]) }),
})

const echoes = plugin({ name: 'echoes', version: '1.0.0', pages: [echo('GET'), echo('POST'), echo('PUT'), judged] })

describeStorages(
  'Pages for programs',
  (open) => {
    const serve = async () => {
      const { engine } = await open({ plugins: [echoes] })
      const errors: unknown[] = []
      const { fetch: asked, node } = pages(engine, { onError: (error) => void errors.push(error) })
      const fetchPage = (path: string, init: RequestInit = {}, ip = '203.0.113.1') =>
        asked(new Request(`https://crm.test${path}`, init), { ip })
      const server = createServer(node).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      onTestFinished(
        () =>
          new Promise<void>((resolve) => {
            server.closeAllConnections()
            server.close(() => resolve())
          }),
      )
      return { errors, fetchPage, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }

    it('get the bytes of any media type, all headers, and the query', async () => {
      const { fetchPage, address } = await serve()
      for (const send of [
        (init: RequestInit) => fetchPage('/echo/a?x=%20y', init),
        (init: RequestInit) => fetch(`${address}/echo/a?x=%20y`, init),
      ]) {
        const sent = {
          method: 'PUT',
          body: new Uint8Array([0, 255, 13]),
          headers: { 'content-type': 'application/weird', __proto__: 'x', 'x-sig': 'a=b' },
        }
        const answer = await send(sent)
        expect([answer.status, answer.headers.get('x-own'), answer.headers.get('content-type')]).toEqual([202, 'yes', 'application/json'])
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(await answer.json()).toMatchObject({ body: [0, 255, 13, 3], query: 'x=%20y', method: 'PUT', headers: { 'x-sig': 'a=b' } })
      }
    })

    it('answer 500 where a header of their own cannot be sent, and go on', async () => {
      const { errors, fetchPage, address } = await serve()
      expect((await fetchPage('/echo/d?broken')).status).toBe(500)
      expect((await fetch(`${address}/echo/d?broken`)).status).toBe(500)
      expect(errors).toMatchObject([{ code: 'ERR_INVALID_CHAR' }, { code: 'ERR_INVALID_CHAR' }])
      expect((await fetch(`${address}/echo/d`)).status).toBe(202)
    })

    it('refuse a body over 1 MiB with a problem document, however it is announced', async () => {
      const { fetchPage, address } = await serve()
      const large = new Uint8Array(1_048_577)
      for (const url of [`${address}/echo/b`]) {
        const announced = await fetch(url, { method: 'POST', body: large })
        expect([announced.status, announced.headers.get('content-type')]).toEqual([413, 'application/problem+json'])
        const stream = new ReadableStream({
          start(controller) {
            for (let at = 0; at < 20; at++) controller.enqueue(new Uint8Array(100_000))
            controller.close()
          },
        })
        // Node asks for `duplex` with a stream, which the types of the browser do not know.
        const streamed = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
        expect((await fetch(url, streamed)).status).toBe(413)
      }
      expect((await fetchPage('/echo/b', { method: 'POST', body: large.slice(1) }, '203.0.113.2')).status).toBe(202)
    })

    it('read no more than that of a body without end, and take one that breaks off for what it is', async () => {
      const { errors, fetchPage } = await serve()
      const streamed = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
        fetchPage('/echo/e', { method: 'POST', body: new ReadableStream({ pull }, { highWaterMark: 0 }), duplex: 'half' } as RequestInit)
      let parts = 0
      const answer = await streamed((controller) => {
        parts += 1
        // In an engine that reads on there would be an end after all.
        if (parts > 400) controller.close()
        else controller.enqueue(new Uint8Array(1_048_576))
      })
      expect([answer.status, parts < 10]).toEqual([413, true])
      expect((await streamed((controller) => controller.error(new Error('gone')))).status).toBe(400)
      expect(errors).toEqual([])
    })

    it('count by limits of their own', async () => {
      const { fetchPage } = await serve()
      const statuses = await Promise.all(Array.from({ length: 7 }, () => fetchPage('/echo/c', {}, '203.0.113.9')))
      expect(statuses.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 429, 429])
      expect(statuses[6]?.headers.get('retry-after')).toBe('60')
      expect((await fetchPage('/judge/x', { method: 'POST' }, '203.0.113.9')).status).toBe(200)
    })

    it('judge the origin themselves if they ask for it, and answer bytes', async () => {
      const { fetchPage } = await serve()
      const answer = await fetchPage('/judge/x', { method: 'POST', headers: { origin: 'https://a.test', 'sec-fetch-site': 'cross-site' } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
      expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 3, 14])
      expect((await fetchPage('/judge/x', { method: 'PUT' })).status).toBe(405)
    })
  },
  ['SQLite memory'],
)
