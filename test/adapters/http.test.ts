import { expect, test } from 'vitest'
import { id, stored } from './fake-core.ts'
import { describeForms, json } from './http-forms.ts'

const THING = `/api/v1/things/${id}`

describeForms('a REST route per operation', (send, { log }) => {
  test('reads with the version as entity tag, which callers keep: no cache does', async () => {
    const { status, headers, json: body } = await send('GET', THING)
    expect(status).toBe(200)
    expect(body).toEqual(stored)
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('etag')).toBe('"7"')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('creates with 201, or 200 and X-Matched if the record exists', async () => {
    const made = await send('POST', '/api/v1/things', json({ name: 'Bellows' }))
    expect([made.status, made.headers.get('x-matched'), made.json.name]).toEqual([201, null, 'Bellows'])
    expect(made.headers.get('cache-control')).toBe('no-store')
    const matched = await send('POST', '/api/v1/things', json({ name: 'Anvil' }))
    expect([matched.status, matched.headers.get('x-matched')]).toEqual([200, 'name'])
  })

  test('marks the answer of an earlier call with the same Idempotency-Key', async () => {
    const { headers } = await send('POST', '/api/v1/things', json({ name: 'Again' }))
    expect(headers.get('idempotency-replayed')).toBe('true')
  })

  test('updates and deletes by the id of the path', async () => {
    expect((await send('PATCH', THING, json({ name: 'Vice' }))).json).toEqual({ ...stored, name: 'Vice', version: 8 })
    expect((await send('DELETE', THING)).json).toEqual({ deleted: true })
  })

  test('tells static paths from those with a parameter', async () => {
    expect((await send('POST', '/api/v1/things/search', json({ q: 'anvil' }))).json).toEqual({ q: 'anvil' })
  })

  test('accepts several path parameters, whose names may differ between operations', async () => {
    expect((await send('GET', `${THING}/parts/a%2Fb%20c`)).json).toEqual({ id, partId: 'a/b c' })
    expect((await send('PUT', `${THING}/parts/9`)).json).toEqual({ thingId: id, number: '9' })
  })

  test('ignores one slash at the end of the path', async () => {
    expect((await send('GET', `${THING}/`)).status).toBe(200)
  })

  test('answers HEAD as GET without the body', async () => {
    const { status, headers, text } = await send('HEAD', THING)
    expect([status, text, headers.get('etag')]).toEqual([200, '', '"7"'])
    expect(headers.get('content-length')).toBe(String(JSON.stringify(stored).length))
  })

  test('answers OPTIONS with the methods of the path, without a key', async () => {
    const { status, headers, text } = await send('OPTIONS', THING, { key: null })
    expect([status, text]).toEqual([204, ''])
    expect(headers.get('allow')?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH'])
  })

  test('sends the rest of the rate limit with every answer', async () => {
    const { headers } = await send('GET', THING)
    expect(headers.get('ratelimit-limit')).toBe('1000')
    expect(headers.get('ratelimit-reset')).toBe('42')
    const left = headers.get('ratelimit-remaining')
    expect(headers.get('ratelimit')).toBe(`"minute";r=${left};t=42`)
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=1000;w=60')
  })

  test('keeps the request id of the caller in the answer and in the log', async () => {
    const { headers } = await send('GET', THING, { headers: { 'x-request-id': 'trace-1.a' } })
    expect(headers.get('x-request-id')).toBe('trace-1.a')
    expect(log.at(-1)?.requestId).toBe('trace-1.a')
  })

  test.each(['', 'with space', '<script>', 'x'.repeat(129), 'é'])('makes a request id of its own instead of %j', async (unsafe) => {
    const { headers } = await send('GET', THING, { headers: { 'x-request-id': unsafe } })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('lets no value of the engine break a header', async () => {
    const { status, headers } = await send('POST', '/api/v1/things', json({ name: 'Evil' }))
    expect([status, headers.get('set-cookie')]).toEqual([200, null])
    expect(headers.get('x-matched')).toBe('a__set-cookie: b_c')
  })

  test('serves public operations without a key, cacheable for five minutes', async () => {
    const { status, headers, json: body } = await send('GET', '/api/v1/pickers', { key: null })
    expect([status, body.seen_as]).toEqual([200, 'anonymous'])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})

describeForms('conditional requests', (send) => {
  test.each(['"7"', 'W/"7"', '"6", "7"', '*'])('If-None-Match %s gets 304 without a body', async (known) => {
    const { status, headers, text } = await send('GET', THING, { headers: { 'if-none-match': known } })
    expect([status, text, headers.get('etag')]).toEqual([304, '', '"7"'])
    expect(headers.get('ratelimit-limit')).toBe('1000')
  })

  test('If-None-Match with another version gets the record', async () => {
    expect((await send('GET', THING, { headers: { 'if-none-match': '"6"' } })).status).toBe(200)
  })

  test('a record that is read with a query has no entity tag', async () => {
    const { status, headers } = await send('GET', `${THING}?fields=name`, { headers: { 'if-none-match': '"7"' } })
    expect([status, headers.get('etag')]).toEqual([200, null])
  })

  test.each(['7', '"7"', 'W/"7"', '*'])('If-Match %s lets the update through', async (version) => {
    const { headers, ...init } = json({ name: 'Vice' })
    expect((await send('PATCH', THING, { ...init, headers: { ...headers, 'if-match': version } })).status).toBe(200)
  })

  test('If-Match with an older version is a lost update: 412', async () => {
    const { headers, ...init } = json({ name: 'Vice' })
    const { status, json: problem } = await send('PATCH', THING, { ...init, headers: { ...headers, 'if-match': '"6"' } })
    expect([status, problem.code]).toEqual([412, 'version_mismatch'])
  })

  test.each(['abc', '"6", "7"', '-1', '"7', '1'.repeat(20)])('If-Match %s is no version: 400', async (version) => {
    const { status, json: problem } = await send('PATCH', THING, { headers: { 'if-match': version } })
    expect([status, problem.code]).toEqual([400, 'malformed_input'])
  })
})
