import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ClientOptions, createClient, RapportError } from 'rapport-crm/client'

interface Seen {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: string | null
}

const problem =
  (status: number, code: string, more: object = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { type: `urn:rapport:error:${code}`, title: code, status, detail: `It is ${code}`, code, errors: [], ...more },
      { status, headers },
    )
const json = (value: unknown, init?: ResponseInit) => () => Response.json(value, init)

/** A client whose requests are answered in this order, the last answer again and again. */
function answered(answers: readonly ((init: RequestInit) => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    seen.push({
      url: String(url),
      method: init.method ?? '',
      headers: new Headers(init.headers),
      body: (init.body ?? null) as string | null,
    })
    const answer = answers[Math.min(seen.length, answers.length) - 1]
    if (!answer) throw new Error('Nothing is answered')
    return await answer(init)
  }
  return { seen, crm: createClient({ url: 'http://crm.test', key: 'rk_1', fetch, ...options }) }
}

const refused = async (call: Promise<unknown>): Promise<RapportError> =>
  await call.then(
    () => expect.fail('It was answered'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(RapportError)
      return error as RapportError
    },
  )

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const each of items) found.push(each)
  return found
}

afterEach(() => vi.useRealTimers())

describe('a request', () => {
  it('has its fields in path, query or body, as the operation takes them', async () => {
    const { crm, seen } = answered([json({ contacts: [] })])
    await crm.contacts.update({ id: 'a/b', first_name: 'Ada' })
    await crm.contacts.list({ limit: 5, include: ['company', 'deals'] as never, filter: { 'company.tier': { in: 'a,b' } } as never })
    await crm.request('GET /x/{id}', { id: '...', one: ['a,b'], none: [], skipped: undefined })
    expect(seen.map(({ method, url, body }) => [method, url.replace('http://crm.test/api/v1', ''), body])).toEqual([
      ['PATCH', '/contacts/a%2Fb', '{"first_name":"Ada"}'],
      ['GET', '/contacts?limit=5&include=company&include=deals&filter[company.tier][in]=a%2Cb', null],
      ['GET', '/x/...?one=a%2Cb&one=&none=', null],
    ])
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer rk_1')
    expect(() => createClient({ url: 'http://crm.test', key: 'a', token: 'b' })).toThrow(TypeError)
    await expect(crm.contacts.get({ id: '' })).rejects.toThrow(TypeError)
    // `/pipelines/1/stages/..` is resolved to the pipeline, also where the dots are written `%2E`: nothing of it is sent.
    for (const stageId of ['.', '..']) await expect(crm.pipelines.deleteStage({ id: '1', stageId })).rejects.toThrow('stageId is no id')
    expect(seen).toHaveLength(3)
  })

  it('carries version, idempotency key and request id, and the current token', async () => {
    let tokens = 0
    const { crm, seen } = answered([json({})], { key: undefined as never, token: () => `t${++tokens}`, headers: { 'x-app': 'test' } })
    await crm.deals.update({ id: '1', name: 'x' }, { ifMatch: 7, idempotencyKey: 'k', requestId: 'r' })
    await crm.call('getDeal', { id: '1' })
    expect(Object.fromEntries(seen[0]!.headers)).toMatchObject({
      authorization: 'Bearer t1',
      'if-match': '"7"',
      'idempotency-key': 'k',
      'x-request-id': 'r',
      'x-app': 'test',
    })
    expect([seen[1]?.headers.get('authorization'), seen[1]?.headers.get('idempotency-key')]).toEqual(['Bearer t2', null])
    await expect(crm.call('getNothing')).rejects.toThrow('There is no operation getNothing')
  })
})

describe('an error', () => {
  it('says what the problem document says', async () => {
    const errors = [{ path: '/email', code: 'format', message: 'is no address' }]
    const { crm } = answered([problem(422, 'invalid_input', { errors, request_id: 'r1' })])
    const { status, code, message, request_id, errors: told } = await refused(crm.contacts.create({ email: 'x' }))
    expect({ status, code, message, request_id, told }).toEqual({
      status: 422,
      code: 'invalid_input',
      message: 'It is invalid_input',
      request_id: 'r1',
      told: errors,
    })
  })

  it('is told from an answer that is none of a Rapport', async () => {
    for (const status of [200, 502]) {
      const { crm } = answered([() => new Response('<html>', { status, headers: { 'x-request-id': 'r2' } })])
      expect(await refused(crm.me.get())).toMatchObject({ status, code: 'unexpected_answer', request_id: 'r2' })
    }
  })
})

describe('a retry', () => {
  const busy = problem(429, 'rate_limited', {}, { 'retry-after': '0' })

  it('follows 429 and 503, with the same idempotency key, and ends', async () => {
    const { crm, seen } = answered([busy, problem(503, 'unavailable', {}, { 'retry-after': '0' }), json({ id: '1' }, { status: 201 })])
    expect(await crm.contacts.create({ email: 'ada@forge.example' })).toEqual({ id: '1' })
    expect(new Set(seen.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    expect(seen).toHaveLength(3)
    const ever = answered([busy])
    expect(await refused(ever.crm.contacts.list())).toMatchObject({ code: 'rate_limited', retry_after: 0 })
    expect(ever.seen).toHaveLength(3)
  })

  it('waits as long as it is told, but not longer than it may', async () => {
    vi.useFakeTimers()
    const { crm, seen } = answered([problem(429, 'rate_limited', {}, { 'retry-after': '7' }), json({ id: '1' })])
    const call = crm.contacts.get({ id: '1' })
    await vi.advanceTimersByTimeAsync(6999)
    expect(seen).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await call).toEqual({ id: '1' })
    const long = answered([problem(429, 'rate_limited', {}, { 'retry-after': '61' })])
    expect(await refused(long.crm.contacts.get({ id: '1' }))).toMatchObject({ retry_after: 61 })
    expect(long.seen).toHaveLength(1)
  })

  it('does not follow what would end the same, nor a used-up quota', async () => {
    for (const answer of [
      problem(404, 'not_found'),
      problem(500, 'internal_error'),
      problem(429, 'quota_exceeded', {}, { 'retry-after': '0' }),
    ]) {
      const { crm, seen } = answered([answer])
      await refused(crm.contacts.get({ id: '1' }))
      expect(seen).toHaveLength(1)
    }
  })

  it('is made when nobody answers, and ends with the signal of the caller', async () => {
    vi.useFakeTimers()
    const down = () => Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }))
    const { crm, seen } = answered([down])
    const call = refused(crm.me.get())
    await vi.runAllTimersAsync()
    expect(await call).toMatchObject({ status: 0, code: 'unreachable', message: 'The connection failed: ECONNREFUSED' })
    expect(seen).toHaveLength(3)
    const aborting = new AbortController()
    const given = crm.me.get({}, { signal: aborting.signal })
    aborting.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
  })

  it('has a time for each attempt', async () => {
    vi.useFakeTimers()
    const never = ({ signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
    const { crm } = answered([never], { timeoutMs: 500 })
    const call = refused(crm.me.get())
    await vi.advanceTimersByTimeAsync(500)
    expect(await call).toMatchObject({ code: 'timed_out' })
  })
})

describe('an answer', () => {
  it('is not read beyond its limit', async () => {
    const { crm } = answered([json({ id: 'x'.repeat(100) })], { maxBytes: 100 })
    expect(await refused(crm.contacts.get({ id: '1' }))).toMatchObject({ code: 'answer_too_large' })
  })

  it('tells status and headers besides its value', async () => {
    const headers = { 'x-matched': 'email', 'idempotency-replayed': 'true', 'x-request-id': 'r3' }
    const { crm } = answered([json({}, { headers })])
    const onAnswer = vi.fn<(answer: object) => void>()
    await crm.contacts.create({ email: 'ada@forge.example' }, { onAnswer })
    expect(onAnswer).toHaveBeenCalledWith(expect.objectContaining({ status: 200, matchedBy: 'email', replayed: true, requestId: 'r3' }))
  })

  it('of several pages is read page by page, as far as it is wanted', async () => {
    const page = (ids: string[], next_cursor: string | null) => json({ contacts: ids.map((id) => ({ id })), next_cursor })
    const { crm, seen } = answered([page(['1', '2'], 'c2'), page(['3'], null)])
    expect((await all(crm.contacts.all({ limit: 2 }))).map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual(['limit=2', 'limit=2&cursor=c2'])
    const first = answered([page(['1', '2'], 'c2')])
    for await (const { id } of first.crm.contacts.searchAll({ q: 'x' })) if (id === '1') break
    expect(first.seen).toHaveLength(1)
  })

  it('of a log that is polled ends with an empty page', async () => {
    const { crm, seen } = answered([json({ events: [{ id: 1 }], next_cursor: '1' }), json({ events: [], next_cursor: '1' })])
    expect(await all(crm.events.all({ order: 'asc', after: '0' }))).toEqual([{ id: 1 }])
    expect(seen.map(({ url }) => url.split('?')[1])).toEqual(['order=asc&after=0', 'order=asc&after=1'])
  })

  it('that is a file tells its name, and is read in chunks or as a whole', async () => {
    const headers = {
      'content-type': 'text/csv',
      'content-length': '4',
      'content-disposition': `attachment; filename="a.csv"; filename*=UTF-8''%C3%A4.csv`,
    }
    const { crm } = answered([() => new Response('a,b\n', { headers })])
    const file = await crm.exports.download({ id: '1' })
    expect([file.name, file.size, file.type]).toEqual(['ä.csv', 4, 'text/csv'])
    expect(await file.text()).toBe('a,b\n')
    const chunks = await all(await crm.exports.download({ id: '1' }))
    expect(Buffer.concat(chunks).toString()).toBe('a,b\n')
    expect(await refused(crm.exports.download({ id: '1' }).then((each) => each.bytes(3)))).toMatchObject({ code: 'answer_too_large' })
  })
})

describe('a stream', () => {
  const stream = (text: string) => () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })

  it('goes on behind its last item when the connection ends, until the server says why it is over', async () => {
    vi.useFakeTimers()
    const end = JSON.stringify({ code: 'unauthenticated', detail: 'The key is revoked', status: 401 })
    const { crm, seen } = answered([
      stream('retry: 2000\n\nid: 1\ndata: {"id":1}\n\n:\n\nid: 2\ndata: {"id":2}\n\n'),
      stream(`id: 3\r\ndata: {"id":3}\r\n\r\nevent: end\ndata: ${end}\n\n`),
    ])
    const found: string[] = []
    const call = (async () => {
      for await (const { id, data } of await crm.events.stream({ after: '0' })) found.push(`${id} ${data.id}`)
    })()
    const ended = refused(call)
    await vi.runAllTimersAsync()
    expect(await ended).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(found).toEqual(['1 1', '2 2', '3 3'])
    expect(seen.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '2'])
  })
})
