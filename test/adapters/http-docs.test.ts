import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { docs } from 'rapport-crm/http'
import { TestClock, testEngine } from 'rapport-crm/testing'
import { afterAll, describe, expect, it } from 'vitest'

const host = await testEngine()
afterAll(() => host[Symbol.asyncDispose]())
const { engine } = host
// Asked once a second, as by one reader.
let second = 0
const site = docs(engine, { publicUrl: 'https://crm.lovelace.test/api/v1', clock: { now: () => new Date((second += 1000)) } })
const get = (path = '/docs', headers: Record<string, string> = {}, method = 'GET') =>
  site.fetch(new Request(`http://crm.test${path}`, { method, headers }))

// Every page that a reader reaches from the first one.
const pages = new Map<string, string>()
for (const todo = ['/docs']; todo.length > 0;) {
  const path = todo.pop() ?? ''
  if (pages.has(path)) continue
  const answer = await get(path)
  pages.set(path, answer.status === 200 ? await answer.text() : `${answer.status}`)
  for (const [, href = ''] of (pages.get(path) ?? '').matchAll(/ href="([^"#]+)/g)) {
    const { origin, pathname } = new URL(href, `http://crm.test${path}`)
    if (origin === 'http://crm.test') todo.push(pathname)
  }
}
const pageOf = (path: string) => pages.get(path) ?? ''

describe('GET /docs', () => {
  it('has a page for each guide and each group, and no link that leads nowhere', () => {
    const paths = [...pages.keys()]
    for (const guide of ['embed', 'ingest', 'webhooks', 'workflows', 'agents', 'plugins', 'operate', 'frameworks'])
      expect(paths).toContain(`/docs/guides/${guide}`)
    expect(paths).toEqual(expect.arrayContaining(['/docs/api/contacts', '/docs/schemas/Contact', '/docs/errors']))
    expect([...pages].filter(([, text]) => !text.startsWith('<!doctype html>')).map(([path]) => path)).toEqual([])
    const broken = [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/ href="([^"]*#[^"]+)"/g)].flatMap(([, href = '']) => {
        const { origin, pathname, hash } = new URL(href, `http://crm.test${path}`)
        const isThere = origin !== 'http://crm.test' || pageOf(pathname).includes(` id="${hash.slice(1)}"`)
        return isThere ? [] : [`${path} -> ${href}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('needs under 500 kB at first sight, and loads nothing else', () => {
    expect(Buffer.byteLength(pageOf('/docs'))).toBeLessThan(100_000)
    for (const [path, text] of pages) expect([path, Buffer.byteLength(text) < 500_000]).toEqual([path, true])
  })

  it('shows every operation with its route, an example call and its errors', () => {
    const all = [...pages.values()].flatMap((text) => [...text.matchAll(/<details id="(\w+)">([^]*?)<\/details>/g)])
    const shown = new Map(all.map(([, id = '', own = '']) => [id, own]))
    for (const { id, route } of engine.registry.list) {
      const own = shown.get(id) ?? ''
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
    const [, shown = ''] = pageOf('/docs/api/webhooks').split('<details id="createWebhook"')
    expect(shown).toContain(
      [
        'curl -X POST &quot;https://crm.lovelace.test/api/v1/webhooks&quot;',
        '-H &quot;Authorization: Bearer $KEY&quot;',
        '-H &#39;Content-Type: application/json&#39;',
        '-d &#39;{&quot;url&quot;:&quot;https://example.com/hook&quot;,&quot;events&quot;:[&quot;deal.*&quot;]}&#39;',
      ].join(' \\\n  '),
    )
    expect(pageOf('/docs/api/catalog')).toContain('curl &quot;https://crm.lovelace.test/api/v1/catalog&quot;</code>')
  })

  it('loads nothing: markup and policy allow only its own style and script', async () => {
    const { headers } = await get()
    const policy = headers.get('content-security-policy') ?? ''
    for (const text of pages.values()) {
      expect(text).not.toMatch(/<(link|img|iframe|object)\b|\bsrc=|@import|url\(|\bstyle=|\bon\w+="/)
      for (const [kind, pattern] of [
        ['style', /<style>([\s\S]*?)<\/style>/] as const,
        ['script', /<script>([\s\S]*?)<\/script>/] as const,
      ]) {
        const hash = createHash('sha256')
          .update(pattern.exec(text)?.[1] ?? '')
          .digest('base64')
        expect(policy).toContain(`${kind}-src 'sha256-${hash}';`)
      }
      expect(text.match(/<script/g)).toHaveLength(1)
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'; object-src 'none'; form-action 'self'")
    expect(policy).not.toContain('unsafe')
  })

  it('shows HTML in guides as text, and none of their comments', () => {
    for (const [path, text] of pages) if (path.startsWith('/docs/guides/')) expect(text).not.toContain('&lt;!-- run --')
    expect(pageOf('/docs/guides/embed')).toContain('<h2 id="listeners">Listeners</h2>')
    expect(pageOf('/docs/guides/operate')).toContain('<th scope="col">Variable</th>')
  })

  it('needs no key and shows no data', async () => {
    await host.crm.contacts.create({ email: 'secret@lovelace.test' })
    for (const path of ['/docs', '/docs/api/contacts', '/docs/schemas/Contact']) expect(await (await get(path)).text()).toBe(pageOf(path))
    expect([...pages.values()].join('')).not.toContain('secret@lovelace.test')
  })

  it('is sent once: later requests get 304', async () => {
    for (const path of ['/docs', '/docs/guides/embed']) {
      const etag = (await get(path)).headers.get('etag') ?? ''
      const again = await get(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
  })

  it('is compressed for clients that accept it', async () => {
    const server = createServer((request, response) => site.node(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const packed = await fetch(`http://127.0.0.1:${port}/docs`, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(20_000)
    // `fetch` unpacks it.
    expect(await packed.text()).toBe(pageOf('/docs'))
    expect(await (await fetch(`http://127.0.0.1:${port}/docs/`)).text()).toBe(pageOf('/docs'))
    server.closeAllConnections()
    server.close()
  })

  it('is left to hosts of web-standard handlers to compress, of which some do it again', async () => {
    expect((await get('/docs', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBe(null)
  })

  it('answers HEAD, and refuses other methods and paths', async () => {
    expect(await (await get('/docs', {}, 'HEAD')).text()).toBe('')
    for (const path of ['other', 'guides/', 'guides/../embed', 'guides/embed/x', 'api/none', 'schemas/constructor', 'schemas/__proto__'])
      expect([path, (await get(`/docs/${path.replace('..', '%2E%2E')}`)).status]).toEqual([path, 404])
    const refused = await get('/docs', {}, 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('answers below the path where it is mounted, by links that need not know it', async () => {
    const mounted = docs(engine, { base: '/crm', publicUrl: '/crm/api/v1' })
    const text = await (await mounted.fetch(new Request('http://crm.test/crm/docs/api/contacts'))).text()
    expect(text).toContain('data-api="../../api/v1"')
    expect(text).toContain('curl &quot;$CRM/crm/api/v1/contacts&quot;')
    expect(text).not.toMatch(/(href|action)="\//)
    expect((await mounted.fetch(new Request('http://crm.test/docs'))).status).toBe(404)
    expect((await mounted.fetch(new Request('http://crm.test/crm/docsy'))).status).toBe(404)
  })
})

it('is made in turns of less than 50 ms of a processor, so that other calls do not wait', async () => {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  async function longestTurn(): Promise<number> {
    const fresh = docs(engine)
    let [isMaking, longest, before] = [true, 0, spent()]
    const watch = () => {
      const now = spent()
      longest = Math.max(longest, now - before)
      before = now
      if (isMaking) setImmediate(watch)
    }
    watch()
    for (const path of [
      '/docs',
      '/docs/api/contacts',
      '/docs/guides/operate',
      '/docs/search?q=won+deals',
      '/docs?q=create+contcat+company+webhok',
    ])
      expect((await fresh.fetch(new Request(`http://crm.test${path}`))).status).toBe(200)
    isMaking = false
    expect(longest).toBeGreaterThan(0)
    return longest
  }
  // A collection of garbage may fall into one of two, and a turn that is too long is too long in both.
  expect(Math.min(await longestTurn(), await longestTurn())).toBeLessThan(50)
})

describe('the search', () => {
  const found = async (query: string) => {
    const answer = await get(`/docs/search?q=${encodeURIComponent(query)}`)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const { found: all } = (await answer.json()) as { found: { readonly path: string; readonly title: string }[] }
    return all.map(({ path }) => path)
  }

  it.each([
    ['createContact', 'docs/api/contacts#createContact'],
    ['create_contact', 'docs/api/contacts#createContact'],
    ['POST /deals/{id}/win', 'docs/api/deals#winDeal'],
    ['rotate webhook secret', 'docs/api/webhooks#rotateWebhookSecret'],
    ['rotat webhok secret', 'docs/api/webhooks#rotateWebhookSecret'],
    ['how do I test my app', 'docs/guides/embed#test-your-app'],
    ['RAPPORT_CORS_ORIGINS', 'docs/guides/operate#configuration'],
    ['transactions', 'docs/guides/embed#your-own-tables-in-one-transaction'],
    ['identity provider', 'docs/guides/agents#let-people-sign-in'],
    ['version_mismatch', 'docs/errors#version_mismatch'],
  ])('finds %s among the first three', async (query, path) => {
    expect((await found(query)).slice(0, 3)).toContain(path)
  })

  it('finds only what there is', async () => {
    const all = (await Promise.all(['contact', 'deal', 'invoice', 'error', 'key'].map(found))).flat()
    for (const path of all) {
      const [page = '', id] = path.split('#')
      expect([path, pageOf(`/${page}`).includes(id === undefined ? '<h1>' : ` id="${id}"`)]).toEqual([path, true])
    }
  })

  it('works without a script, too, and shows what was asked as text', async () => {
    const text = await (await get('/docs?q=rotate+webhook+secret')).text()
    expect(text).toContain('href="./docs/api/webhooks#rotateWebhookSecret"')
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`
    const answer = await get(`/docs?q=${encodeURIComponent(hostile)}`)
    expect(answer.headers.get('content-security-policy')).toBe((await get()).headers.get('content-security-policy'))
    expect(await answer.text()).not.toMatch(/<script>alert|<img|value=""/)
  })

  it('answers an address 10 new questions a second and all together 20, and what was asked before at any time', async () => {
    const clock = new TestClock()
    const own = docs(engine, { clock })
    const server = createServer((request, response) => own.node(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/docs`
    const ask = (at: number) => fetch(`${url}/search?q=word${at}`)
    for (let at = 0; at < 10; at += 1) expect((await ask(at)).status).toBe(200)
    const refused = await ask(10)
    expect([refused.status, refused.headers.get('retry-after'), (await refused.json()).code]).toEqual([429, '1', 'rate_limited'])
    expect((await fetch(`${url}?q=word10`)).status).toBe(429)
    expect((await ask(3)).status).toBe(200)
    clock.advance(1000)
    expect((await ask(10)).status).toBe(200)
    server.close()
    const unknown = async (at: number) => (await own.fetch(new Request(`http://crm.test/docs?q=other${at}`))).status
    clock.advance(1000)
    const statuses = []
    for (let at = 0; at < 21; at += 1) statuses.push(await unknown(at))
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  it('bounds what it is asked: long and strange questions cost little', async () => {
    const questions = ['x'.repeat(100_000), 'contact '.repeat(10_000), '%', '\u0000', '\uD800', '__proto__ constructor', '']
    await found('warm')
    for (const question of questions) {
      const begun = performance.now()
      const answer = await get(`/docs/search?q=${question === '%' ? question : encodeURIComponent(question.toWellFormed())}`)
      expect(answer.status).toBe(200)
      expect(((await answer.json()) as { found: unknown[] }).found.length).toBeLessThanOrEqual(30)
      expect(performance.now() - begun).toBeLessThan(250)
    }
  })
})
