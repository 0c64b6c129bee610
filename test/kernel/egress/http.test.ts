import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Http, type HttpOptions, type HttpOutcome, type HttpRequest } from '../../../core/kernel/ports/http.ts'
import { selfSigned } from '../../support/certificate.ts'
import { fullBacklog } from './full-backlog.ts'
import { type RawServer, certificate, ok, rawServer, tcpServer } from './raw-server.ts'

// Wide enough for a handshake on a machine that is busy with something else; what is about the budget sets its own.
const budget = 10_000
let http: Http

beforeEach(() => {
  http = open()
})

afterEach(async () => {
  await http.close()
})

describe('a request on the wire', () => {
  test('carries exactly the given headers and body, a length, and no offer to compress', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const body = Buffer.from('{"name":"Zażółć"}')
    const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'deal.won', 'User-Agent': 'Service-Webhooks/1.0' }
    expect(await post(`${server.url}hook?a=b`, { headers, body })).toMatchObject({
      status: 200,
      error: null,
      terminal: false,
      response: 'ok',
    })
    const [head = '', sent] = server.requests[0]?.text.split('\r\n\r\n') ?? []
    expect(head.split('\r\n').toSorted()).toEqual(
      [
        'POST /hook?a=b HTTP/1.1',
        'Accept-Encoding: identity',
        'Content-Type: application/json',
        'User-Agent: Service-Webhooks/1.0',
        'X-Service-Event: deal.won',
        'connection: keep-alive',
        `content-length: ${body.length}`,
        `host: 127.0.0.1:${server.port}`,
      ].toSorted(),
    )
    expect(Buffer.from(sent ?? '', 'latin1')).toEqual(body)
  })

  test('leaves no choice of host, length, connection or coding to the caller', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const headers = {
      Host: 'internal',
      'Content-Length': '3',
      Connection: 'close',
      'Transfer-Encoding': 'chunked',
      'accept-encoding': 'gzip',
      Expect: 'x',
    }
    expect(await post(server.url, { headers, body: 'body' })).toMatchObject({ status: 200 })
    expect(server.requests[0]?.text).toMatch(/host: 127\.0\.0\.1/)
    expect(server.requests[0]?.text).not.toMatch(/internal|gzip|chunked|expect|close|length: 3/i)
  })

  test('a header that would break the line is a terminal refusal, and nothing is sent', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const outcome = await post(server.url, { headers: { 'X-Service-Event': 'deal.won\r\nX-Evil: 1' } })
    expect(outcome).toMatchObject({ status: 0, error: 'invalid_request', terminal: true })
    expect(server.requests).toHaveLength(0)
  })

  test('GET without a body works as well', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    expect(await http.send({ url: server.url, method: 'GET', headers: {} })).toMatchObject({ status: 200 })
    expect(server.requests[0]?.text).toMatch(/^GET \/ HTTP/)
  })
})

describe('the answer', () => {
  test.each([200, 204, 226, 299, 304, 404, 410, 500, 599])('%i comes back as it is', async (status) => {
    await using server = await rawServer(({ socket }) =>
      socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\nRetry-After: 7\r\n\r\n`),
    )
    expect(await post(server.url)).toMatchObject({ status, error: null, response: '', retryAfter: '7' })
  })

  test.each([301, 302, 303, 307, 308])('a redirect %i is not followed: the second server gets no connection', async (status) => {
    await using second = await rawServer(({ socket }) => socket.write(ok))
    await using first = await rawServer(({ socket }) =>
      socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${second.url}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(await post(first.url)).toMatchObject({ status, error: null })
    expect(second.connections).toHaveLength(0)
  })

  test.each([
    ['600 emoji', Buffer.from('😀'.repeat(600)), '😀'.repeat(500)],
    ['NUL and bad bytes', Buffer.from([0x61, 0, 0xff, 0x62]), 'a\uFFFD\uFFFDb'],
    ['a character cut in two', Buffer.from('ü').subarray(0, 1), '\uFFFD'],
  ])('%s are kept as at most 500 characters of text', async (_what, bytes, response) => {
    await using server = await rawServer(({ socket }) => socket.write(Buffer.concat([head(bytes.length), bytes])))
    expect(await post(server.url)).toMatchObject({ status: 200, response })
  })

  test('a body that came compressed unasked is not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    await using server = await rawServer(({ socket }) =>
      socket.write(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb]),
      ),
    )
    const { status, response } = await post(server.url)
    expect(status).toBe(200)
    expect(response).toBe(new TextDecoder().decode(bomb).replaceAll('\0', '\uFFFD').slice(0, 500))
  })
})

describe('what comes after the status line never changes the verdict', () => {
  test('an endless flood is cut at 16 KiB', async () => {
    let sent = 0
    await using server = await rawServer(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const flood = () => {
        while (!socket.destroyed && socket.write('x'.repeat(1_024))) sent += 1_024
      }
      socket.on('drain', flood)
      flood()
    })
    const outcome = await post(server.url)
    expect(outcome).toMatchObject({ status: 200, error: null, response: 'x'.repeat(500) })
    await closed(server)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('a drip is given up at the deadline, and the time until the status line is what counts', async () => {
    await using server = await rawServer(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const drip = setInterval(() => socket.write('.'), 10)
      socket.on('close', () => clearInterval(drip))
    })
    const outcome = await post(server.url, { timeoutMs: 1_000 })
    expect(outcome).toMatchObject({ status: 200, error: null, response: expect.stringMatching(/^\.{3,}$/) })
    expect(outcome.durationMs).toBeLessThan(1_000)
  })

  test('a body that ends short, or with a reset, is still a success', async () => {
    await using short = await rawServer(({ socket }) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'))
    expect(await post(short.url)).toMatchObject({ status: 200, response: 'half' })
    await using reset = await rawServer(({ socket, reset }) => {
      socket.write('HTTP/1.1 202 OK\r\nContent-Length: 100\r\n\r\nhalf', reset)
    })
    expect(await post(reset.url)).toMatchObject({ status: 202, error: null })
    await using broken = await rawServer(({ socket }) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nZZ'))
    expect(await post(broken.url)).toMatchObject({ status: 200, response: 'half' })
  })
})

describe('without an HTTP answer', () => {
  test.each([
    ['a name that does not exist', 'ENOTFOUND', 'dns_error: no such host'],
    ['a resolver that fails', 'ESERVFAIL', 'dns_error: the name could not be resolved (ESERVFAIL)'],
    ['a resolver without a code', undefined, 'dns_error: the name could not be resolved (unknown)'],
  ])('%s is a dns_error', async (_what, code, response) => {
    http = open({ lookup: () => Promise.reject(Object.assign(new Error('getaddrinfo 10.1.2.3'), { code })) })
    expect(await post('https://hook.example/')).toMatchObject({ status: 0, error: 'dns_error', terminal: false, response })
  })

  test('a name without addresses is a dns_error', async () => {
    http = open({ lookup: () => Promise.resolve([]) })
    expect(await post('https://hook.example/')).toMatchObject({ error: 'dns_error', response: 'dns_error: the name has no address' })
  })

  test('a port where nothing listens is connection_refused, and no address is told', async () => {
    const server = await rawServer(() => {})
    await server[Symbol.asyncDispose]()
    http = open({ lookup: local })
    const outcome = await post(`https://hook.example:${server.port}/`)
    expect(outcome).toMatchObject({ status: 0, error: 'connection_refused', terminal: false })
    expect(outcome.response).not.toMatch(/127|::/)
  })

  test('a reset before the answer is connection_reset, on a fresh connection without a second try', async () => {
    await using reset = await rawServer(({ reset }) => reset())
    expect(await post(reset.url)).toMatchObject({ status: 0, error: 'connection_reset' })
    await using ended = await rawServer(({ socket }) => socket.end())
    expect(await post(ended.url)).toMatchObject({ status: 0, error: 'connection_reset' })
    expect([reset.connections.length, ended.connections.length]).toEqual([1, 1])
    await using beforeTls = await tcpServer((socket) => socket.resetAndDestroy())
    expect(await post(beforeTls.url)).toMatchObject({ status: 0, error: 'connection_reset' })
  })

  test('a certificate that is expired, of another host or of nobody we trust is a tls_error', async () => {
    const expired = selfSigned({ hosts: ['127.0.0.1'], notAfter: new Date('2001-01-01T00:00:00Z') })
    const other = selfSigned({ hosts: ['other.example'] })
    const stranger = selfSigned({ hosts: ['127.0.0.1'] })
    http = open({ ca: [expired.cert, other.cert] })
    const codes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT']
    for (const [index, pair] of [expired, other, stranger].entries()) {
      await using server = await rawServer(({ socket }) => socket.write(ok), pair)
      const outcome = await post(server.url)
      expect(outcome).toMatchObject({
        status: 0,
        error: 'tls_error',
        terminal: false,
        response: expect.stringContaining(codes[index] ?? ''),
      })
      expect(server.requests).toHaveLength(0)
    }
  })

  test('TLS 1.1, plain HTTP and noise on the TLS port are a tls_error', async () => {
    await using old = await rawServer(({ socket }) => socket.write(ok), {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    })
    await using plain = await tcpServer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))
    for (const server of [old, plain]) expect(await post(server.url)).toMatchObject({ status: 0, error: 'tls_error' })
  })

  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['a status of 999', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['headers over 16 KiB', `HTTP/1.1 200 OK\r\n${'X-Pad: 123456789\r\n'.repeat(2_000)}\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ])('%s is a protocol_error', async (_what, bytes) => {
    await using server = await rawServer(({ socket }) => socket.write(bytes))
    expect(await post(server.url)).toMatchObject({ status: 0, error: 'protocol_error', terminal: false })
  })

  test('early hints before the answer are no answer', async () => {
    await using server = await rawServer(({ socket }) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${ok}`))
    expect(await post(server.url)).toMatchObject({ status: 200 })
  })
})

describe('one budget rules from the start of the request to the status line', () => {
  test.each<[string, () => Promise<RawServer>, HttpOptions]>([
    ['a resolver that never answers', () => tcpServer(() => {}), { lookup: () => new Promise(() => {}) }],
    ['a handshake that never ends', () => tcpServer(() => {}), {}],
    ['an answer that never comes', () => rawServer(() => {}), {}],
    ['headers that never end', () => rawServer(({ socket }) => socket.write('HTTP/1.1 200 OK\r\nX-A: b\r\n')), {}],
  ])('%s is a timeout, and the connection is closed', async (_what, start, options) => {
    await using server = await start()
    http = open({ ...options, timeoutMs: 60 })
    const url = options.lookup === undefined ? server.url : 'https://hook.example/'
    const outcome = await post(url)
    expect(outcome).toMatchObject({ status: 0, error: 'timeout', terminal: false, response: 'timeout: no answer within 0.06 s' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(58)
    expect(outcome.durationMs).toBeLessThan(1_000)
    await closed(server)
  })

  test('a host that answers no SYN is a timeout too', async () => {
    await using server = await fullBacklog()
    const outcome = await post(server.url, { timeoutMs: 300 })
    expect(outcome).toMatchObject({ status: 0, error: 'timeout', response: 'timeout: no answer within 0.3 s' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(298)
    expect(outcome.durationMs).toBeLessThan(1_000)
  })

  test('it is 10 s: an answer after 9.9 s is one, and after 10 s nobody waits any more', async () => {
    const asked: ((answer: string) => void)[] = []
    await using server = await rawServer(({ socket }) => void asked.push((answer) => socket.write(answer)))
    const arrived = async (count: number) => {
      while (asked.length < count) await nextTurn()
    }
    let elapsed = 0
    const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pass = (ms: number) => {
      elapsed += ms
      vi.advanceTimersByTime(ms)
    }
    try {
      http = new Http({ allow: ['127.0.0.0/8'], ca: certificate.cert })
      const [early, late] = [post(server.url), post(server.url)]
      await arrived(2)
      pass(9_900)
      asked[0]?.(ok)
      expect(await Promise.race([early, late])).toMatchObject({ status: 200, durationMs: 9_900 })
      pass(100)
      const ended = await Promise.all([early, late])
      expect(ended.find(({ status }) => status === 0)).toMatchObject({ error: 'timeout', durationMs: 10_000 })
      expect(ended.map(({ response }) => response)).toContain('timeout: no answer within 10 s')
    } finally {
      vi.useRealTimers()
      monotonic.mockRestore()
    }
  })

  test('the budget of one request may differ', async () => {
    await using server = await rawServer(() => {})
    expect(await post(server.url, { timeoutMs: 30 })).toMatchObject({ error: 'timeout', response: 'timeout: no answer within 0.03 s' })
  })

  test('the caller can give up, before and during the request', async () => {
    const caller = new AbortController()
    await using server = await rawServer(() => caller.abort())
    expect(await post(server.url, { signal: caller.signal })).toMatchObject({ status: 0, error: 'aborted', terminal: false })
    expect(await post(server.url, { signal: caller.signal })).toMatchObject({ status: 0, error: 'aborted' })
    expect(server.requests).toHaveLength(1)
  })

  test('close ends what is under way', async () => {
    await using server = await rawServer(() => void http.close())
    expect(await post(server.url)).toMatchObject({ status: 0, error: 'aborted' })
  })
})

describe('kept connections', () => {
  test('one connection serves requests one after the other, and close ends it', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    for (let round = 0; round < 5; round += 1) expect(await post(server.url)).toMatchObject({ status: 200 })
    expect(server.connections).toHaveLength(1)
    await http.close()
    await closed(server)
  })

  test('parallel requests take one connection each and keep at most 16', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(server.url)))
    expect(outcomes.every(({ status }) => status === 200)).toBe(true)
    expect(server.connections).toHaveLength(20)
    await Promise.all(Array.from({ length: 16 }, () => post(server.url)))
    expect(server.connections).toHaveLength(20)
  })

  test('a kept connection that the other side closed before any byte of the answer is replaced in silence', async () => {
    await using server = await rawServer(({ socket, onConnection }) => (onConnection === 0 ? socket.write(ok) : socket.destroy()))
    for (let round = 0; round < 20; round += 1) expect(await post(server.url)).toMatchObject({ status: 200 })
    expect(server.connections).toHaveLength(20)
  })

  test('after the first byte of an answer, or within a new connection, a reset is a failure', async () => {
    await using partial = await rawServer(({ socket, onConnection, reset }) => {
      if (onConnection === 0) socket.write(ok)
      else socket.write('HTTP/1.1 2', reset)
    })
    expect(await post(partial.url)).toMatchObject({ status: 200 })
    expect(await post(partial.url)).toMatchObject({ status: 0, error: 'connection_reset' })
    expect(partial.connections).toHaveLength(1)
    await using dead = await rawServer(({ socket, connection }) =>
      connection === 1 && socket.bytesWritten === 0 ? socket.write(ok) : socket.destroy(),
    )
    expect(await post(dead.url)).toMatchObject({ status: 200 })
    expect(await post(dead.url)).toMatchObject({ status: 0, error: 'connection_reset' })
    expect(dead.connections).toHaveLength(2)
  })

  test('a silent kept connection is a timeout and no reason to send again', async () => {
    await using server = await rawServer(({ socket, onConnection }) => onConnection === 0 && socket.write(ok))
    expect(await post(server.url)).toMatchObject({ status: 200 })
    expect(await post(server.url, { timeoutMs: 300 })).toMatchObject({ error: 'timeout' })
    expect(server.requests).toHaveLength(2)
  })

  test('a server that closes each connection right after its answer causes no failure in 1,000 requests', async () => {
    await using server = await rawServer(({ socket }) => {
      socket.write(ok)
      setImmediate(() => socket.destroy())
    })
    let failures = 0
    for (let round = 0; round < 1_000; round += 1) {
      if ((await post(server.url)).status !== 200) failures += 1
      if (round % 3 === 0) await nextTurn()
    }
    expect(failures).toBe(0)
  })

  test('Connection: close is respected', async () => {
    await using server = await rawServer(({ socket }) => socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbye'))
    for (let round = 0; round < 3; round += 1) expect(await post(server.url)).toMatchObject({ status: 200, response: 'bye' })
    expect(server.connections).toHaveLength(3)
  })
})

function open(options: HttpOptions = {}): Http {
  return new Http({ allow: ['127.0.0.0/8', '::1'], ca: certificate.cert, timeoutMs: budget, ...options })
}

function post(url: string, request: Partial<HttpRequest> = {}): Promise<HttpOutcome> {
  return http.send({ url, method: 'POST', headers: {}, body: '{}', ...request })
}

function local() {
  return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
}

function head(length: number): Buffer {
  return Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`)
}

/** Resolves when the client has let go of all connections; hangs, and so fails, if it never does. */
async function closed(server: RawServer): Promise<void> {
  await Promise.all(server.connections.map((socket) => socket.closed || new Promise((resolve) => socket.resume().once('close', resolve))))
}
