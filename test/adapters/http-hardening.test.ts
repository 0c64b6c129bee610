import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { Engine } from 'rapport-crm'
import { docs, http } from 'rapport-crm/http'
import { mcp } from 'rapport-crm/mcp'
import { pages } from 'rapport-crm/pages'
import { sqlite } from 'rapport-crm/sqlite'
import { attachment } from '../../adapters/http/headers.ts'
import { fakeCore } from './fake-core.ts'
import { describeForms, json } from './http-forms.ts'

const key = 'rk_hardening_0123456789'
const authorization = `Bearer ${key}`

describe('every answer', () => {
  let engine: Engine
  const answers: { readonly name: string; readonly response: Response }[] = []

  beforeAll(async () => {
    engine = (await Engine.open({ storage: sqlite(':memory:') })) as Engine
    await engine.access.bootstrap({ key })
    const [rest, tools, site, manual] = [http(engine), mcp(engine), pages(engine), docs(engine)]
    const ask = async (server: { fetch(request: Request): Promise<Response> }, path: string, init: RequestInit = {}) => {
      const request = new Request(`http://127.0.0.1${path}`, init)
      answers.push({ name: `${request.method} ${path}`, response: await server.fetch(request) })
    }
    const asAda = { headers: { authorization } }
    const post = (body: unknown, headers: Record<string, string> = {}) => ({
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })
    await ask(rest, '/api/v1/contacts', post({ email: 'ada@lovelace.test' }))
    await ask(rest, '/api/v1/contacts', asAda)
    await ask(rest, '/api/v1/contacts')
    await ask(rest, '/api/v1/contacts', { method: 'OPTIONS' })
    await ask(rest, '/api/v1/contacts', { method: 'PUT', headers: { authorization } })
    await ask(rest, '/api/v1/contacts?nonsense=1', asAda)
    await ask(rest, '/api/v1/catalog')
    await ask(rest, '/api/v1/openapi.json', asAda)
    await ask(rest, '/api/v1/events/stream', asAda)
    await ask(rest, '/nowhere', asAda)
    const { id } = await engine.as(await engine.authenticate(key)).quotes.create({ lines: [{ name: 'Chair', quantity: 1, unit_price: 1 }] })
    await ask(rest, `/api/v1/quotes/${id}/pdf`, asAda)
    await ask(tools, '/mcp', post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
    await ask(tools, '/mcp', post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_contacts', arguments: {} } }))
    await ask(tools, '/mcp', post({ nonsense: true }))
    await ask(tools, '/mcp', post({}, { authorization: 'Bearer rk_unknown' }))
    await ask(tools, '/mcp')
    await ask(site, '/q/unknown')
    await ask(site, '/q/unknown', { method: 'PUT' })
    await ask(site, '/nowhere')
    await ask(manual, '/docs')
    await ask(manual, '/nowhere')
    for (const { response } of answers)
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    rest.close()
    await tools.close()
  })
  afterAll(() => engine.close())

  it('is safe in a browser that opens it: no guessing, no scripts, no frames, no referrer', () => {
    const parts = ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
    for (const { name, response } of answers) {
      const policy = response.headers.get('content-security-policy') ?? ''
      // Only pages for people have a style, and forms, which tell their own site where they come from; only the documentation has a script.
      const isPage = response.headers.get('content-type') === 'text/html; charset=utf-8'
      expect({
        name,
        sniffed: response.headers.get('x-content-type-options'),
        told: ['no-referrer', ...(isPage ? ['same-origin'] : [])].includes(response.headers.get('referrer-policy') ?? ''),
        parts: parts.filter((part) => policy.includes(part)),
        sandbox: policy.includes('sandbox'),
        cookie: response.headers.get('set-cookie'),
      }).toEqual({ name, sniffed: 'nosniff', told: true, parts, sandbox: !isPage, cookie: null })
    }
  })

  it('says what its body is, texts in UTF-8', () => {
    const types = answers.map(({ response }) => response.headers.get('content-type'))
    expect(new Set(types)).toEqual(
      new Set([
        null,
        'application/json',
        'application/problem+json',
        'application/pdf',
        'text/event-stream; charset=utf-8',
        'text/html; charset=utf-8',
      ]),
    )
    // Without a type there is no body either.
    for (const { response } of answers) if (response.headers.get('content-type') === null) expect(response.body).toBeNull()
  })

  it('is stored by no cache, unless it is the same for everybody', () => {
    const kept = answers.flatMap(({ name, response }) => {
      const control = response.headers.get('cache-control')
      return control?.startsWith('no-store') ? [] : [`${name}: ${control}`]
    })
    expect(kept).toEqual([
      'OPTIONS /api/v1/contacts: null',
      'GET /api/v1/catalog: public, max-age=300',
      'GET /api/v1/openapi.json: private, no-cache',
      'GET /docs: no-cache',
    ])
  })
})

describeForms('what callers send', (send) => {
  it('decodes paths, queries and texts once', async () => {
    expect((await send('GET', '/api/v1/things?name=%2541%26b')).json.query).toEqual({ name: '%41&b' })
    expect((await send('GET', `/api/v1/things/0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05/parts/%252e%252F`)).json.partId).toBe('%2e%2F')
    expect((await send('POST', '/api/v1/things', json({ name: '%41 &amp; \\u0041' }))).json.name).toBe('%41 &amp; \\u0041')
  })

  it('answers any text as the same text in JSON', async () => {
    const name = '</script><!-- "\\\u2028\u2029\u0007{{7*7}}${7*7}%s\'; drop table things; --'
    const { json: body, text } = await send('POST', '/api/v1/things', json({ name }))
    expect(body.name).toBe(name)
    expect(text).not.toMatch(/\p{Cc}/u)
  })

  it('takes no prototype from a caller', async () => {
    const texts = [
      '{"name":"x","__proto__":{"size":7}}',
      '{"name":"x","constructor":{"prototype":{"size":7}}}',
      '{"__proto__":null,"name":"x"}',
    ]
    for (const body of texts)
      expect((await send('POST', '/api/v1/things', { headers: { 'content-type': 'application/json' }, body })).status).toBe(422)
    expect((await send('GET', '/api/v1/things?__proto__[size]=7')).status).toBe(422)
    expect((await send('GET', '/api/v1/things?constructor=7&toString=7')).status).toBe(422)
    expect(({} as Record<string, unknown>)['size']).toBeUndefined()
  })

  it('takes each parameter from one place, and says so if it comes twice', async () => {
    expect((await send('GET', '/api/v1/things?open=true&open=false')).status).toBe(422)
    expect((await send('GET', '/api/v1/things?limit=1&limit=200')).status).toBe(422)
    expect((await send('POST', '/api/v1/things?name=b', json({ name: 'a' }))).status).toBe(422)
    expect((await send('PATCH', '/api/v1/things/0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05', json({ id: 'other' }))).status).toBe(422)
  })
})

describe('an API that knows callers by the sign-in of the app', () => {
  const { core } = fakeCore()
  const actor = { organization: 'acme', user: 'ada@acme.test', scopes: new Set(['read', 'write'] as const) }
  const crm = http(core, { authenticate: (request) => (request.headers.get('cookie') === 'session=ada' ? actor : undefined) })
  const write = async (headers: Record<string, string>, body: string | null = null) => {
    const init = { method: 'POST', headers: { cookie: 'session=ada', host: 'crm.test', ...headers }, body }
    const request = new Request('https://crm.test/api/v1/things/search', init)
    // A request of the standard form sets the type of a text by itself.
    if (!('content-type' in headers)) request.headers.delete('content-type')
    return (await crm.fetch(request)).status
  }
  const foreign = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.crm.test' },
    { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
    { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain; charset=application/json' },
    { 'sec-fetch-site': 'cross-site', 'content-type': 'multipart/form-data; boundary=json' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'https://crm.test.evil.test', 'content-type': 'application/x-www-form-urlencoded' },
  ]
  const own = [
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'https://crm.test' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://crm.test' },
    // A browser asks the host for its consent first.
    { 'sec-fetch-site': 'cross-site', origin: 'https://app.test', 'content-type': 'application/json' },
  ]

  test('refuses a write that a page of another site made a browser send with the sign-in of the app', async () => {
    expect(await Promise.all(foreign.map((headers) => write(headers)))).toEqual(foreign.map(() => 403))
    expect(await Promise.all(own.map((headers) => write(headers)))).toEqual(own.map(() => 200))
    // Whoever knows a key is no stranger.
    expect(await write({ ...foreign[0], cookie: '', authorization: 'Bearer rk_all' })).toBe(200)
  })
})

describe('the name of a file', () => {
  it('names a file so that no name leaves its folder or breaks the header', () => {
    expect(attachment('acme-contacts-2026-01-15.csv')).toBe('attachment; filename="acme-contacts-2026-01-15.csv"')
    expect(attachment('../../etc/passwd')).toBe('attachment; filename="etc_passwd"')
    expect(attachment('C:\\boot.ini')).toBe('attachment; filename="C_boot.ini"')
    expect(attachment("a\"; filename*=UTF-8''b.html\r\nX: 1")).toBe('attachment; filename="a_filename_UTF-8_b.html_X_1"')
    expect(attachment('Angebot Ä.pdf')).toBe(`attachment; filename="Angebot__.pdf"; filename*=UTF-8''Angebot_%C3%84.pdf`)
    for (const name of ['', '..', '.htaccess', '\u202Efdp.exe', '///'])
      expect(attachment(name)).toMatch(/^attachment; filename="[A-Za-z0-9][\w.-]*"$/)
  })
})
