import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Receiver, receiver } from 'rapport-crm/testing'
import { describe, expect, test } from 'vitest'
import { call, HostLab, type HostProcess } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'

/** A folder for hosts, the endpoint of their webhooks, and its certificate. */
class Scene implements AsyncDisposable {
  readonly lab: HostLab
  readonly inbox: Receiver
  readonly environment: Readonly<Record<string, string>>

  private constructor(lab: HostLab, inbox: Receiver, certificate: string) {
    this.lab = lab
    this.inbox = inbox
    this.environment = {
      DATABASE_URL: 'sqlite:crm.sqlite',
      RAPPORT_BOOTSTRAP_KEY: KEY,
      RAPPORT_EGRESS_ALLOW: '127.0.0.1/32',
      NODE_EXTRA_CA_CERTS: certificate,
    }
  }

  static async open(): Promise<Scene> {
    const [lab, inbox] = await Promise.all([HostLab.open(), receiver()])
    const certificate = join(lab.folder, 'receiver.pem')
    await writeFile(certificate, inbox.ca)
    return new Scene(lab, inbox, certificate)
  }

  async subscribe(host: HostProcess): Promise<void> {
    const { status, json } = await call(host, KEY, '/api/v1/webhooks', { url: this.inbox.url, events: ['contact.*'] })
    expect(status).toBe(201)
    this.inbox.trust(String(json['secret']))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.lab[Symbol.asyncDispose]()
    await this.inbox.close()
  }
}

// In parallel, because one of them waits for the 8 seconds that a host gives receivers.
describe.concurrent('webhooks of a host', { timeout: 40_000 }, () => {
  test('reach allowed private addresses over trusted TLS; the host logs them at its start', async ({ expect }) => {
    await using scene = await Scene.open()
    const { lab, inbox, environment } = scene
    const host = await lab.serve(environment)
    expect(JSON.parse(host.err.split('\n')[0] ?? '')).toMatchObject({ level: 'warn', egressAllow: ['127.0.0.1/32'] })
    await scene.subscribe(host)
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    expect(await inbox.next()).toMatchObject({ verified: true, body: { type: 'contact.created' } })
  })

  test('are refused for other private addresses', async ({ expect }) => {
    await using scene = await Scene.open()
    const { lab, inbox, environment } = scene
    const { RAPPORT_EGRESS_ALLOW: _, ...closed } = environment
    const host = await lab.serve(closed)
    expect((await call(host, KEY, '/api/v1/webhooks', { url: inbox.url })).status).toBe(422)
  })

  test('in flight at SIGTERM are finished before the host ends', async ({ expect }) => {
    await using scene = await Scene.open()
    const { lab, inbox, environment } = scene
    const host = await lab.serve(environment)
    await scene.subscribe(host)
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

  test('without an answer do not keep the host, and the next one sends them again', async ({ expect }) => {
    await using scene = await Scene.open()
    const { lab, inbox, environment } = scene
    const host = await lab.serve(environment)
    await scene.subscribe(host)
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
