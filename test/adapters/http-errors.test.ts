import { describe, expect, test } from 'vitest'
import { errorCatalog, type ErrorCode } from 'rapport-crm'
import { http, type HttpOptions } from 'rapport-crm/http'
import { fakeCore, id } from './fake-core.ts'
import { type Answer, describeForms, json, read } from './http-forms.ts'

const THING = `/api/v1/things/${id}`

function expectProblem({ status, headers, json: problem }: Answer, code: ErrorCode): void {
  expect(problem).toMatchObject({
    type: `urn:rapport:error:${code}`,
    title: errorCatalog[code].title,
    status,
    code,
    errors: expect.any(Array),
  })
  expect(status).toBe(errorCatalog[code].status)
  expect(problem.detail).toEqual(expect.any(String))
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toBe(problem.request_id)
}

describeForms('every error is a problem document of RFC 9457', (send, { log }, faults) => {
  const codes = Object.keys(errorCatalog) as ErrorCode[]

  test.each(codes)('%s of an operation, with any details', async (code) => {
    const answer = await send('POST', '/api/v1/fail', json({ code }))
    expectProblem(answer, code)
    expect(answer.json.existing_id).toBe(id)
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(answer.headers.get('allow')).toBe('GET__x: y')
    expect(answer.headers.get('x')).toBeNull()
  })

  test('a bug is reported to the host and never to the client', async () => {
    const answer = await send('POST', '/api/v1/fail', json({ code: 'bug' }))
    expectProblem(answer, 'internal_error')
    expect(answer.text).not.toMatch(/secret|password/)
    expect(faults.at(-1)).toMatchObject({ message: 'secret db password' })
  })

  test('an unknown path: 404, with or without a key, inside and outside of the version segment', async () => {
    for (const path of ['/api/v1/nothing', '/api/v1', '/', '/api/v2/things', '/api/v1/things/1/2/3/4', '//things'])
      for (const key of [null, 'rk_all']) expectProblem(await send('GET', path, { key }), 'not_found')
  })

  test('an unknown record: 404', async () => {
    expectProblem(await send('GET', '/api/v1/things/00000000-0000-4000-8000-000000000000'), 'not_found')
  })

  test.each(['POST', 'PUT', 'PROPFIND'])('%s on a path without it: 405 with Allow', async (method) => {
    const answer = await send(method, THING)
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  })

  test('GET on a static path does not match a path with a parameter', async () => {
    const answer = await send('GET', '/api/v1/things/search')
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('HEAD on a path that has no GET: 405 without a body', async () => {
    const { status, text } = await send('HEAD', '/api/v1/things/search')
    expect([status, text]).toEqual([405, ''])
  })

  test.each(['/api/v1/things/%ZZ', '/api/v1/nothing/%ZZ', '/api/v1/things/%C3%28', '/api/v1/things?name=%ZZ', '/api/v1/things?%E0%A4%A=1'])(
    'malformed percent-encoding in %s: 400',
    async (path) => {
      expectProblem(await send('GET', path), 'malformed_input')
    },
  )

  test('validation: 422 with a JSON pointer, a code and what is allowed', async () => {
    const answer = await send('GET', '/api/v1/things?limit=900&state=lost')
    expectProblem(answer, 'invalid_input')
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ path: '/limit', code: 'too_big' }))
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ path: '/state', code: 'not_allowed', allowed: ['open', 'done'] }))
  })

  test('a request that cannot be read is counted and logged like any other', async () => {
    const before = log.length
    expectProblem(await send('POST', '/api/v1/things', { headers: { 'content-type': 'application/json' }, body: '{' }), 'malformed_input')
    expect(log.slice(before)).toMatchObject([{ operation: { id: 'createThing' }, status: 400, code: 'malformed_input' }])
  })
})

describeForms('authentication', (send) => {
  test('no key: 401 with a challenge and no error code', async () => {
    const answer = await send('GET', THING, { key: null })
    expectProblem(answer, 'unauthenticated')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rapport"')
  })

  test.each(['Bearer rk_unknown', 'Bearer', 'Basic cms6', 'rk_all', 'Bearer rk_all, Bearer rk_all', 'Bearer rk all'])(
    '%s: 401 with invalid_token',
    async (authorization) => {
      const answer = await send('GET', THING, { key: null, headers: { authorization } })
      expectProblem(answer, 'unauthenticated')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rapport", error="invalid_token"')
    },
  )

  test('the scheme may be written in any case', async () => {
    expect((await send('GET', THING, { key: null, headers: { authorization: 'bearer rk_all' } })).status).toBe(200)
  })

  test('a key in the query is ignored', async () => {
    expectProblem(await send('GET', `${THING}?api_key=rk_all&access_token=rk_all`, { key: null }), 'unauthenticated')
  })

  test('a scope is missing: 403 with its name', async () => {
    const answer = await send('DELETE', THING, { key: 'rk_read' })
    expectProblem(answer, 'insufficient_scope')
    expect(answer.json.scopes).toEqual(['delete'])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="rapport", error="insufficient_scope", scope="delete"')
  })
})

describeForms(
  'authentication by the embedding app',
  (send) => {
    test('comes before the key', async () => {
      expect((await send('GET', THING, { key: null, headers: { cookie: 'session=anna' } })).status).toBe(200)
    })
    test('falls back to the key for unknown callers', async () => {
      expect((await send('GET', THING)).status).toBe(200)
      expectProblem(await send('GET', THING, { key: null }), 'unauthenticated')
    })
    test('its own fault is hidden', async () => {
      const answer = await send('GET', THING, { headers: { cookie: 'session=broken' } })
      expectProblem(answer, 'internal_error')
      expect(answer.text).not.toContain('session store')
    })
  },
  {
    authenticate: (request) => {
      const cookie = request.headers.get('cookie')
      if (cookie === 'session=broken') throw new Error('session store is down')
      return cookie === 'session=anna' ? { organization: 'acme', user: 'anna', scopes: new Set(['read']) } : undefined
    },
  },
)

const ask = (headers: Record<string, string> = {}) =>
  new Request(`http://crm.test${THING}`, { headers: { authorization: 'Bearer rk_all', ...headers } })

const addressOf: HttpOptions['addressOf'] = ({ peer, header }) => (peer === '127.0.0.1' ? (header('x-forwarded-for') ?? peer) : peer)

describe('the address of the client', () => {
  const seen: unknown[] = []
  const { core } = fakeCore()
  const engine = {
    ...core,
    authenticate: async (token: string, from?: { ip: string | undefined }) => (seen.push(from?.ip), await core.authenticate(token)),
  }
  test('is passed to the engine and to the embedding app', async () => {
    const crm = http(engine, { authenticate: (_, { ip }) => void seen.push(`app ${ip}`) })
    await crm.fetch(ask(), { ip: '192.0.2.1' })
    await crm.fetch(ask())
    expect(seen.splice(0)).toEqual(['app 192.0.2.1', '192.0.2.1', 'app undefined', undefined])
  })

  test('is the one that a proxy passes on, only if the host says so', async () => {
    await http(engine).fetch(ask({ 'x-forwarded-for': '192.0.2.9' }), { ip: '127.0.0.1' })
    await http(engine, { addressOf }).fetch(ask({ 'x-forwarded-for': '192.0.2.9' }), { ip: '127.0.0.1' })
    expect(seen.splice(0)).toEqual(['127.0.0.1', '192.0.2.9'])
  })
})

describeForms(
  'the rate limit',
  (send) => {
    test('is answered with 429, the seconds to wait and the headers of every answer', async () => {
      expect((await send('GET', THING)).headers.get('ratelimit-remaining')).toBe('1')
      expect((await send('GET', THING)).headers.get('ratelimit-remaining')).toBe('0')
      const answer = await send('POST', '/api/v1/things', json({ name: 'Bellows' }))
      expectProblem(answer, 'rate_limited')
      expect(answer.headers.get('retry-after')).toBe('42')
      expect(answer.headers.get('ratelimit')).toBe('"minute";r=0;t=42')
    })
  },
  { limit: 2 },
)

describe('a body is read only if the call is allowed', () => {
  test.each([
    ['without a key', 401, null, 1],
    ['without the scope', 403, 'rk_read', 1],
    ['over the limit', 429, 'rk_all', 0],
  ])('%s it is left alone', async (_, status, key, limit) => {
    const crm = http(fakeCore({ limit }).core)
    const request = new Request('http://crm.test/api/v1/things', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: key ? { authorization: `Bearer ${key}` } : {},
    })
    expect((await read(await crm.fetch(request))).status).toBe(status)
    expect(request.bodyUsed).toBe(false)
  })
})

describeForms(
  'CORS',
  (send) => {
    test('applies to shared documents and to the chosen origins only', async () => {
      const open = await send('GET', '/api/v1/pickers', { headers: { origin: 'https://app.example' } })
      expect([open.headers.get('access-control-allow-origin'), open.headers.get('vary')]).toEqual(['https://app.example', 'Origin'])
      const other = await send('GET', '/api/v1/pickers', { headers: { origin: 'https://evil.example' } })
      expect([other.headers.get('access-control-allow-origin'), other.headers.get('vary')]).toEqual([null, 'Origin'])
      expect(
        (await send('GET', THING, { headers: { origin: 'https://app.example' } })).headers.get('access-control-allow-origin'),
      ).toBeNull()
    })

    test('answers the preflight request for the description', async () => {
      const { status, headers } = await send('OPTIONS', '/api/v1/openapi.json', {
        key: null,
        headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
      })
      expect([status, headers.get('access-control-allow-headers')]).toEqual([204, 'Authorization, If-None-Match, X-Request-Id'])
      const refused = await send('OPTIONS', '/api/v1/things', { key: null, headers: { origin: 'https://app.example' } })
      expect(refused.headers.get('access-control-allow-methods')).toBeNull()
    })

    test('is on errors too, so that a browser can read them', async () => {
      const { status, headers } = await send('GET', '/api/v1/openapi.json', { key: null, headers: { origin: 'https://app.example' } })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([401, 'https://app.example'])
    })
  },
  { cors: ['https://app.example'] },
)

describeForms('CORS of an API that says nothing of it', (send) => {
  test('lets every page read shared documents, and nothing else', async () => {
    const headers = { origin: 'https://app.example' }
    const asked = await send('OPTIONS', '/api/v1/openapi.json', { key: null, headers })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect((await send('GET', '/api/v1/openapi.json', { headers })).headers.get('access-control-allow-origin')).toBe('*')
    expect((await send('GET', THING, { headers })).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describeForms(
  'CORS for no page',
  (send) => {
    test('can be switched off', async () => {
      const { status, headers } = await send('GET', '/api/v1/pickers', { key: null, headers: { origin: 'https://app.example' } })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null])
    })
  },
  { cors: [] },
)
