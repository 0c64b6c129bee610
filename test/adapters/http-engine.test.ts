import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { http } from 'rapport-crm/http'
import { testEngine } from 'rapport-crm/testing'
import { type Answer, read } from './http-forms.ts'

type Bench = Awaited<ReturnType<typeof testEngine>>

describe('the HTTP adapter over a real engine', () => {
  let bench: Bench
  let send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

  beforeAll(async () => {
    bench = await testEngine({ rateLimit: 1000 })
    const crm = http(bench.engine)
    send = async (method, path, body, headers = {}) => {
      const init = {
        method,
        headers: { authorization: `Bearer ${bench.key}`, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      if (body !== undefined) Object.assign(init.headers, { 'content-type': 'application/json' })
      return await read(await crm.fetch(new Request(`http://crm.test/api/v1${path}`, init)))
    }
  })
  afterAll(() => bench.close())

  test('a contact is created once: 201, then 200 with the matched field', async () => {
    const contact = { email: 'anna@forge.example', first_name: 'Anna', company: 'Forge' }
    const made = await send('POST', '/contacts', contact)
    expect([made.status, made.headers.get('etag'), made.json.email]).toEqual([201, '"1"', 'anna@forge.example'])
    const again = await send('POST', '/contacts', contact)
    expect([again.status, again.headers.get('x-matched'), again.json.id]).toEqual([200, 'email', made.json.id])
  })

  test('the same Idempotency-Key answers the first result again', async () => {
    const headers = { 'idempotency-key': 'order-7' }
    const made = await send('POST', '/companies', { name: 'Bellows & Sons' }, headers)
    const again = await send('POST', '/companies', { name: 'Bellows & Sons' }, headers)
    expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect([again.status, again.headers.get('idempotency-replayed'), again.json]).toEqual([201, 'true', made.json])
    expect((await send('POST', '/companies', { name: 'Other' }, headers)).json.code).toBe('idempotency_mismatch')
  })

  test('a lost update is refused by version', async () => {
    const { json: contact } = await send('POST', '/contacts', { email: 'bo@forge.example' })
    const path = `/contacts/${contact.id}`
    const first = await send('PATCH', path, { first_name: 'Bo' }, { 'if-match': '"1"' })
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
    expect((await send('PATCH', path, { first_name: 'Bob' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await send('GET', path, undefined, { 'if-none-match': '"2"' })).status).toBe(304)
    expect((await send('DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(412)
    expect((await send('DELETE', path)).json).toEqual({ deleted: true })
    expect((await send('GET', path)).status).toBe(404)
  })

  test('changes without If-Match are 428 if the host requires it', async () => {
    const careful = http(bench.engine, { requireIfMatch: true })
    const call = async (method: string, path: string, body?: unknown, headers = {}) => {
      const own = { authorization: `Bearer ${bench.key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
      const init = { method, headers: own, ...(body !== undefined && { body: JSON.stringify(body) }) }
      return await read(await careful.fetch(new Request(`http://crm.test/api/v1${path}`, init)))
    }
    const { status, json: contact } = await call('POST', '/contacts', { email: 'cy@forge.example' })
    expect(status).toBe(201)
    const path = `/contacts/${contact.id}`
    const refused = await call('PATCH', path, { first_name: 'Cy' })
    expect([refused.status, refused.json.code]).toEqual([428, 'precondition_required'])
    expect((await call('DELETE', path)).status).toBe(428)
    expect((await call('GET', path)).json.version).toBe(1)
    expect((await call('PATCH', path, { first_name: 'Cy' }, { 'if-match': '"1"' })).json.version).toBe(2)
    expect((await call('PATCH', path, { first_name: 'Cyd' }, { 'if-match': '*' })).json.version).toBe(3)
    expect((await call('POST', `${path}/score`, { points: 1 })).status).toBe(200)
    expect((await call('PUT', '/organization/currencies/USD', { rate: 2 })).status).toBe(200)
    expect((await call('DELETE', path, undefined, { 'if-match': '"4"' })).json).toEqual({ deleted: true })

    const { json: document } = await call('GET', '/openapi.json')
    const [item, list] = [document.paths['/contacts/{id}'], document.paths['/contacts']]
    const answers = (each: any) => Object.keys(each.responses).includes('428')
    expect([item.patch, item.delete, item.get, list.post].map(answers)).toEqual([true, true, false, false])
    expect(item.patch.parameters).toContainEqual({ $ref: '#/components/parameters/RequiredIfMatch' })
    expect(Object.keys((await send('GET', '/openapi.json')).json.components.responses)).not.toContain('Problem428')
  })

  test('lists are paged by the cursor of the page before', async () => {
    for (const name of ['a', 'b', 'c']) await send('POST', '/companies', { name: `Paged ${name}`, domain: `${name}.example` })
    const page = await send('GET', '/companies?limit=2')
    expect(page.json.companies).toHaveLength(2)
    const next = await send('GET', `/companies?limit=2&cursor=${encodeURIComponent(page.json.next_cursor)}`)
    expect(page.headers.get('link')).toBe(`<?limit=2&cursor=${encodeURIComponent(page.json.next_cursor)}>; rel="next"`)
    expect((await send('GET', '/companies?limit=200')).headers.get('link')).toBeNull()
    expect(next.json.companies[0].id).not.toBe(page.json.companies[0].id)
    expect((await send('GET', '/companies?limit=0')).json.errors).toMatchObject([{ path: '/limit', code: 'too_small' }])
  })

  test('the event log is polled by the link of each page', async () => {
    for (const name of ['a', 'b', 'c']) await send('POST', '/companies', { name: `Polled ${name}`, domain: `polled-${name}.example` })
    const seen: number[] = []
    let path = '/events?order=asc&limit=2&type=company.created'
    for (let page = await send('GET', path); page.json.events.length > 0; page = await send('GET', path)) {
      seen.push(...page.json.events.map(({ id }: { id: number }) => id))
      path = `/events${/^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]}`
      expect(path).toBe(`/events?order=asc&limit=2&type=company.created&after=${page.json.next_cursor}`)
    }
    const all = (await send('GET', '/events?type=company.created&limit=500')).json.events.map(({ id }: { id: number }) => id)
    expect(seen).toEqual(all.toReversed())
    const newest = await send('GET', '/events?limit=1')
    expect(newest.headers.get('link')).toBe(`<?limit=1&cursor=${newest.json.next_cursor}>; rel="next"`)
  })

  test('hostile input gets a problem document and changes nothing', async () => {
    const before = (await send('GET', '/contacts?limit=200')).json.contacts
    const hostile: [unknown, string][] = [
      [{ email: 3 }, 'invalid_input'],
      [{ email: 'x@y.example', nonsense: 1 }, 'invalid_input'],
      [JSON.parse('{"email":"x@y.example","__proto__":{"a":1}}'), 'invalid_input'],
      [{ email: 'x@y.example', first_name: 'a\0b' }, 'invalid_input'],
      [{ email: 'x@y.example', first_name: '\ud800' }, 'invalid_input'],
      [{ email: 'x@y.example', first_name: 'x'.repeat(70_000) }, 'invalid_input'],
      [{ email: 'x@y.example', tags: JSON.parse('['.repeat(500) + ']'.repeat(500)) }, 'invalid_input'],
      [{ email: 'x@y.example', last_name: 'x'.repeat(1_100_000) }, 'too_large'],
    ]
    for (const [body, code] of hostile) expect((await send('POST', '/contacts', body)).json.code).toBe(code)
    expect((await send('GET', '/contacts?limit=200')).json.contacts).toEqual(before)
  })

  test('every operation of the engine and every event type is described', async () => {
    const { json: document } = await send('GET', '/openapi.json')
    const described = Object.values(document.paths).flatMap((path: any) => Object.values(path).map((each: any) => each.operationId))
    expect(described.toSorted()).toEqual([...bench.engine.registry.byId.keys(), 'getOpenApi'].toSorted())
    const told = Object.values<any>(document.webhooks).flatMap(
      ({ post }) => post.requestBody.content['application/json'].schema.allOf[1].properties.type.enum,
    )
    expect(told.toSorted()).toEqual([...bench.engine.registry.eventTypes.keys()].toSorted())
  })

  test('every operation answers an empty call with a documented status', async () => {
    const { json: document } = await send('GET', '/openapi.json')
    const routes = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).map(([method, each]) => ({ path, method, each })),
    )
    for (const { path, method, each } of routes) {
      const url = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const { status, json } = await send(method.toUpperCase(), url, method === 'get' || method === 'delete' ? undefined : { nonsense: 1 })
      const { operationId, responses } = each
      expect({ operationId, documented: Object.keys(responses) }).toEqual({
        operationId,
        documented: expect.arrayContaining([String(status)]),
      })
      expect({ operationId, problem: status < 400 || (json.status === status && typeof json.code === 'string') }).toEqual({
        operationId,
        problem: true,
      })
    }
  })
})

test('the call over the limit of a minute gets 429 with the seconds to wait', async () => {
  await using bench = await testEngine({ rateLimit: 3 })
  const crm = http(bench.engine)
  const ask = async () =>
    await read(await crm.fetch(new Request('http://crm.test/api/v1/me', { headers: { authorization: `Bearer ${bench.key}` } })))
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200])
  const over = await ask()
  expect([over.status, over.json.code]).toEqual([429, 'rate_limited'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(over.headers.get('ratelimit-remaining')).toBe('0')
})
