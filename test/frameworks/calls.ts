import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, App } from './app.ts'

/** What must come back; of the JSON only what is named here. */
interface Expected {
  readonly status: number
  readonly type: string
  readonly json?: object
  readonly text?: RegExp
  readonly headers?: Readonly<Record<string, RegExp>>
}

/** One line of the table that holds for every framework. */
interface Call {
  readonly what: string
  readonly ask: (app: App) => Promise<Answer>
  readonly expected: Expected
}

const api = '/crm/api/v1'
const JSON_TYPE = 'application/json'
const PROBLEM = 'application/problem+json'
const LONG = '9007199254740993'
const nobody = '01890000-0000-7000-8000-000000000000'
const tool = (name: string, args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
const mcp = (app: App, body: string) =>
  app.send('POST', '/crm/mcp', body, { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' })
// Larger than what body parsers take unless told otherwise.
const csv = `email;first_name\n${Array.from({ length: 40_000 }, (_, at) => `person-${at}@upload.test;Person ${at}\n`).join('')}`
const invoice = (number: string) =>
  `{"provider":"custom:erp","object":"contacts","records":[{"id":${number},"email":"long@number.test","first_name":"Long"}]}`

/** In this order: later calls see what earlier ones have stored. */
export const calls: readonly Call[] = [
  {
    what: 'a contact over the route of the app itself',
    ask: (app) => app.send('POST', '/sign-up', { email: 'first@contact.test' }),
    expected: { status: 200, type: JSON_TYPE, json: { email: 'first@contact.test', first_name: null } },
  },
  {
    what: 'who the caller is',
    ask: (app) => app.get(`${api}/me`),
    expected: { status: 200, type: JSON_TYPE, json: { user: { email: 'ada@acme.test' } }, headers: { 'x-request-id': /./ } },
  },
  {
    what: 'a contact',
    ask: (app) => app.send('POST', `${api}/contacts`, { email: 'ada@lovelace.test', first_name: 'Adaé' }),
    expected: { status: 201, type: JSON_TYPE, json: { email: 'ada@lovelace.test', first_name: 'Adaé' } },
  },
  {
    what: 'a list',
    ask: (app) => app.get(`${api}/contacts?email=first@contact.test&fields=email`),
    expected: { status: 200, type: JSON_TYPE, json: { contacts: [{ email: 'first@contact.test' }] } },
  },
  {
    what: 'no key',
    ask: (app) => app.get(`${api}/me`, { authorization: '' }),
    expected: { status: 401, type: PROBLEM, json: { code: 'unauthenticated' }, headers: { 'www-authenticate': /^Bearer/ } },
  },
  {
    what: 'invalid input',
    ask: (app) => app.send('POST', `${api}/contacts`, { email: 5, emial: 'x' }),
    expected: { status: 422, type: PROBLEM, json: { code: 'invalid_input' }, text: /\/emial/ },
  },
  {
    what: 'a body that is no JSON',
    ask: (app) => app.send('POST', `${api}/contacts`, '{"email": '),
    expected: { status: 400, type: PROBLEM, json: { code: 'malformed_input' } },
  },
  {
    what: 'a body of another type',
    ask: (app) => app.send('POST', `${api}/contacts`, '<contact/>', { 'content-type': 'application/xml' }),
    expected: { status: 415, type: PROBLEM, json: { code: 'unsupported_media_type' } },
  },
  {
    what: 'a body over the limit',
    ask: (app) => app.send('POST', `${api}/contacts`, { first_name: 'x'.repeat(1_200_000) }),
    expected: { status: 413, type: PROBLEM, json: { code: 'too_large' } },
  },
  {
    what: 'an unknown record',
    ask: (app) => app.get(`${api}/contacts/${nobody}`),
    expected: { status: 404, type: PROBLEM, json: { code: 'not_found' } },
  },
  {
    what: 'an unknown path',
    ask: (app) => app.get(`${api}/nothing`),
    expected: { status: 404, type: PROBLEM, json: { code: 'not_found' } },
  },
  {
    what: 'a method that the path does not take',
    ask: (app) => app.send('PUT', `${api}/contacts`, {}),
    expected: { status: 405, type: PROBLEM, json: { code: 'method_not_allowed' }, headers: { allow: /^GET, POST/ } },
  },
  {
    what: 'HEAD',
    ask: (app) => app.get(`${api}/me`, {}, 'HEAD'),
    expected: { status: 200, type: JSON_TYPE, text: /^$/ },
  },
  {
    what: 'an upload that is read in a thread',
    ask: (app) => app.send('POST', `${api}/imports`, { object: 'contacts', filename: 'people.csv', content: csv }),
    expected: { status: 201, type: JSON_TYPE, json: { object: 'contacts', rows: 40_000 } },
  },
  {
    what: 'an integer beyond 2^53 in a foreign record',
    ask: (app) => app.send('POST', `${api}/sync/ingest`, invoice(LONG)),
    expected: { status: 200, type: JSON_TYPE, json: { created: 1 } },
  },
  {
    what: 'the same integer, whole',
    ask: (app) => app.get(`${api}/contacts?email=long@number.test`),
    expected: { status: 200, type: JSON_TYPE, text: new RegExp(`"${LONG}"`) },
  },
  {
    what: 'a call of a tool',
    ask: (app) => mcp(app, tool('create_contact', '{"email":"tool@mcp.test"}')),
    expected: { status: 200, type: JSON_TYPE, text: /tool@mcp\.test/, json: { id: 1, jsonrpc: '2.0' } },
  },
  {
    what: 'a call of a tool that is no JSON',
    ask: (app) => mcp(app, '{"jsonrpc": '),
    expected: { status: 400, type: JSON_TYPE, json: { error: { code: -32_700 } } },
  },
  {
    what: 'the page of a form',
    ask: (app) => app.get(`/crm${app.seed.form}`, { authorization: '' }),
    expected: { status: 200, type: 'text/html', text: /<form method="post"/ },
  },
  {
    what: 'what its visitor sends',
    async ask(app) {
      const page = await app.get(`/crm${app.seed.form}`)
      const form = new URLSearchParams({ email: 'visitor@form.test', _stamp: /name="_stamp" value="([^"]*)"/.exec(page.text)?.[1] ?? '' })
      return await app.send('POST', `/crm${app.seed.form}`, form.toString(), { 'content-type': 'application/x-www-form-urlencoded' })
    },
    expected: { status: 200, type: 'text/html' },
  },
  {
    what: 'a page that is not there',
    ask: (app) => app.get('/crm/f/nothing'),
    expected: { status: 404, type: 'text/html' },
  },
  {
    what: 'the documentation',
    ask: (app) => app.get('/crm/docs/api/contacts'),
    expected: { status: 200, type: 'text/html', text: /\/crm\/api\/v1/ },
  },
]

/** Compares one answer with its line of the table. */
export function check({ expected }: Call, answer: Answer): void {
  const seen = `${answer.status} ${answer.type} ${answer.text.slice(0, 500)}`
  assert.deepEqual([answer.status, answer.type], [expected.status, expected.type], seen)
  if (expected.json) assert.partialDeepStrictEqual(answer.json, expected.json, seen)
  if (expected.text) assert.match(answer.text, expected.text, seen)
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    assert.match(answer.headers.get(name) ?? '', value, `${name} of ${seen}`)
}

// More than one user may have open at once.
const STREAMS = 12
const WITHIN_MS = 10_000

/** Requests that the client breaks off are noticed: their streams are closed, and the app goes on. */
export async function cancelling(app: App): Promise<void> {
  for (let count = 0; count < 3; count++) await app.breakOff(`${api}/contacts`)
  for (let count = 0; count < STREAMS; count++) {
    const { stream, end } = await opened(app)
    assert.equal(stream.status, 200, `stream ${count + 1} after as many were closed: ${stream.status}`)
    await end()
  }
  assert.equal((await app.get(`${api}/me`)).status, 200)
}

/** A stream sends what happens, when it happens. */
export async function streaming(app: App): Promise<void> {
  const { stream, end } = await opened(app)
  assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8'])
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const late = delay(WITHIN_MS, undefined, { ref: false }).then(() => Promise.reject(new Error(`No event within ${WITHIN_MS} ms`)))
  const next = async () => (await Promise.race([reader?.read(), late]))?.value ?? ''
  let text = await next()
  await app.send('POST', `${api}/contacts`, { email: 'event@stream.test' })
  while (!text.includes('event@stream.test')) text += await next()
  assert.match(text, /^retry: 2000\n\nid: \d+\ndata: \{/)
  late.catch(() => undefined)
  await end()
}

async function opened(app: App) {
  const gone = new AbortController()
  const until = performance.now() + WITHIN_MS
  for (;;) {
    const stream = await fetch(`${app.url}${api}/events/stream`, { headers: app.headers(), signal: gone.signal })
    // The server learns of a closed connection a moment later.
    if (stream.status !== 429 || performance.now() > until) {
      const end = async () => {
        gone.abort()
        await stream.body?.cancel().catch(() => undefined)
      }
      return { stream, end }
    }
    await stream.body?.cancel()
    await delay(100)
  }
}
