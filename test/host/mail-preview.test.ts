import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, type HostProcess, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: KEY }
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

const shown = async (host: HostProcess, path: string) => {
  const answer = await fetch(host.url + path)
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

/** Sends a message, and waits until it has left. */
async function sent(host: HostProcess, subject: string, html: string): Promise<void> {
  const { status, json } = await call(host, KEY, '/api/v1/emails', { to: ['ann@one.example'], subject, html })
  expect([status, json['status']]).toEqual([201, 'queued'])
  await expect
    .poll(async () => (await call(host, KEY, `/api/v1/emails/${String(json['id'])}`)).json['status'], { timeout: 15_000 })
    .toBe('sent')
}

describe('rapport serve --mail-preview', () => {
  test('shows what would be sent: a list, each message, its HTML by itself, and the message as it left', async () => {
    const host = await lab.serve(environment, ['--mail-preview'])
    expect(host.out).toContain(`${host.url}/mail`)
    expect((await shown(host, '/mail')).body).toContain('Nothing was sent yet')
    await sent(host, 'Hello <b>Ann</b>', '<p>Good morning &amp; more</p><script>alert(1)</script><img src="https://one.example/x.png">')
    const list = await shown(host, '/mail')
    expect(list.body).toContain('<a href="/mail/1">Hello &lt;b&gt;Ann&lt;/b&gt;</a>')
    expect(list.headers.get('content-security-policy')).toContain("default-src 'none'")
    const message = await shown(host, '/mail/1')
    expect(message.body).toContain('ann@one.example')
    expect(message.body).toContain('Good morning &amp; more')
    expect(message.body).not.toContain('<script')
    const html = await shown(host, '/mail/1/html')
    expect(html.body).toContain('<p>Good morning &amp; more</p>')
    expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    const raw = await shown(host, '/mail/1/raw')
    expect(raw.headers.get('content-type')).toBe('message/rfc822')
    expect(raw.body).toMatch(/^Message-ID: /im)
    expect((await shown(host, '/mail/2')).status).toBe(404)
    const posted = await fetch(`${host.url}/mail`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await asked(host, 'evil.example')).toContain('"status":403')
    expect(await asked(host, 'localhost')).toContain('Outgoing mail')
  })

  test('is refused in production and where others reach the host; without it there is no such page', async () => {
    const refused = async (more: Record<string, string>) => {
      const { code, err } = await lab.run(['serve', '--mail-preview'], { ...environment, PORT: '0', ...more })
      return [code, err]
    }
    expect(await refused({ HOST: '0.0.0.0' })).toEqual([1, expect.stringContaining('HOST must be 127.0.0.1, ::1 or localhost')])
    expect(await refused({ NODE_ENV: 'production' })).toEqual([1, expect.stringContaining('NODE_ENV is production')])
    expect((await shown(await lab.serve(environment), '/mail')).status).toBe(404)
  })
})

/** The list, asked for under another name, as a page of a stranger does whose name leads here. */
async function asked(host: HostProcess, name: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(`${host.url}/mail`, { headers: { host: name } }, (answer) => resolve(text(answer)))
    .on('error', reject)
    .end()
  return await promise
}
