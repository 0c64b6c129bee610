import { afterEach, describe, expect, test } from 'vitest'
import { parseProxy } from '../../../core/kernel/egress/proxy-address.ts'
import { Http, type HttpOptions, type HttpOutcome } from '../../../core/kernel/ports/http.ts'
import { selfSigned } from '../../support/certificate.ts'
import { connectProxy } from './connect-proxy.ts'
import { hostileAddresses } from './hostile-targets.ts'
import { certificate, ok, rawServer, tcpServer } from './raw-server.ts'

const hook = selfSigned({ hosts: ['hook.example', '127.0.0.1'] })
const ends: Http[] = []

afterEach(async () => {
  await Promise.all(ends.splice(0).map((http) => http.close()))
})

describe('through an outbound proxy', () => {
  test('names are not resolved here, TLS runs to the receiver, and the tunnel is kept for the next request', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok), hook)
    await using proxy = await connectProxy(() => ({ to: server.port }))
    const http = open(proxy.url, { lookup: () => Promise.reject(new Error('asked')) })
    expect(await http.isBlocked('https://hook.example/')).toBe(false)
    for (let round = 0; round < 3; round += 1) expect(await send(http)).toMatchObject({ status: 200, response: 'ok' })
    expect(await send(http, 'https://hook.example:8443/x')).toMatchObject({ status: 200 })
    expect(proxy.asked).toEqual([
      { target: 'hook.example:443', authorization: undefined },
      { target: 'hook.example:8443', authorization: undefined },
    ])
    expect(server.requests[0]?.text).toMatch(/^POST \/ HTTP\/1\.1\r\nhost: hook\.example\r\n/)
  })

  test('a proxy that wants TLS and a password gets both, and the receiver gets neither', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok), hook)
    await using proxy = await connectProxy(() => ({ to: server.port }), hook)
    const http = open(proxy.url.replace('://', '://crm:p%40ss@'))
    expect(await send(http)).toMatchObject({ status: 200 })
    expect(proxy.asked).toEqual([{ target: 'hook.example:443', authorization: `Basic ${Buffer.from('crm:p@ss').toString('base64')}` }])
    expect(server.requests[0]?.text).not.toMatch(/authorization/i)
  })

  test('an IPv6 address is asked for in brackets', async () => {
    await using proxy = await connectProxy(() => ({ answer: 'HTTP/1.1 502 Bad Gateway\r\n\r\n' }))
    await send(open(proxy.url), 'https://[2606:4700::1111]/')
    expect(proxy.asked).toMatchObject([{ target: '[2606:4700::1111]:443' }])
  })

  test('a kept tunnel that was closed is replaced in silence', async () => {
    await using server = await rawServer(({ socket, onConnection }) => (onConnection === 0 ? socket.write(ok) : socket.destroy()), hook)
    await using proxy = await connectProxy(() => ({ to: server.port }))
    const http = open(proxy.url)
    for (let round = 0; round < 5; round += 1) expect(await send(http)).toMatchObject({ status: 200 })
  })
})

describe('literals are still refused here', () => {
  test('all hostile addresses, http, credentials and closed ports: the proxy is not even asked', async () => {
    await using proxy = await connectProxy(() => ({ answer: 'HTTP/1.1 500 Oops\r\n\r\n' }))
    const http = open(proxy.url)
    for (const address of hostileAddresses) {
      const url = `https://${address.includes(':') ? `[${address}]` : address}/`
      expect(await send(http, url)).toMatchObject({ status: 0, error: 'blocked_address', terminal: true })
      expect(await http.isBlocked(url)).toBe(true)
    }
    for (const url of ['http://hook.example/', 'https://u:p@hook.example/', 'https://hook.example:25/'])
      expect(await send(http, url)).toMatchObject({ error: 'blocked_url', terminal: true })
    expect(proxy.asked).toEqual([])
  })
})

describe('the proxy is to blame', () => {
  test.each([
    ['asks for a password', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'],
    ['is broken', 'HTTP/1.1 500 Internal Server Error\r\n\r\n'],
    ['is overloaded', 'HTTP/1.1 503 Service Unavailable\r\n\r\n'],
    ['says so by RFC 9209', 'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: edge; error=proxy_internal_error\r\n\r\n'],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ])('when it %s', async (_what, answer) => {
    await using proxy = await connectProxy(() => ({ answer }))
    expect(await send(open(proxy.url))).toMatchObject({ status: 0, error: 'proxy_error', terminal: false })
  })

  test('when it closes the connection, is not there, or has a certificate of nobody we trust; its address is not told', async () => {
    await using closing = await connectProxy(() => 'reset')
    await using secure = await connectProxy(() => 'reset', certificate)
    const gone = await connectProxy(() => 'reset')
    await gone[Symbol.asyncDispose]()
    for (const url of [closing.url, gone.url, secure.url]) {
      const outcome = await send(open(url))
      expect(outcome).toMatchObject({ error: 'proxy_error', response: expect.stringContaining('the outbound proxy cannot be used') })
      expect(outcome.response).not.toMatch(/127|localhost/)
    }
  })

  test('when TLS to it does not come about in time', async () => {
    await using mute = await tcpServer(() => {})
    expect(await send(open(`https://127.0.0.1:${mute.port}`, { timeoutMs: 1_000 }))).toMatchObject({
      error: 'proxy_error',
      response: 'proxy_error: the outbound proxy cannot be used (no connection in time)',
    })
  })
})

describe('the receiver is to blame', () => {
  test.each([
    ['connection_refused', 'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: edge; error=connection_refused; details="x"\r\n\r\n'],
    ['connection_reset', 'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: edge;error=connection_terminated\r\n\r\n'],
    ['dns_error', 'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: edge; error=dns_error; rcode=NXDOMAIN\r\n\r\n'],
    ['timeout', 'HTTP/1.1 504 Gateway Timeout\r\n\r\n'],
    ['host_unreachable', 'HTTP/1.1 502 Bad Gateway\r\n\r\n'],
    ['host_unreachable', 'HTTP/1.1 503 Service Unavailable\r\nX-Squid-Error: ERR_CONNECT_FAIL 111\r\n\r\n'],
    ['blocked_address', 'HTTP/1.1 403 Forbidden\r\n\r\n'],
    ['blocked_address', 'HTTP/1.1 407 Request rejected by proxy\r\nX-Smokescreen-Error: denied\r\n\r\n'],
    ['blocked_address', 'HTTP/1.1 502 Bad Gateway\r\nProxy-Status: edge; error=destination_ip_prohibited\r\n\r\n'],
  ])('%s, and it is retried: %j', async (error, answer) => {
    await using proxy = await connectProxy(() => ({ answer }))
    expect(await send(open(proxy.url))).toMatchObject({ status: 0, error, terminal: false })
  })

  test('when the proxy took the request and nothing comes, or the tunnel leads to a wrong certificate', async () => {
    await using silent = await connectProxy(() => 'silence')
    expect(await send(open(silent.url, { timeoutMs: 120 }))).toMatchObject({ error: 'timeout' })
    await using server = await rawServer(({ socket }) => socket.write(ok), certificate)
    await using proxy = await connectProxy(() => ({ to: server.port }))
    expect(await send(open(proxy.url))).toMatchObject({ error: 'tls_error' })
    expect(server.requests).toEqual([])
  })

  test('and nobody when the caller gives up', async () => {
    const caller = new AbortController()
    await using proxy = await connectProxy(() => {
      caller.abort()
      return 'silence'
    })
    const outcome = open(proxy.url).send({ url: 'https://hook.example/', method: 'POST', headers: {}, signal: caller.signal })
    expect(await outcome).toMatchObject({ error: 'aborted' })
  })
})

describe('the URL of a proxy', () => {
  test('may carry a name and a password', () => {
    expect(parseProxy('http://proxy.internal:4750')).toEqual({ origin: 'http://proxy.internal:4750', authorization: undefined })
    expect(parseProxy('https://a:b@proxy.internal/')).toEqual({ origin: 'https://proxy.internal', authorization: 'Basic YTpi' })
  })

  test.each(['', 'proxy.internal:4750', 'socks5://proxy.internal', 'http://proxy.internal/path', 'http://a:hunter2@x/?q', 'http://'])(
    '%j is refused, without being repeated',
    (url) => {
      expect(() => parseProxy(url)).toThrow('The outbound proxy must be a URL such as http://proxy.internal:4750, without a path')
      expect(() => new Http({ proxy: url })).toThrow(TypeError)
    },
  )
})

function open(proxy: string, options: HttpOptions = {}): Http {
  const http = new Http({ proxy, ca: hook.cert, ownAddresses: () => [], ...options })
  ends.push(http)
  return http
}

function send(http: Http, url = 'https://hook.example/'): Promise<HttpOutcome> {
  return http.send({ url, method: 'POST', headers: {}, body: '{}' })
}
