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

const PAGE = { origin: 'https://app.example' }
const OTHERS = [
  'https://evil.example',
  'https://app.example.evil.example',
  'https://sub.app.example',
  'http://app.example',
  'https://app.example:8443',
  'HTTPS://APP.EXAMPLE',
  'null',
  '*',
]

describeForms(
  'CORS for pages of chosen origins',
  (send) => {
    test('lets them read every answer and the headers that say more, with a key and without cookies', async () => {
      for (const path of [THING, '/api/v1/things', '/api/v1/pickers', '/api/v1/openapi.json']) {
        const { status, headers } = await send('GET', path, { headers: PAGE })
        expect([path, status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([path, 200, PAGE.origin, 'Origin'])
        const exposed = headers.get('access-control-expose-headers')?.split(', ')
        for (const name of ['ETag', 'X-Changed', 'X-Matched', 'Retry-After', 'RateLimit', 'RateLimit-Remaining', 'X-Request-Id', 'Link'])
          expect(exposed).toContain(name)
        expect(headers.get('access-control-allow-credentials')).toBeNull()
      }
      const written = await send('POST', '/api/v1/things', {
        ...json({ name: 'Bellows' }),
        headers: { 'content-type': 'application/json', ...PAGE },
      })
      expect([written.status, written.headers.get('access-control-allow-origin')]).toEqual([201, PAGE.origin])
    })

    test('lets them read why they are refused', async () => {
      const refusals: [string, string, { key?: null }, number][] = [
        ['GET', '/api/v1/openapi.json', { key: null }, 401],
        ['GET', THING, { key: null }, 401],
        ['GET', '/api/v1/nothing', {}, 404],
        ['PUT', THING, {}, 405],
        ['POST', '/api/v1/things', {}, 415],
      ]
      for (const [method, path, options, expected] of refusals) {
        const { status, headers } = await send(method, path, { ...options, headers: PAGE, ...(expected === 415 && { body: '{}' }) })
        expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, expected, PAGE.origin])
      }
    })

    test('answers what a browser asks before a call: the methods of the path, and the headers of the API', async () => {
      const asked = { ...PAGE, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization,if-match' }
      const { status, headers, text } = await send('OPTIONS', THING, { key: null, headers: asked })
      expect([status, text, headers.get('access-control-allow-origin'), headers.get('access-control-max-age')]).toEqual([
        204,
        '',
        PAGE.origin,
        '600',
      ])
      expect(headers.get('access-control-allow-methods')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH'])
      expect(headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id',
      )
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    })

    test.each(OTHERS)('tells pages of %s nothing, however near its name is', async (origin) => {
      for (const [method, path] of [
        ['GET', THING],
        ['GET', '/api/v1/pickers'],
        ['OPTIONS', THING],
        ['OPTIONS', '/api/v1/openapi.json'],
        ['GET', '/api/v1/nothing'],
      ] as const) {
        const { headers } = await send(method, path, { headers: { origin, 'access-control-request-method': 'GET' } })
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
        // A cache must not give them what it has kept for a page that is allowed.
        expect(headers.get('vary')).toBe('Origin')
      }
    })
  },
  { cors: ['https://other.example', PAGE.origin] },
)

describeForms(
  'CORS for pages of all origins, where it is asked for',
  (send) => {
    test('lets every page call with a key, and none with cookies', async () => {
      const { headers } = await send('GET', THING, { headers: { origin: 'https://any.example' } })
      expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual(['*', null])
      const preflight = await send('OPTIONS', THING, { key: null, headers: { origin: 'https://any.example' } })
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    })
  },
  { cors: '*' },
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
