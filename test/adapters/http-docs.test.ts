import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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

describe('GET /docs', () => {
  it('shows every operation with its route, an example call and its errors', () => {
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

  it('links each schema to its section', () => {
    const linked = new Set([...text.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name))
    const there = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name))
    expect([...linked].filter((each) => !there.has(each))).toEqual([])
    expect(linked).toContain('schema-Contact')
  })

  it('loads nothing: markup and policy allow only its own style and script', async () => {
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

  it('is sent once: later requests get 304', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    const again = await get('/docs', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is compressed for clients that accept it', async () => {
    const server = createServer((request, response) => page.node(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const packed = await fetch(`http://127.0.0.1:${port}/docs`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(200_000)
    // `fetch` unpacks it.
    expect(await packed.text()).toBe(text)
    server.closeAllConnections()
    server.close()
  })

  it('is left to hosts of web-standard handlers to compress, of which some do it again', async () => {
    expect((await get('/docs', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(null)
  })

  it('answers HEAD, and refuses other methods and paths', async () => {
    expect(await (await get('/docs', {}, 'HEAD')).text()).toBe('')
    expect((await get('/docs/other')).status).toBe(404)
    const refused = await get('/docs', {}, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
