import { chmod, mkdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpServer } from '../../host/server.ts'
import { HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'

describe('the server of the host', () => {
  const seen: string[] = []
  const server = httpServer({
    ready: async () => {},
    secure: true,
    paths: {
      '/api/v1': (request, response) => {
        seen.push(`${request.method} ${request.url}`)
        void text(request).then(
          (body) => response.end(body),
          () => response.destroy(),
        )
      },
    },
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const raw = async (request: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.end(request)
    return await text(socket)
  }
  const post = (headers: readonly string[], body: string) =>
    raw(['POST /api/v1/a HTTP/1.1', 'Host: crm.test', ...headers, '', body].join('\r\n'))
  // What a server that reads the length in the other way would take for the next request.
  const smuggled = 'GET /api/v1/smuggled HTTP/1.1\r\nHost: crm.test\r\n\r\n'
  const chunked = `0\r\n\r\n${smuggled}`

  test.each<[string, readonly string[], string]>([
    ['length and chunks', [`Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked'], chunked],
    ['chunks and length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], chunked],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
    ['two equal lengths', ['Content-Length: 1', 'Content-Length: 1'], `a${smuggled}`],
    ['a list of lengths', [`Content-Length: 0, ${smuggled.length}`], smuggled],
    ['a length with a sign', ['Content-Length: +0'], smuggled],
    ['a length in hex', ['Content-Length: 0x0'], smuggled],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], chunked],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], chunked],
    ['a blank before the colon', ['Transfer-Encoding : chunked', `Content-Length: ${chunked.length}`], chunked],
    ['a folded header', [`Content-Length: ${chunked.length}`, 'X-A: b', ' Transfer-Encoding: chunked'], chunked],
    ['a line that ends with LF alone', [`X-A: b\nTransfer-Encoding: chunked`, 'Content-Length: 0'], chunked],
    ['a line that ends with CR alone', [`X-A: b\rTransfer-Encoding: chunked`, 'Content-Length: 0'], chunked],
    ['a chunk with a size that is none', ['Transfer-Encoding: chunked'], `0x0\r\n\r\n${smuggled}`],
    ['a chunk without its end', ['Transfer-Encoding: chunked'], `1\r\naa${chunked}`],
    ['a NUL in a header', ['X-A: \u0000b', 'Content-Length: 0'], smuggled],
  ])('refuses a request whose length is said twice, in two ways, or wrongly: %s', async (_, headers, body) => {
    seen.length = 0
    const answer = await post(headers, body)
    expect(seen.filter((each) => each.includes('smuggled'))).toEqual([])
    expect(answer.match(/HTTP\/1\.1 200/g)).toBeNull()
    // A body that turns out to be wrong while it is read ends the connection instead.
    expect(answer).toMatch(/^(HTTP\/1\.1 400 |$)/)
  })

  test('answers some requests that are sent at once in one connection, and ends one that sends hundreds', async () => {
    seen.length = 0
    const ask = (count: number) => raw('GET /api/v1/a HTTP/1.1\r\nHost: crm.test\r\n\r\n'.repeat(count))
    expect((await ask(16)).match(/HTTP\/1\.1 200/g)).toHaveLength(16)
    await ask(500).catch(() => '')
    expect(seen.length).toBeLessThan(50)
  })

  test('refuses requests that are none with headers that are safe in a browser', async () => {
    const answer = await raw('NOT HTTP\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n')
    expect(answer).toContain('\r\ncache-control: no-store\r\n')
    expect(answer).toContain("\r\ncontent-security-policy: default-src 'none'; object-src 'none'; base-uri 'none';")
  })

  test('asks browsers for https if its public address is https', async () => {
    for (const path of ['/healthz', '/nothing', '/api/v1/a'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      )
  })
})

describe('a host', () => {
  let lab: HostLab
  let url = ''
  beforeAll(async () => {
    lab = await HostLab.open()
    const folder = join(lab.folder, 'data')
    await mkdir(folder)
    // A folder that everybody may read, as many are.
    await chmod(folder, 0o755)
    url = (await lab.serve({ RAPPORT_BOOTSTRAP_KEY: KEY })).url
  })
  afterAll(() => lab[Symbol.asyncDispose]())

  const paths = [
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/nothing',
    '/docs',
    '/docs/nothing',
    '/api/v1/catalog',
    '/api/v1/contacts',
    '/mcp',
    '/q/x',
  ]

  test.each(paths)('answers %s with headers that are safe in a browser, and says nothing of its software', async (path) => {
    const { headers } = await fetch(url + path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe(path.startsWith('/q/') ? 'same-origin' : 'no-referrer')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
    expect(headers.get('content-type')).toMatch(/^(application\/(problem\+)?json|text\/(plain|html).*; charset=utf-8)$/)
    for (const name of ['server', 'x-powered-by', 'set-cookie', 'strict-transport-security']) expect(headers.get(name)).toBeNull()
  })

  test.each([
    '/data/',
    '/data/rapport.sqlite',
    '/docs/../data/rapport.sqlite',
    '/.git/config',
    '/package.json',
    '/api/v1/../../package.json',
  ])('serves no files and no folders: %s', async (path) => {
    const answer = await send(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
    expect(answer).toContain('application/problem+json')
  })

  test('repeats no request to whoever sends TRACE', async () => {
    for (const path of ['/', '/healthz', '/metrics', '/docs', '/api/v1/contacts', '/mcp', '/q/x']) {
      const answer = await send(url, `TRACE ${path} HTTP/1.1\r\nHost: localhost\r\nX-Secret: hunter2\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 40[45] /)
      expect(answer).not.toContain('hunter2')
    }
  })

  test('keeps its database, log and lock from other accounts', async () => {
    for (const end of ['', '-wal', '.lock']) {
      const { mode } = await stat(join(lab.folder, 'data', `rapport.sqlite${end}`))
      expect((mode & 0o777).toString(8)).toBe('600')
    }
  })
})

async function send(url: string, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.end(request)
  return await text(socket)
}
