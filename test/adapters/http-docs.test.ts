import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { docs } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'

const host = await testEngine()
afterAll(() => host[Symbol.asyncDispose]())
const { engine } = host
const page = docs(engine, { publicUrl: 'https://crm.lovelace.test/api/v1' })
const get = (path = '/docs', headers: Record<string, string> = {}, method = 'GET') =>
  page.fetch(new Request(`http://crm.test${path}`, { method, headers }))
const text = await (await get()).text()
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser']
const executablePath = browsers.find((each) => existsSync(each))
const why = executablePath ? '' : ` (skipped: no Chromium at ${browsers.join(' or ')})`

describe('GET /docs', () => {
  it('shows every operation with its route, its call and the errors that it can answer', () => {
    for (const { id, route } of engine.registry.list) {
      const [, shown = ''] = text.split(`<details id="${id}"`)
      const own = shown.split('</details>')[0] ?? ''
      const [method = '', path = ''] = route.split(' ')
      expect([id, own.includes(`>${method}</span>`), own.includes(path.split('{')[0] ?? ''), own.includes('curl')]).toEqual([
        id,
        true,
        true,
        true,
      ])
      expect(own).toMatch(/Errors<\/a>: 400, .*500, 503/)
    }
  })

  it('shows calls that a shell understands, with the example of the body', () => {
    const [, shown = ''] = text.split('<details id="createWebhook"')
    expect(shown).toContain(
      [
        'curl -X POST &quot;https://crm.lovelace.test/api/v1/webhooks&quot;',
        '-H &quot;Authorization: Bearer $KEY&quot;',
        '-H &#39;Content-Type: application/json&#39;',
        '-d &#39;{&quot;url&quot;:&quot;https://example.com/hook&quot;,&quot;events&quot;:[&quot;deal.*&quot;]}&#39;',
      ].join(' \\\n  '),
    )
    expect(text).toContain('curl &quot;https://crm.lovelace.test/api/v1/catalog&quot;</code>')
  })

  it('links each schema to where it is shown', () => {
    const linked = new Set([...text.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name))
    const there = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name))
    expect([...linked].filter((each) => !there.has(each))).toEqual([])
    expect(linked).toContain('schema-Contact')
  })

  it('loads nothing: neither markup nor policy lets anything in but its own style and script', async () => {
    expect(text).not.toMatch(/<(link|img|iframe|object|form)\b|\bsrc=|@import|url\(/)
    const { headers } = await get()
    const policy = headers.get('content-security-policy') ?? ''
    for (const [kind, pattern] of [['style', /<style>([\s\S]*?)<\/style>/] as const, ['script', /<script>([\s\S]*?)<\/script>/] as const]) {
      const hash = createHash('sha256')
        .update(pattern.exec(text)?.[1] ?? '')
        .digest('base64')
      expect(policy).toContain(`${kind}-src 'sha256-${hash}'`)
    }
    expect(policy).toContain("default-src 'none'")
  })

  it('needs no key and shows no data', async () => {
    await host.crm.contacts.create({ email: 'secret@lovelace.test' })
    expect(await (await get()).text()).toBe(text)
    expect(text).not.toContain('secret@lovelace.test')
  })

  it('is sent once: later visits are told that nothing has changed', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    const again = await get('/docs', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is packed for who takes it packed', async () => {
    const packed = await get('/docs', { 'accept-encoding': 'gzip, br' })
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(200_000)
  })

  it('answers HEAD, and refuses what it does not know', async () => {
    expect(await (await get('/docs', {}, 'HEAD')).text()).toBe('')
    expect((await get('/docs/other')).status).toBe(404)
    const refused = await get('/docs', {}, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe(`The documentation in a browser${why}`, () => {
  it.skipIf(!executablePath)('is searched, is opened by an address, and breaks no policy of its own', async () => {
    const server = createServer((request, response) => page.node(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
    try {
      const tab = await browser.newPage()
      const said: string[] = []
      tab.on('console', (message) => said.push(message.text()))
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/docs#createContact`)
      expect(await tab.locator('#createContact').getAttribute('open')).toBe('')
      await tab.getByLabel('Search').fill('webhook secret')
      expect(await tab.locator('main section:not(#schemas) details:visible').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
        'rotateWebhookSecret',
      ])
      expect(await tab.getByRole('status').textContent()).toContain('found')
      expect(said.filter((each) => !each.includes('favicon'))).toEqual([])
    } finally {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
