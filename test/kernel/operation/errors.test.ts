import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { errorCatalog, type ErrorCode, operation, plugin } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const codes = Object.keys(errorCatalog) as ErrorCode[]

// One operation that fails as no caller can make the others fail.
const broken = plugin({
  name: 'broken',
  version: '1.0.0',
  operations: {
    broken: {
      fail: operation({
        id: 'fail',
        summary: 'Fail as the word says',
        scope: 'write',
        route: 'POST /fail',
        input: Type.Object({ code: Type.Optional(Type.String()) }),
        output: Type.Null(),
        uses: {},
        handle: async ({ code }): Promise<null> => {
          throw Object.assign(new Error('secret: connect 10.0.0.7:5432'), code === undefined ? {} : { code })
        },
      }),
    },
  },
})

interface Call {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
  /** To a host that changes nothing without `If-Match`. */
  readonly careful?: boolean
}
type Bench = Awaited<ReturnType<typeof newBench>>

/** For each code, a call that is answered with it. */
const examples: Record<ErrorCode, (bench: Bench) => Promise<Call> | Call> = {
  malformed_input: () => ({ method: 'POST', path: '/contacts', raw: '{"email":' }),
  unauthenticated: () => ({ path: '/me', key: 'rk_nobody' }),
  insufficient_scope: async ({ keyOf }) => ({ path: '/contacts', key: await keyOf('admin@localhost', ['write']) }),
  async forbidden({ engine, admin, keyOf }) {
    await engine.access.createUser({ organization: admin.organization, email: 'member@x.test' })
    return { path: '/api-keys', key: await keyOf('member@x.test', ['read']) }
  },
  not_found: () => ({ path: '/contacts/01900000-0000-7000-8000-000000000000' }),
  method_not_allowed: () => ({ method: 'PUT', path: '/contacts' }),
  async conflict({ send }) {
    const call = { method: 'POST', path: '/sync/ingest' }
    const batch = { object: 'contacts', records: [{ email: 'ada@x.test' }] }
    await send({ ...call, body: { ...batch, provider: 'custom:one' } })
    return { ...call, body: { ...batch, provider: 'custom:other' } }
  },
  async already_exists({ crm }) {
    await crm.companies.create({ name: 'Forge', code: 'C-1' })
    const { id } = await crm.companies.create({ name: 'Anvil' })
    return { method: 'PATCH', path: `/companies/${id}`, body: { code: 'C-1' } }
  },
  no_mailbox: () => ({ method: 'POST', path: '/emails', body: { to: ['ada@x.test'], subject: 'Hi', text: 'Hi' } }),
  async recipient_blocked({ crm }) {
    await crm.mailboxes.create({ address: 'crm@x.test', smtp: { host: 'smtp.x.test' } })
    const { id } = await crm.contacts.create({ email: 'ada@x.test', do_not_contact: true })
    return { method: 'POST', path: '/emails', body: { lead_id: id, subject: 'Hi', text: 'Hi' } }
  },
  async version_mismatch({ crm }) {
    const { id } = await crm.contacts.create({ email: 'ada@x.test' })
    return { method: 'PATCH', path: `/contacts/${id}`, body: { title: 'CEO' }, headers: { 'if-match': '"7"' } }
  },
  async precondition_required({ crm }) {
    const { id } = await crm.contacts.create({ email: 'ada@x.test' })
    return { method: 'PATCH', path: `/contacts/${id}`, body: { title: 'CEO' }, careful: true }
  },
  too_large: () => ({ method: 'POST', path: '/contacts', body: { name: 'x'.repeat(1_100_000) } }),
  unsupported_media_type: () => ({ method: 'POST', path: '/contacts', body: {}, headers: { 'content-type': 'text/plain' } }),
  invalid_input: () => ({ method: 'POST', path: '/contacts', body: { email: 3 } }),
  async idempotency_mismatch({ send }) {
    const call = { method: 'POST', path: '/companies', headers: { 'idempotency-key': 'once' } }
    await send({ ...call, body: { name: 'One' } })
    return { ...call, body: { name: 'Other' } }
  },
  async rate_limited({ send }) {
    while ((await send({ path: '/me' })).headers.get('ratelimit-remaining') !== '0');
    return { path: '/me' }
  },
  async quota_exceeded({ engine, admin, send, clock }) {
    await engine.access.setPlan(admin.organization, 'starter')
    for (let at = 0; at < 1000; at += 1) {
      if (at % 100 === 0) clock.advance('1 minute')
      await send({ path: '/me' })
    }
    clock.advance('1 minute')
    return { path: '/me' }
  },
  internal_error: () => ({ method: 'POST', path: '/fail', body: {} }),
  unavailable: () => ({ method: 'POST', path: '/fail', body: { code: 'ECONNREFUSED' } }),
}

describe('every error code', () => {
  it.each(codes)('%s is answered over HTTP with its status, to a caller who brings it about', async (code) => {
    await using bench = await newBench()
    const { status, headers, problem } = await bench.send(await examples[code](bench))
    expect({ status, code: problem.code, title: problem.title }).toEqual({ code, ...errorCatalog[code] })
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(headers.has('retry-after')).toBe(['rate_limited', 'quota_exceeded', 'unavailable'].includes(code))
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  it('is thrown somewhere, and none is thrown that the catalogue does not know', async () => {
    const thrown = new Set<string>()
    for await (const path of glob('{core,adapters,plugins,host}/**/*.ts', { cwd: root })) {
      const text = await readFile(join(root, path), 'utf8')
      for (const [, code = ''] of text.matchAll(/(?:CrmError|super)\(\s*'(\w+)'/g)) thrown.add(code)
    }
    expect([...thrown].toSorted()).toEqual(codes.toSorted())
  })
})

async function newBench() {
  const bench = await testEngine({ plugins: [broken], rateLimit: 150 })
  const [adapter, careful] = [false, true].map((requireIfMatch) => http(bench.engine, { onError: () => {}, requireIfMatch }))
  return {
    ...bench,
    async keyOf(user: string, scopes: ('read' | 'write')[]) {
      return (await bench.engine.access.createKey({ user, name: 'key', scopes })).key
    },
    async send({
      method = 'GET',
      path,
      body,
      raw = body === undefined ? undefined : JSON.stringify(body),
      headers,
      key = bench.key,
      careful: isCareful = false,
    }: Call) {
      const own = { authorization: `Bearer ${key}`, ...(raw !== undefined && { 'content-type': 'application/json' }), ...headers }
      const init = { method, headers: own, ...(raw !== undefined && { body: raw }) }
      const response = await (isCareful ? careful! : adapter!).fetch(new Request(`http://crm.test/api/v1${path}`, init))
      return { status: response.status, headers: response.headers, problem: (await response.json()) as Record<string, unknown> }
    },
  }
}
