import { connect } from 'node:net'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseExact } from '../../core/kernel/operation/schema/exact.ts'
import { http } from 'rapport-crm/http'
import { fakeCore, id } from './fake-core.ts'
import { describeForms, json } from './http-forms.ts'

const THING = `/api/v1/things/${id}`
const MIB = 1_048_576

describeForms('query strings', (send) => {
  const query = async (text: string) => {
    const { status, json: body } = await send('GET', `/api/v1/things?${text}`)
    return status === 200 ? body.query : body.errors
  }

  test.each([
    ['limit=5', { limit: 5 }],
    ['ratio=1.5', { ratio: 1.5 }],
    ['ratio=2', { ratio: 2 }],
    ['open=true', { open: true }],
    ['open=false', { open: false }],
    ['size=-4', { size: -4 }],
    ['size=null', { size: null }],
    ['name=5', { name: '5' }],
    ['name=null', { name: 'null' }],
    ['name=', { name: '' }],
    ['name=a+b%20c%2Bd', { name: 'a b c+d' }],
    ['name=a=b', { name: 'a=b' }],
    ['tags=a,b', { tags: ['a', 'b'] }],
    ['tags=a&tags=b,c', { tags: ['a', 'b,c'] }],
    ['tags=', { tags: [] }],
    ['sizes=1,2', { sizes: [1, 2] }],
    ['sizes=1&sizes=2', { sizes: [1, 2] }],
    ['state=open', { state: 'open' }],
    ['&&limit=5&', { limit: 5 }],
    ['', {}],
  ])('%s is read as the schema asks', async (text, expected) => {
    expect(await query(text)).toEqual(expected)
  })

  test.each([
    ['limit=abc', '/limit', 'invalid_type'],
    ['limit=1.5', '/limit', 'invalid_type'],
    ['limit=', '/limit', 'invalid_type'],
    ['limit=12345678901234567890', '/limit', 'invalid_type'],
    ['limit=1&limit=2', '/limit', 'invalid_type'],
    ['name=a&name=b', '/name', 'invalid_type'],
    ['open=1', '/open', 'invalid_type'],
    ['nonsense=1', '/nonsense', 'unknown_field'],
    ['__proto__=1', '/__proto__', 'unknown_field'],
    ['constructor=1', '/constructor', 'unknown_field'],
    ['name=%00', '/name', 'invalid_text'],
    ['tags[]=a', '/tags[]', 'unknown_field'],
  ])('%s is refused at %s', async (text, path, code) => {
    expect(await query(text)).toContainEqual(expect.objectContaining({ path, code }))
  })

  test('DELETE reads its options from the query', async () => {
    expect((await send('DELETE', `${THING}?purge=true`)).status).toBe(200)
    expect((await send('DELETE', `${THING}?purge=maybe`)).json.errors).toMatchObject([{ path: '/purge' }])
  })

  test('an operation with a body refuses query parameters', async () => {
    const { status, json: problem } = await send('POST', '/api/v1/things?name=Vice', json({ name: 'Vice' }))
    expect([status, problem.errors]).toEqual([422, [expect.objectContaining({ path: '/name', code: 'unknown_field' })]])
  })
})

describeForms('path parameters', (send) => {
  test('the body cannot set fields of the path', async () => {
    const { status, json: problem } = await send('PATCH', THING, json({ id: '00000000-0000-4000-8000-000000000000', name: 'Vice' }))
    expect([status, problem.errors]).toEqual([422, [expect.objectContaining({ path: '/id', code: 'unknown_field' })]])
  })

  test('neither can the query', async () => {
    const { status, json: problem } = await send('GET', `${THING}?id=${id}`)
    expect([status, problem.errors]).toMatchObject([422, [{ path: '/id' }]])
  })

  test('an id of the wrong form is invalid input', async () => {
    expect((await send('GET', '/api/v1/things/7')).json.errors).toMatchObject([{ path: '/id', code: 'invalid_format' }])
  })
})

describeForms('JSON bodies', (send) => {
  const post = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }, path = '/api/v1/things') =>
    send('POST', path, { headers, body })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/merge-patch+json',
  ])('are taken as %s', async (type) => {
    expect((await post('{"name":"x"}', { 'content-type': type })).status).toBe(201)
  })

  test('are accepted without a content type', async () => {
    expect((await post(new TextEncoder().encode('{"name":"x"}'), {})).status).toBe(201)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/xml',
    '',
  ])('are not taken as %j: 415', async (type) => {
    const { status, json: problem } = await post('{"name":"x"}', { 'content-type': type })
    expect([status, problem.code]).toEqual([415, 'unsupported_media_type'])
  })

  test('are refused if compressed: 415', async () => {
    expect((await post('{"name":"x"}', { 'content-type': 'application/json', 'content-encoding': 'gzip' })).status).toBe(415)
  })

  test.each(['{', '{"name":}', 'name', "{'name':1}", '{"name":"x"}}', '{"a":NaN}', '\u0000', '[1,2'])(
    '%j is malformed: 400',
    async (text) => {
      const { status, json: problem } = await post(text)
      expect([status, problem.code]).toEqual([400, 'malformed_input'])
    },
  )

  test('a hundred thousand brackets are an error like any other', async () => {
    const { status } = await post('['.repeat(100_000))
    expect(status).toBe(422)
  })

  test('bytes that are not UTF-8 are malformed: 400', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')])
    expect((await post(bytes)).json.detail).toContain('UTF-8')
  })

  test('a byte order mark is ignored', async () => {
    expect((await post('\uFEFF{"name":"x"}')).status).toBe(201)
  })

  test.each(['[]', 'null', '3', '"x"', 'true'])('%s is JSON but not an object: 422', async (text) => {
    const { status, json: problem } = await post(text)
    expect([status, problem.errors]).toMatchObject([422, [{ path: '', code: 'invalid_type' }]])
  })

  test('an empty body is an empty object, with any content type', async () => {
    expect((await send('POST', '/api/v1/things/search')).json).toEqual({ q: null })
    expect((await post('', { 'content-type': 'application/x-www-form-urlencoded' }, '/api/v1/things/search')).json).toEqual({ q: null })
    expect((await post('', undefined)).json.errors).toMatchObject([{ path: '/name', code: 'required' }])
  })

  test('the last of two equal keys counts', async () => {
    expect((await post('{"name":"first","name":"last"}')).json.name).toBe('last')
  })

  test.each(['{"name":"x","__proto__":{"admin":true}}', '{"name":"x","constructor":{"prototype":{"admin":true}}}'])(
    '%s is refused and changes no prototype',
    async (text) => {
      const { status, json: problem } = await post(text)
      expect([status, problem.errors]).toMatchObject([422, [{ code: 'unknown_field' }]])
      expect(({} as any).admin).toBeUndefined()
    },
  )

  test('a megabyte is accepted, one byte more is 413', async () => {
    const frame = '{"name":""}'.length
    expect((await post(`{"name":"${'x'.repeat(MIB - frame)}"}`)).json.errors).toMatchObject([{ path: '/name', code: 'too_long' }])
    const { status, json: problem } = await post(`{"name":"${'x'.repeat(MIB - frame + 1)}"}`)
    expect([status, problem.code]).toEqual([413, 'too_large'])
  })

  test('a body of unknown length is cut off at the limit: 413', async () => {
    const { status } = await post(chunks(40, 65_536))
    expect(status).toBe(413)
    expect((await send('GET', THING)).status).toBe(200)
  })

  test('batch operations accept 32 MiB', async () => {
    const record = JSON.stringify({ text: 'x'.repeat(60_000) })
    const body = (count: number) => `{"records":[${Array.from({ length: count }, () => record).join(',')}]}`
    expect((await post(body(500), undefined, '/api/v1/sync/things')).status).toBe(200)
    expect((await post(body(560), undefined, '/api/v1/sync/things')).status).toBe(413)
  })

  test('foreign records keep every digit of a long number', async () => {
    const { json: record } = await post(
      '{"records":[{"number":12345678901234567890,"total":12.5,"small":7}]}',
      undefined,
      '/api/v1/sync/things',
    )
    expect(record).toEqual({ number: '12345678901234567890', total: 12.5, small: 7 })
  })
})

describe('numbers of foreign records', () => {
  test.each([
    ['[9007199254740991]', [9007199254740991]],
    ['[9007199254740993]', ['9007199254740993']],
    ['[-9007199254740993]', ['-9007199254740993']],
    ['[1, 12345678901234567]', [1, '12345678901234567']],
    ['{"a":  1234567890123456}', { a: 1234567890123456 }],
    ['{"a":1234567890123456.5}', { a: 1234567890123456.5 }],
    ['{"a":1e20}', { a: 1e20 }],
    ['{"a":"12345678901234567890","b":0.1}', { a: '12345678901234567890', b: 0.1 }],
  ])('%s', (text, expected) => {
    expect(parseExact(text)).toEqual(expected)
  })
})

describe('a client that goes away', () => {
  test('in the middle of its body ends the call with 400 in the log', async () => {
    const { core, log } = fakeCore()
    const crm = http(core)
    const server = createServer((req, res) => crm.node(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const isLogged = new Promise<void>((resolve) => {
      const push = log.push.bind(log)
      log.push = (...entries) => {
        resolve()
        return push(...entries)
      }
    })
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST /api/v1/things HTTP/1.1\r\nhost: crm.test\r\nauthorization: Bearer rk_all\r\ncontent-length: 100\r\n\r\n{"name"')
    server.once('request', () => setImmediate(() => socket.destroy()))
    await isLogged
    expect(log[0]).toMatchObject({ status: 400, code: 'malformed_input' })
    server.close()
  })
})

function chunks(count: number, size: number): ReadableStream<Uint8Array> {
  let left = count
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close()
      else controller.enqueue(new Uint8Array(size).fill(32))
    },
  })
}
