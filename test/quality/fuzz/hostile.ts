import type { TSchema } from '@sinclair/typebox'
import type { AnyOperation } from 'rapport-crm'
import { type Input, namesInPath, Raw, requestFor, type Sent, takesBody } from './requests.ts'
import { adminKey } from './twins.ts'

/** One way to attack an operation; undefined where it has nothing to attack. */
export interface Attack {
  readonly name: string
  /** `refused`: nothing but 4xx will do. `any`: what the schema allows may pass. */
  readonly expects: 'refused' | 'any'
  make(operation: AnyOperation, valid: Input, pick: Pick): Sent | undefined
}

/** Chance by a seed. */
export type Pick = <T>(from: readonly T[]) => T

const kilo = (count: number) => 'x'.repeat(count * 1000)
const nested = (depth: number) => new Raw(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)

const wrongTypes = [3, -1.5, '', 'text', true, null, [], {}, [[]], [null], { a: 1 }, ['x', 3], '[object Object]', 'undefined']
const numbers = [
  '1e400',
  '-1e400',
  '1e308',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  '9223372036854775808',
  '5e-324',
  '-0',
  '0.00001',
]
const times = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '0001-01-01T00:00:00+23:59',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
]
const ids = [
  '01900000-0000-7000-8000-00000000000',
  '{01900000-0000-7000-8000-000000000001}',
  'urn:uuid:01900000-0000-7000-8000-000000000001',
  '-1',
  '1e3',
  '0x1',
]
const texts = [
  '\u2028',
  '\ufeff',
  '\ufffd',
  '\u0001\u001f',
  'a\r\nb: c',
  '${7*7}',
  '../../etc/passwd',
  "' or 1=1 --",
  '\\u0000',
  '%00',
  'İ'.repeat(255),
]
const places = [
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '0000-01-01',
  '2026-02-30',
  'a\0b',
  '\ud800',
  'x'.repeat(600),
  1e300,
  0.5,
  -1,
  2 ** 40,
  null,
  '',
  'Infinity',
]
const junkCursors = ['bm9wZQ', '////', 'W10', 'null', encode(['-created_at', 'x', 'y']), encode([]), encode({}), kilo(2)]

/** Changes one field of a valid input. */
function field(
  name: string,
  expects: Attack['expects'],
  values: readonly unknown[],
  fits: (schema: TSchema, name: string) => boolean = () => true,
): Attack {
  return {
    name,
    expects,
    make(operation, valid, pick) {
      const inPath = namesInPath(operation)
      const own = Object.entries(operation.input.properties).filter(
        ([field, schema]) => !operation.foreign?.includes(field) && fits(schema, field),
      )
      if (own.length === 0) return undefined
      const [target] = pick(own)
      const value = pick(values)
      if (!takesBody(operation) || inPath.includes(target)) {
        // Some values only JSON can carry, and an empty segment is another path.
        if (value === '' && inPath.includes(target)) return undefined
        const text = value instanceof Raw ? value.json : String(value)
        if (!/^[-\w.]*$/.test(text) && value instanceof Raw) return undefined
        if ((typeof value === 'object' && !(value instanceof Raw)) || text.length > 100_000) return undefined
      }
      return requestFor(operation, { ...valid, [target]: value })
    },
  }
}

/** Sends bytes of its own in the place of the body. */
function body(
  name: string,
  expects: Attack['expects'],
  make: (json: string, pick: Pick) => string | Uint8Array<ArrayBuffer>,
  headers: (pick: Pick) => Record<string, string> = () => ({}),
): Attack {
  return {
    name,
    expects,
    make(operation, valid, pick) {
      if (!takesBody(operation)) return undefined
      const sent = requestFor(operation, valid, headers(pick))
      return { ...sent, body: make(String(sent.body), pick) }
    },
  }
}

/** Sends the valid request with other headers. */
function header(
  name: string,
  expects: Attack['expects'],
  headers: (pick: Pick) => Record<string, string>,
  fits: (operation: AnyOperation) => boolean = () => true,
): Attack {
  return { name, expects, make: (operation, valid, pick) => (fits(operation) ? requestFor(operation, valid, headers(pick)) : undefined) }
}

const isText = (schema: TSchema) => /"type":"string"/.test(JSON.stringify(schema))
const isFreeText = (schema: TSchema) => isText(schema) && !('const' in schema)
const isNumber = (schema: TSchema) => /"type":"(number|integer)"/.test(JSON.stringify(schema))
const isTime = (schema: TSchema) => /"format":"date/.test(JSON.stringify(schema))
const isId = (schema: TSchema, name: string) => /"format":"uuid"/.test(JSON.stringify(schema)) || /^(id|deliveryId|object)$/.test(name)
const needsKey = ({ scope }: AnyOperation) => scope !== 'public'
const writes = (operation: AnyOperation) => needsKey(operation) && operation.scope !== 'read' && !operation.route.startsWith('GET ')

export const attacks: readonly Attack[] = [
  field('a wrong type', 'any', wrongTypes),
  field('NUL in a text', 'refused', ['\0', 'a\0b'], isText),
  field('a text of 70 kB', 'refused', [kilo(70)], isText),
  field(
    'a lone surrogate',
    'refused',
    ['\ud800', 'a\udc00b', '\udfff\ud800'].map((each) => new Raw(JSON.stringify(each))),
    isText,
  ),
  field('deep nesting', 'refused', [nested(40), nested(3000), new Raw(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)]),
  field('a strange text', 'any', texts, isFreeText),
  field(
    'an extreme number',
    'any',
    numbers.map((each) => new Raw(each)),
    isNumber,
  ),
  field('an impossible time', 'any', times, isTime),
  field('an id that is none', 'any', ids, isId),
  field('a limit out of range', 'refused', [-1, 0, 1e6, '1e3', 'ten', '', 2.5], ({ minimum }, name) => name === 'limit' && minimum === 1),
  field('a cursor that is none', 'refused', junkCursors, (_, name) => name === 'cursor' || name === 'after'),
  field(
    'ten thousand items',
    'any',
    [Array.from({ length: 10_000 }, (_, at) => `t${at}`), Array.from({ length: 2_000 }, () => ({}))],
    (schema) => JSON.stringify(schema).includes('"type":"array"'),
  ),
  {
    name: 'a forged cursor',
    expects: 'any',
    make(operation, valid, pick) {
      const { cursor, after, sort } = operation.input.properties
      if (!cursor && !after) return undefined
      // A search takes any field of the record as its order, a list one of those that it names.
      const word = sort
        ? pick(((sort['anyOf'] as TSchema[] | undefined) ?? [{ const: '-created_at' }]).map((each) => each['const'] as string))
        : pick(['older', 'newer'])
      const forged = sort
        ? [word, pick(places), '01900000-0000-7000-8000-000000000001']
        : [word, pick(['0', '9'.repeat(19)]), pick([0, -1, 9007199254740991])]
      const { cursor: _, after: __, ...others } = valid
      const direction =
        word === 'newer'
          ? { after: encode(forged) }
          : { cursor: pick([encode(forged), encode(forged), '9007199254740991', '999999999', '-1']) }
      return requestFor(operation, { ...others, ...(sort && { sort: word }), ...direction })
    },
  },
  {
    name: 'an unknown field',
    expects: 'refused',
    make: (operation, valid, pick) =>
      requestFor(operation, {
        ...valid,
        [pick(['nonsense', '$where', 'Email', ' id', '0', 'user_from', 'toString', 'hasOwnProperty'])]: pick([1, 'x', null]),
      }),
  },
  {
    name: 'a key that reaches for prototypes',
    expects: 'refused',
    make(operation, valid, pick) {
      const key = pick(['__proto__', 'constructor', 'prototype'])
      if (!takesBody(operation)) {
        const sent = requestFor(operation, valid)
        return { ...sent, path: `${sent.path}${sent.path.includes('?') ? '&' : '?'}${key}=1` }
      }
      const sent = requestFor(operation, valid)
      return {
        ...sent,
        body: String(sent.body).replace(/^\{/, `{"${key}":${pick(['{"admin":true}', 'null', '[]'])}${sent.body === '{}' ? '' : ','}`),
      }
    },
  },
  body('no object', 'refused', (_, pick) => pick(['[]', '"text"', '3', 'null', 'true', '[{}]'])),
  body('malformed JSON', 'refused', (json, pick) =>
    pick([
      json.slice(0, -1),
      `${json}}`,
      `${json},`,
      "{'a':1}",
      '{"a":}',
      '{"a":1,}',
      '{a:1}',
      '{"a":NaN}',
      '\u0000{}',
      '{"a":"\n"}',
      '<x/>',
      '{"a":01}',
    ]),
  ),
  body('invalid UTF-8', 'refused', (json, pick) =>
    Buffer.concat([
      Buffer.from(json.slice(0, -1)),
      Buffer.from(json === '{}' ? '"x":"' : ',"x":"'),
      Buffer.from(pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xe2, 0x82]])),
      Buffer.from('"}'),
    ]),
  ),
  body(
    'another content type',
    'refused',
    (json) => json,
    (pick) => ({
      'content-type': pick([
        'text/plain',
        'application/xml',
        'multipart/form-data; boundary=x',
        'application/json; charset=latin1',
        'application/x-www-form-urlencoded',
        'x',
        'application/jsonx',
      ]),
    }),
  ),
  body(
    'a content encoding',
    'refused',
    (json) => json,
    (pick) => ({ 'content-encoding': pick(['gzip', 'br', 'identity, gzip']) }),
  ),
  {
    name: 'a query on a call with a body',
    expects: 'refused',
    make(operation, valid, pick) {
      if (!takesBody(operation)) return undefined
      const sent = requestFor(operation, valid)
      return { ...sent, path: `${sent.path}?${pick(['x=1', 'id=2', '__proto__=1', '%=1', 'limit'])}` }
    },
  },
  {
    name: 'a malformed query',
    expects: 'refused',
    make(operation, valid, pick) {
      if (takesBody(operation)) return undefined
      const { path, ...sent } = requestFor(operation, valid)
      return {
        ...sent,
        path: `${path.split('?')[0]}?${pick(['%', 'limit=%zz', 'x=%ff', '%c0%80=1', 'a[b]=1', '=', '=1', 'limit=1&limit=2&nope', 'id[]=1'])}`,
      }
    },
  },
  {
    name: 'a malformed path',
    expects: 'refused',
    make(operation, valid, pick) {
      if (namesInPath(operation).length === 0) return undefined
      const { path, ...sent } = requestFor(operation, valid)
      const parts = path.split('/')
      parts[2] = pick([
        '%',
        '%zz',
        '%ff',
        '%00',
        '%C0%AE',
        '%2e%2e%2f',
        '%2F',
        '%20',
        `${'y'.repeat(10_000)}`,
        '%F0%9F%92%A9',
        '%ED%A0%80',
        'null',
        '*',
        '{id}',
        ':p0',
        '%252e',
        "'--",
        ';',
      ])
      return { ...sent, path: parts.join('/') }
    },
  },
  header(
    'no key or a wrong one',
    'refused',
    (pick) => ({
      authorization: pick([
        '',
        'Bearer',
        'Bearer ',
        'Bearer rk_nobody',
        `Basic ${adminKey}`,
        adminKey,
        `Bearer ${adminKey}x`,
        `Bearer ${'a'.repeat(9000)}`,
        `Bearer \u00ff`,
        'Bearer a b',
      ]),
    }),
    needsKey,
  ),
  header(
    'an If-Match that is no version',
    'refused',
    (pick) => ({ 'if-match': pick(['x', '"a"', '"-1"', '1.5', '"1', '1e3', '"1", "2"', '9'.repeat(400)]) }),
    (operation) => takesBody(operation) && needsKey(operation),
  ),
  header('a version that nothing has', 'any', (pick) => ({ 'if-match': pick(['"999999999999999"', '"0"']) })),
  header('a long idempotency key', 'refused', () => ({ 'idempotency-key': 'k'.repeat(300) }), writes),
  header('strange headers', 'any', (pick) =>
    pick([
      { 'x-request-id': 'a b\u00e9' },
      { 'x-request-id': 'r'.repeat(5000) },
      { 'idempotency-key': '\u00e9\u00ff' },
      { accept: 'text/html;q=0.1, application/xml' },
      { 'x-http-method-override': 'DELETE' },
      { 'if-none-match': '"1", W/"2", *' },
      { 'accept-language': 'x'.repeat(4000), origin: 'null' },
      { 'content-type': 'application/vnd.api+json' },
      { range: 'bytes=0-0', forwarded: 'for=unknown', 'x-forwarded-for': "127.0.0.1'" },
    ]),
  ),
]

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
