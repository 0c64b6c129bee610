import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { docs } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { BrowserLab, noBrowser } from '../support/browser.ts'

const host = await testEngine()
afterAll(() => host[Symbol.asyncDispose]())
const { engine } = host
const page = docs(engine, { publicUrl: 'https://crm.lovelace.test/api/v1' })
const get = (path = '/docs', headers: Record<string, string> = {}, method = 'GET') =>
  page.fetch(new Request(`http://crm.test${path}`, { method, headers }))
const text = await (await get()).text()

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

describe.skipIf(noBrowser)(`The documentation in a browser${noBrowser}`, () => {
  it('is searched, is opened by an address, asks nobody else, and breaks no policy of its own', async () => {
    await using lab = await BrowserLab.open((request, response) => page.node(request, response))
    const { page: tab, asked, said } = await lab.visit('/docs#createContact')
    expect(await tab.locator('#createContact').getAttribute('open')).toBe('')
    await tab.getByLabel('Search').fill('rotate webhook secret')
    expect(await tab.locator('main section:not(#schemas) details:visible').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'rotateWebhookSecret',
    ])
    expect(await tab.getByRole('status').textContent()).toBe('1 found')
    expect(asked.filter((url) => url !== `${lab.origin}/docs` && !url.endsWith('/favicon.ico'))).toEqual([])
    expect(said).toEqual([])
  })

  it('is read by keyboard alone: skipped to the operations, opened, and its examples moved sideways', async () => {
    await using lab = await BrowserLab.open((request, response) => page.node(request, response))
    const { page: tab } = await lab.visit('/docs', { viewport: { width: 360, height: 780 } })
    const focused = (what: 'id' | 'tagName' | 'textContent') => tab.evaluate((name) => document.activeElement?.[name], what)
    await tab.keyboard.press('Tab')
    expect(await focused('textContent')).toBe('To the operations')
    await tab.keyboard.press('Enter')
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Tab')
    expect(await focused('tagName')).toBe('SUMMARY')
    await tab.keyboard.press('Enter')
    expect(await tab.locator('details[open]').count()).toBe(1)
    expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    const stuck = await tab
      .locator('details[open] pre')
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth && each.tabIndex < 0).length)
    expect(stuck).toBe(0)
  })
})
