import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Receiver, receiver } from 'rapport-crm/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, HostLab, type HostProcess } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
let lab: HostLab
let inbox: Receiver
let environment: Record<string, string>

beforeEach(async () => {
  lab = await HostLab.open()
  inbox = await receiver()
  const certificate = join(lab.folder, 'receiver.pem')
  await writeFile(certificate, inbox.ca)
  environment = {
    DATABASE_URL: 'sqlite:crm.sqlite',
    RAPPORT_BOOTSTRAP_KEY: KEY,
    RAPPORT_EGRESS_ALLOW: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: certificate,
  }
})

afterEach(async () => {
  await lab[Symbol.asyncDispose]()
  await inbox.close()
})

describe('webhooks of a host', () => {
  test('reach a private address that is allowed, over TLS that Node was told to trust; the host says so at its start', async () => {
    const host = await lab.serve(environment)
    expect(JSON.parse(host.err.split('\n')[0] ?? '')).toMatchObject({ level: 'warn', egressAllow: ['127.0.0.1/32'] })
    await subscribe(host)
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    expect(await inbox.next()).toMatchObject({ verified: true, body: { type: 'contact.created' } })
  })

  test('are refused to a private address that is not', async () => {
    const { RAPPORT_EGRESS_ALLOW: _, ...closed } = environment
    const host = await lab.serve(closed)
    expect((await call(host, KEY, '/api/v1/webhooks', { url: inbox.url })).status).toBe(422)
  })

  test('that are under way at SIGTERM are finished before the host ends', async () => {
    const host = await lab.serve(environment)
    await subscribe(host)
    const answer = Promise.withResolvers<number>()
    inbox.respondWith(() => answer.promise)
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    await inbox.next()
    const ending = host.signal('SIGTERM')
    while (!host.err.includes('"Stopping"')) await new Promise((resolve) => host.child.stderr.once('data', resolve))
    answer.resolve(200)
    expect((await ending).code).toBe(0)
    const again = await lab.serve(environment)
    const [webhook] = (await call(again, KEY, '/api/v1/webhooks')).json['webhooks'] as { id: string; last_status: number }[]
    expect(webhook?.last_status).toBe(200)
    expect(inbox.deliveries).toHaveLength(1)
  })

  test('that no receiver answers do not keep the host, and are sent again by the next one', { timeout: 40_000 }, async () => {
    const host = await lab.serve(environment)
    await subscribe(host)
    inbox.respondWith(() => new Promise(() => {}))
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    await inbox.next()
    const started = performance.now()
    expect((await host.signal('SIGTERM')).code).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    inbox.respondWith(200)
    await lab.serve(environment)
    expect(await inbox.next({ timeoutMs: 20_000 })).toMatchObject({ verified: true, body: { type: 'contact.created' } })
  })
})

async function subscribe(host: HostProcess): Promise<void> {
  const { status, json } = await call(host, KEY, '/api/v1/webhooks', { url: inbox.url, events: ['contact.*'] })
  expect(status).toBe(201)
  inbox.trust(String(json['secret']))
}
