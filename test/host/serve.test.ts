import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { call, HostLab } from '../support/host.ts'

const KEY = 'rk_first_key_of_these_tests'
const environment = { DATABASE_URL: 'sqlite::memory:', RAPPORT_BOOTSTRAP_KEY: KEY }
let lab: HostLab

beforeEach(async () => {
  lab = await HostLab.open()
})

afterEach(() => lab[Symbol.asyncDispose]())

describe('rapport serve', () => {
  test('says at / what runs here and where to go, to programs and to browsers, and nothing of its version and data', async () => {
    const host = await lab.serve(environment)
    const asked = async (accept: string, method = 'GET') => await fetch(`${host.url}/?from=somewhere`, { method, headers: { accept } })
    const json = await asked('*/*')
    expect([json.status, json.headers.get('content-type'), json.headers.get('vary')]).toEqual([200, 'application/json', 'Accept'])
    const { service, ...places } = (await json.json()) as Record<string, string>
    expect(service).toBe('Rapport')
    const page = await asked('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = await page.text()
    expect(text.length).toBeLessThan(5000)
    expect(text).not.toMatch(/<script|https?:|\d+\.\d+\.\d+/)
    for (const place of Object.values(places)) expect(text).toContain(`>${place}<`)
    const links = [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link ?? '')
    const statuses = await Promise.all(links.map(async (link) => [link, (await fetch(host.url + link)).status]))
    expect(Object.fromEntries(statuses)).toEqual({
      '/docs': 200,
      '/api/v1/openapi.json': 401,
      '/api/v1/catalog': 200,
      '/healthz': 200,
      '/readyz': 200,
    })
    expect(places).toMatchObject({ api: '/api/v1', mcp: '/mcp' })
    const head = await asked('*/*', 'HEAD')
    expect([head.status, Number(head.headers.get('content-length')) > 0, await head.text()]).toEqual([200, true, ''])
    const posted = await asked('*/*', 'POST')
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test('lets pages of the origins in RAPPORT_CORS_ORIGINS call with a key, and no others', async () => {
    const host = await lab.serve({ ...environment, RAPPORT_CORS_ORIGINS: 'https://app.example.com,http://localhost:5173' })
    const from = async (origin: string, method = 'GET') =>
      await fetch(`${host.url}/api/v1/contacts`, {
        method,
        headers: { origin, ...(method === 'GET' && { authorization: `Bearer ${KEY}` }) },
      })
    const allowed = await from('http://localhost:5173')
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:5173'])
    expect((await from('http://localhost:5173', 'OPTIONS')).headers.get('access-control-allow-methods')).toContain('POST')
    for (const method of ['GET', 'OPTIONS']) {
      const refused = await from('https://evil.example.com', method)
      expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('serves REST, the tool protocol and health, and answers other paths with a problem document', async () => {
    const host = await lab.serve(environment)
    const health = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(host.url + path)))
    expect(health.map(({ status }) => status)).toEqual([200, 200])
    expect((await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
    expect((await call(host, KEY, '/api/v1/contacts')).json['contacts']).toHaveLength(1)
    const unknown = await fetch(`${host.url}/nothing/here`)
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('content-type')).toBe('application/problem+json')
    expect(await unknown.json()).toMatchObject({ status: 404, code: 'not_found', detail: 'Nothing is served at /nothing/here' })
    const docs = await fetch(`${host.url}/docs`)
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await docs.text()).toContain('./docs/guides/embed')
    expect(await (await fetch(`${host.url}/docs/api/contacts`)).text()).toContain('createContact')
    const posted = await fetch(`${host.url}/healthz`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const tools = await fetch(`${host.url}/mcp`, {
      method: 'POST',
      headers: mcpHeaders,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(tools.status).toBe(200)
    expect(await tools.text()).toContain('create_contact')
  })

  test('tells tools the addresses of records below RAPPORT_PUBLIC_URL', async () => {
    const host = await lab.serve({ ...environment, RAPPORT_PUBLIC_URL: 'https://crm.example.com/sales/' })
    const { id } = (await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).json
    const got = await fetch(`${host.url}/mcp`, {
      method: 'POST',
      headers: mcpHeaders,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_contact', arguments: { id } } }),
    })
    expect(await got.text()).toContain(`https://crm.example.com/sales/api/v1/contacts/${id}`)
  })

  test('shows its metrics to Prometheus, without a key', async () => {
    const host = await lab.serve(environment)
    const page = await fetch(`${host.url}/metrics`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const lines = (await page.text()).split('\n')
    expect(lines).toContain('rapport_meters_failed 0')
    expect(lines).toContain('# TYPE rapport_webhook_attempt_duration_seconds histogram')
    expect(lines).toContain('rapport_webhook_attempt_duration_seconds_bucket{le="+Inf"} 0')
    expect(lines).toContain('rapport_webhook_deliveries{state="due"} 0')
    expect(lines.filter((line) => !/^(|# (HELP|TYPE) .+|[a-z][a-z\d_]*(\{([a-z_]+="[^"]*",?)+\})? ([\d.e+-]+|Nan))$/.test(line))).toEqual(
      [],
    )
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    const again = await (await fetch(`${host.url}/metrics`)).text()
    expect(again).toContain('rapport_operation_duration_seconds_count{operation="createContact",transport="http"} 1\n')
    expect(again).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge')
    expect(again.match(/^# TYPE (\S+)/gm)?.length).toBe(new Set(again.match(/^# TYPE (\S+)/gm)).size)
    expect((await fetch(`${host.url}/metrics`, { method: 'POST' })).status).toBe(405)
  })

  test('ends the streams of events at SIGTERM, at once', async () => {
    const host = await lab.serve(environment)
    const stream = await fetch(`${host.url}/api/v1/events/stream?after=0`, { headers: { authorization: `Bearer ${KEY}` } })
    await call(host, KEY, '/api/v1/contacts', { email: 'ada@example.com' })
    const [ended, all] = await Promise.all([host.signal('SIGTERM'), stream.text()])
    expect(ended.code).toBe(0)
    expect(all).toMatch(/^retry: 2000\n\n/)
    expect(ended.err).not.toContain('Stopped before all work was finished')
  })

  test.each([
    ['no HTTP at all', 'NOT HTTP\r\n\r\n'],
    ['an HTTP/1.1 request without Host', 'GET /api/v1/catalog HTTP/1.1\r\n\r\n'],
  ])('answers with a problem document what is %s', async (_, request) => {
    const host = await lab.serve(environment)
    const answer = await sent(host, request)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('content-type: application/problem+json')
    expect(answer).toContain('"code":"malformed_input"')
    expect(answer).toMatch(/"request_id":"[\da-f-]{36}"/)
  })

  test('accepts the whole address that proxies send', async () => {
    const host = await lab.serve(environment)
    expect(await sent(host, 'GET http://crm.test/api/v1/catalog HTTP/1.1\r\nHost: crm.test\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    expect(await sent(host, 'GET http://crm.test/healthz?x=1 HTTP/1.1\r\nHost: crm.test\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    )
  })

  test.each(['/nothing', '/docs/nothing', '/api/v1/nothing'])(
    'gives every problem an id, in the body and as a header: %s',
    async (path) => {
      const host = await lab.serve(environment)
      const answer = await fetch(host.url + path)
      expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(await answer.json()).toMatchObject({ status: answer.status, request_id: answer.headers.get('x-request-id') })
    },
  )

  test('keeps its data in data/rapport.sqlite by default, and shows a generated key once', async () => {
    const first = await lab.serve()
    const key = /rk_[\w-]{40,}/.exec(first.out)?.[0] ?? ''
    expect(first.err).not.toContain(key)
    expect((await call(first, key, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
    expect((await first.signal('SIGTERM')).code).toBe(0)
    expect((await stat(join(lab.folder, 'data/rapport.sqlite'))).isFile()).toBe(true)
    const second = await lab.serve()
    expect(second.out).not.toContain('rk_')
    expect((await call(second, key, '/api/v1/contacts')).json['contacts']).toHaveLength(1)
  })

  test('uses the given first key; the same one at a restart changes nothing', async () => {
    const database = { ...environment, DATABASE_URL: 'sqlite:crm.sqlite' }
    const first = await lab.serve(database)
    expect(first.out + first.err).not.toContain(KEY)
    const before = await call(first, KEY, '/api/v1/me')
    expect(before.status).toBe(200)
    await first.signal('SIGINT')
    const second = await lab.serve(database)
    const after = await call(second, KEY, '/api/v1/me')
    expect(after.json['user']).toEqual(before.json['user'])
    expect((await call(second, KEY, '/api/v1/api-keys')).json['api_keys']).toHaveLength(1)
  })

  test('applies the configured rate limit', async () => {
    const host = await lab.serve({ ...environment, RAPPORT_RATE_LIMIT: '3' })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await call(host, KEY, '/api/v1/contacts')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('exits with 1 and one message that lists every invalid variable', async () => {
    const { code, err, out } = await lab.run(['serve'], { PORT: 'http', DATABASE_URL: 'mysql://localhost', RAPPORT_RATE_LIMIT: 'much' })
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(err.split('\n').map((line) => line.trim().split(':')[0])).toEqual(['rapport', 'PORT', 'DATABASE_URL', 'RAPPORT_RATE_LIMIT', ''])
  })

  test('refuses a second process on its file, and a port that is taken', async () => {
    const database = { ...environment, DATABASE_URL: 'sqlite:crm.sqlite' }
    const host = await lab.serve(database)
    const second = await lab.run(['serve'], { ...database, PORT: '0' })
    expect(second.code).toBe(1)
    expect(second.err).toContain('crm.sqlite is in use by another process of Rapport')
    const third = await lab.run(['serve'], { ...environment, PORT: new URL(host.url).port })
    expect(third.code).toBe(1)
    expect(third.err).toContain(`127.0.0.1:${new URL(host.url).port} is in use by another program: set PORT or HOST`)
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200)
  })

  test('starts again on the file of a process that was killed, with all acknowledged changes', async () => {
    const database = { ...environment, DATABASE_URL: 'sqlite:crm.sqlite' }
    const killed = await lab.serve(database)
    expect((await call(killed, KEY, '/api/v1/contacts', { email: 'ada@example.com' })).status).toBe(201)
    await killed.signal('SIGKILL')
    const host = await lab.serve(database)
    expect((await call(host, KEY, '/api/v1/contacts')).json['contacts']).toMatchObject([{ primary_email: 'ada@example.com' }])
  })

  test('at SIGTERM refuses new calls, finishes those in flight, and exits with 0', async () => {
    const host = await lab.serve(environment)
    const socket = connect(Number(new URL(host.url).port), '127.0.0.1')
    const body = JSON.stringify({ email: 'slow@example.com' })
    const head = `POST /api/v1/contacts HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`
    socket.write(head)
    // Asking for the body shows that the host handles the request.
    await new Promise((resolve) => socket.once('data', resolve))
    const ending = host.signal('SIGTERM')
    await until(async () => await refused(host.url))
    socket.write(body)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
    expect((await ending).code).toBe(0)
    expect(
      host.err
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    ).toEqual(['Serving', 'Stopping', 'Stopped'])
  })
})

const mcpHeaders = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

async function refused(url: string): Promise<boolean> {
  return await fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  )
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

async function sent({ url }: { readonly url: string }, request: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(request)
  return await text(socket)
}
