import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AddressGuard } from '../../../core/kernel/egress/address-guard.ts'
import { Dialer } from '../../../core/kernel/egress/dialer.ts'
import { type ResolvedAddress, Resolver } from '../../../core/kernel/egress/resolver.ts'
import { Http, type HttpOptions } from '../../../core/kernel/ports/http.ts'
import { checkUrl } from '../../../core/integration/webhooks/subscriptions/url.ts'
import { brokenHosts, disguisedHosts, hostileAddresses, localNames } from './hostile-targets.ts'
import { type RawServer, certificate, ok, rawServer, tcpServer } from './raw-server.ts'

let listener: RawServer
let http: Http
let dialled: number

const count = () => {
  dialled += 1
}

beforeAll(async () => {
  listener = await tcpServer(() => {}, '0.0.0.0')
})

afterAll(async () => {
  await listener[Symbol.asyncDispose]()
})

beforeEach(() => {
  dialled = 0
  http = new Http()
  // Node announces every client socket here, so "nothing was dialled" needs no listener behind each address.
  subscribe('net.client.socket', count)
})

afterEach(async () => {
  unsubscribe('net.client.socket', count)
  await http.close()
})

describe('no hostile target is reached', () => {
  test('more than 250 of them are tried here', () => {
    expect(new Set([...hostileAddresses, ...disguisedHosts, ...brokenHosts, ...localNames]).size).toBeGreaterThan(250)
  })

  test.each(hostileAddresses)('%s, neither as a literal nor as what a name resolves to', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    open({ lookup: answers([{ address, family: address.includes(':') ? 6 : 4 }]) })
    expect(checkUrl(`https://${host}:${listener.port}/`, http.guard)).toMatchObject({ problem: 'blocked_address' })
    expect(await post(host)).toMatchObject({ status: 0, error: 'blocked_address', terminal: true })
    expect(await post('hook.example')).toMatchObject({ status: 0, error: 'blocked_address', terminal: false })
    expect(await http.isBlocked(`https://hook.example:${listener.port}/`)).toBe(true)
    expectSilence()
  })

  test.each(disguisedHosts)('%s, in whatever disguise', async (host) => {
    open()
    expect(checkUrl(`https://${host}:${listener.port}/`, http.guard)).toMatchObject({ problem: 'blocked_address' })
    expect(await post(host)).toMatchObject({ status: 0, error: 'blocked_address', terminal: true })
    expect(await http.isBlocked(`https://${host}:${listener.port}/`)).toBe(true)
    expectSilence()
  })

  test.each(brokenHosts)('%j, which is no host', async (host) => {
    open({ lookup: answers([{ address: '127.0.0.1', family: 4 }]) })
    expect(checkUrl(`https://${host}:${listener.port}/`, http.guard)).toHaveProperty('problem')
    expect(await post(host)).toMatchObject({ status: 0, error: 'blocked_url', terminal: true })
    expectSilence()
  })

  test.each(localNames)('%s, which may be kept as an address but resolves to this machine', async (host) => {
    open({ lookup: answers([{ address: '127.0.0.1', family: 4 }]) })
    expect(checkUrl(`https://${host}:${listener.port}/`, http.guard)).toHaveProperty('url')
    expect(await post(host)).toMatchObject({ status: 0, error: 'blocked_address', terminal: false })
    expectSilence()
  })

  test('any IPv4 address, with its bytes joined and written in any base, is judged as what it is', () => {
    const base = fc.constantFrom(10, 16, 8)
    fc.assert(
      fc.property(
        fc.nat({ max: 0xffffffff }),
        fc.integer({ min: 1, max: 4 }),
        fc.tuple(base, base, base, base),
        fc.boolean(),
        (value, parts, bases, dot) => {
          const guard = new AddressGuard()
          const host = `${spelled(value, parts, bases)}${dot ? '.' : ''}`
          const plain = [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')
          expect(checkUrl(`https://${host}/`, guard)).toMatchObject(
            guard.allows(plain) ? { url: `https://${plain}/` } : { problem: 'blocked_address' },
          )
        },
      ),
      { numRuns: 3_000 },
    )
  })

  test('localhost of the real resolver', async () => {
    http = new Http()
    expect(await post('localhost')).toMatchObject({ status: 0, error: 'blocked_address', terminal: false })
    expect(await http.isBlocked(`https://localhost:${listener.port}/`)).toBe(true)
    expectSilence()
  })

  test('the addresses of this machine, by default those of its network interfaces', async () => {
    open({ lookup: answers([{ address: '93.184.216.34', family: 4 }]), ownAddresses: () => ['93.184.216.34'] })
    expect(await post('hook.example')).toMatchObject({ error: 'blocked_address' })
    expect(await post('93.184.216.34')).toMatchObject({ error: 'blocked_address', terminal: true })
    expectSilence()
  })

  test.each(['http', 'ftp', 'file', 'ws', 'gopher'])('any host by %s, allowed or not', async (scheme) => {
    open({ allow: ['127.0.0.0/8'] })
    const url = `${scheme}://127.0.0.1:${listener.port}/`
    expect(await http.send({ url, method: 'POST', headers: {} })).toMatchObject({ status: 0, error: 'blocked_url', terminal: true })
    expect(await http.isBlocked(url)).toBe(true)
    expectSilence()
  })

  test.each([22, 25, 80, 444, 1023])('port %i, allowed address or not', async (port) => {
    open({ allow: ['127.0.0.0/8'] })
    expect(await http.send({ url: `https://127.0.0.1:${port}/`, method: 'POST', headers: {} })).toMatchObject({
      error: 'blocked_url',
      terminal: true,
    })
    expectSilence()
  })
})

describe('a resolver that lies', () => {
  test('a public answer at create and 127.0.0.1 at send are refused at send', async () => {
    const turns: ResolvedAddress[][] = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
    open({ lookup: () => Promise.resolve(turns.shift() ?? []) })
    expect(await http.isBlocked('https://hook.example/')).toBe(false)
    expect(await post('hook.example')).toMatchObject({ status: 0, error: 'blocked_address', terminal: false })
    expectSilence()
  })

  test('the connection goes to the address that was checked; the next one is checked again', async () => {
    const closing = ok.replace('\r\n', '\r\nConnection: close\r\n')
    await using server = await rawServer(({ socket }) => socket.end(closing))
    // The name changes as soon as it has been looked up once.
    const turns: ResolvedAddress[][] = [[{ address: '127.0.0.1', family: 4 }]]
    let asked = 0
    open({
      allow: ['127.0.0.1'],
      ca: certificate.cert,
      lookup: () => {
        asked += 1
        return Promise.resolve(turns.shift() ?? [{ address: '127.0.0.2', family: 4 }])
      },
    })
    const url = `https://localhost:${server.port}/`
    expect(await http.send({ url, method: 'POST', headers: {} })).toMatchObject({ status: 200 })
    expect([asked, server.connections.length]).toEqual([1, 1])
    expect(await http.send({ url, method: 'POST', headers: {} })).toMatchObject({ status: 0, error: 'blocked_address' })
    expect([asked, server.connections.length]).toEqual([2, 1])
  })

  test.each([0, 1, 2])('one private address among public ones refuses the answer, at place %i', async (place) => {
    const addresses = [
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ].toSpliced(place, 0, { address: '10.0.0.1', family: 4 })
    open({ lookup: answers(addresses) })
    const outcome = await post('hook.example')
    expect(outcome).toMatchObject({ status: 0, error: 'blocked_address' })
    expect(outcome.response).not.toContain('10.0.0.1')
    expectSilence()
  })

  test('an answer that is no address is refused', async () => {
    open({ lookup: answers([{ address: 'localhost', family: 4 }]) })
    expect(await post('hook.example')).toMatchObject({ error: 'blocked_address' })
    expectSilence()
  })

  test('a name that does not resolve is not called blocked', async () => {
    open({ lookup: () => Promise.reject(new Error('no such name')) })
    expect(await http.isBlocked('https://[2606:4700:4700::1111]/')).toBe(false)
    expect(await http.isBlocked('https://hook.example/')).toBe(false)
  })

  test('the peer of the open socket is judged as well, before TLS and before the request', async () => {
    let judged = 0
    // Lets the resolver's answer pass and refuses what the socket says.
    class Forgetful extends AddressGuard {
      override allows(): boolean {
        judged += 1
        return judged === 1
      }
    }
    await using server = await rawServer(({ socket }) => socket.write(ok))
    const guard = new Forgetful()
    const resolver = new Resolver(guard, answers([{ address: '127.0.0.1', family: 4 }]))
    const dialer = new Dialer({ guard, resolver, budgetMs: 1_000 })
    const target = { hostname: 'hook.example', protocol: 'https:', port: String(server.port) }
    await expect(dialer.open(target, new AbortController().signal)).rejects.toMatchObject({ code: 'blocked_address' })
    expect(judged).toBe(2)
    expect(server.connections).toHaveLength(0)
    http = new Http()
  })
})

describe('a name with several allowed addresses', () => {
  test.each([
    ['only IPv4', '127.0.0.1'],
    ['only IPv6', '::1'],
  ])('is reached where %s answers', async (_what, host) => {
    await using server = await rawServer(({ socket }) => socket.write(ok), { host })
    open({
      allow: ['127.0.0.0/8', '::1'],
      ca: certificate.cert,
      lookup: answers([
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ]),
    })
    expect(await http.send({ url: `https://localhost:${server.port}/`, method: 'POST', headers: {} })).toMatchObject({ status: 200 })
  })

  test('localhost of the real resolver is reached when it is allowed', async () => {
    await using server = await rawServer(({ socket }) => socket.write(ok))
    http = new Http({ allow: ['127.0.0.0/8', '::1'], ca: certificate.cert })
    expect(await http.send({ url: `https://localhost:${server.port}/`, method: 'POST', headers: {} })).toMatchObject({ status: 200 })
  })

  test('callers of one name share one look-up while it runs, and the next one asks again', async () => {
    let asked = 0
    await using server = await rawServer(({ socket }) => socket.write(ok))
    open({
      allow: ['127.0.0.1'],
      ca: certificate.cert,
      lookup: () => {
        asked += 1
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      },
    })
    const url = `https://localhost:${server.port}/`
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => http.send({ url, method: 'POST', headers: {} })))
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(asked).toBe(1)
    expect(await http.isBlocked(url)).toBe(false)
    expect(asked).toBe(2)
  })
})

function open(options: HttpOptions = {}): void {
  http = new Http({ timeoutMs: 2_000, ownAddresses: () => [], ...options })
}

function post(host: string) {
  return http.send({ url: `https://${host}:${listener.port}/`, method: 'POST', headers: {}, body: '{}' })
}

function answers(addresses: readonly ResolvedAddress[]): NonNullable<HttpOptions['lookup']> {
  return () => Promise.resolve(addresses)
}

function expectSilence(): void {
  expect({ dialled, reached: listener.connections.map((socket: Socket) => socket.remoteAddress) }).toEqual({ dialled: 0, reached: [] })
}

/** An IPv4 address as `inet_aton` reads it: the last of 1 to 4 parts holds all bytes that are left. */
function spelled(value: number, parts: number, bases: readonly number[]): string {
  const bytes = [24, 16, 8].slice(0, parts - 1).map((shift) => (value >>> shift) & 0xff)
  const rest = value % 2 ** (8 * (5 - parts))
  return [...bytes, rest].map((part, index) => inBase(part, bases[index] ?? 10)).join('.')
}

function inBase(part: number, base: number): string {
  return `${base === 16 ? '0x' : base === 8 ? '0' : ''}${part.toString(base)}`
}
