import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Http } from '../../../../core/kernel/ports/http.ts'
import { signedHeaders } from '../../../../core/integration/webhooks/signing/signature.ts'
import { type Receiver, receiver } from '../../../support/receiver.ts'

const secret = 'a signing secret of my own'
const now = new Date('2026-01-01T00:00:00Z')
const clock = { now: () => now }
let endpoint: Receiver
let http: Http

beforeEach(async () => {
  endpoint = await receiver({ secret, clock })
  http = new Http({ allow: ['127.0.0.1'], ca: endpoint.ca })
})

afterEach(async () => {
  await http.close()
  await endpoint.close()
})

describe('the webhook receiver for tests', () => {
  test('keeps each delivery with its headers, exact bytes and parsed body, and says whether it is verified', async () => {
    expect(await send()).toMatchObject({ status: 200, response: '' })
    expect(endpoint.deliveries).toEqual([
      {
        method: 'POST',
        path: '/',
        headers: expect.objectContaining({
          'x-service-event': 'deal.won',
          'x-service-delivery': 'evt_1',
          'content-type': 'application/json',
        }),
        rawBody: Buffer.from('{"id":"evt_1","n":1.0}'),
        body: { id: 'evt_1', n: 1 },
        verified: true,
      },
    ])
  })

  test('a wrong secret, an old timestamp and a body that is no JSON are seen', async () => {
    await send({ key: 'some other signing key' })
    await send({ at: new Date(now.getTime() - 301_000) })
    await send({ body: 'not json' })
    expect(endpoint.deliveries.map(({ verified, body }) => [verified, body === undefined])).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ])
  })

  test('verifies with a secret that becomes known later', async () => {
    await using late = await receiver({ clock })
    const trusting = new Http({ allow: ['127.0.0.1'], ca: late.ca })
    await send({ to: late, by: trusting })
    late.trust(secret)
    await send({ to: late, by: trusting })
    await trusting.close()
    expect(late.deliveries.map(({ verified }) => verified)).toEqual([false, true])
  })

  test('judges freshness by the wall clock if it is given no other', async () => {
    await using real = await receiver({ secret })
    const trusting = new Http({ allow: ['127.0.0.1'], ca: real.ca })
    await send({ to: real, by: trusting, at: new Date() })
    await trusting.close()
    expect(real.deliveries[0]?.verified).toBe(true)
  })

  test('next gives each delivery once and in order, those that came and those to come', async () => {
    await send({ id: 'evt_1' })
    const [first, second, third] = [endpoint.next(), endpoint.next(), endpoint.next()]
    await send({ id: 'evt_2' })
    await send({ id: 'evt_3' })
    const ids = (await Promise.all([first, second, third])).map(({ headers }) => headers['x-service-delivery'])
    expect(ids).toEqual(['evt_1', 'evt_2', 'evt_3'])
  })

  test('next says so when nothing comes, and leaves no gap behind', async () => {
    await expect(endpoint.next({ timeoutMs: 5 })).rejects.toThrow('No delivery came within 5 ms (0 so far)')
    await send()
    expect(await endpoint.next()).toBe(endpoint.deliveries[0])
  })

  test('close informs everyone who waits, and may be called twice', async () => {
    const waiting = endpoint.next()
    await endpoint.close()
    await expect(waiting).rejects.toThrow('closed before a delivery came')
    await endpoint.close()
  })

  test('answers with a status, a whole reply, or what a function makes of the delivery', async () => {
    endpoint.respondWith(503)
    expect(await send()).toMatchObject({ status: 503, response: '' })
    endpoint.respondWith({ status: 429, headers: { 'Retry-After': '9' }, body: 'slow down' })
    expect(await send()).toMatchObject({ status: 429, response: 'slow down', retryAfter: '9' })
    endpoint.respondWith(async (delivery, index) => ({ status: 200, body: `${index} ${delivery.headers['x-service-event']}` }))
    expect(await send()).toMatchObject({ status: 200, response: '2 deal.won' })
    endpoint.respondWith(() => {
      throw new Error('rule broke')
    })
    expect(await send()).toMatchObject({ status: 500, response: 'Error: rule broke' })
  })

  test('is reached by a process that trusts it through NODE_EXTRA_CA_CERTS, and not without', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-ca-'))
    try {
      const file = join(folder, 'ca.pem')
      await writeFile(file, endpoint.ca)
      expect(await sendFromProcess({ NODE_EXTRA_CA_CERTS: file })).toBe('200')
      expect(await sendFromProcess({})).toBe('tls_error')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

type Sending = { id?: string; key?: string; at?: Date; body?: string; to?: Receiver; by?: Http }

function send({ id = 'evt_1', key = secret, at = now, body = '{"id":"evt_1","n":1.0}', to = endpoint, by = http }: Sending = {}) {
  const bytes = Buffer.from(body)
  const headers = signedHeaders({ id, type: 'deal.won', attempt: 1, timestamp: Math.floor(at.getTime() / 1_000), body: bytes }, key)
  return by.send({ url: to.url, method: 'POST', headers, body: bytes })
}

async function sendFromProcess(trust: Record<string, string>): Promise<string> {
  const port = new URL('../../../../core/kernel/ports/http.ts', import.meta.url).href
  const script = `
    const { Http } = await import(${JSON.stringify(port)})
    const http = new Http({ allow: ['127.0.0.1'] })
    const { status, error } = await http.send({ url: ${JSON.stringify(endpoint.url)}, method: 'POST', headers: {}, body: '{}' })
    await http.close()
    process.stdout.write(String(error ?? status))`
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...env, ...trust },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return output
}
