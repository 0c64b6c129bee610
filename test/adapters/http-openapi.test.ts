import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { describe, expect, test } from 'vitest'
import { exampleOf, operation, Registry } from 'rapport-crm'
import { http } from 'rapport-crm/http'
import { openApi } from '../../adapters/http/openapi/document.ts'
import { schemasOf } from '../../adapters/http/openapi/schemas.ts'
import { fakeCore } from './fake-core.ts'
import { read } from './http-forms.ts'

const { core, log } = fakeCore()
const crm = http(core)
const fetched = async (key = 'rk_read') =>
  await read(await crm.fetch(new Request('http://crm.test/api/v1/openapi.json', { headers: { authorization: `Bearer ${key}` } })))
const { json: document } = await fetched()
const operations: any[] = Object.values(document.paths).flatMap((path: any) => Object.values(path))
const byId = (id: string) => operations.find(({ operationId }) => operationId === id)

describe('GET /openapi.json', () => {
  test('is an operation like any other: with the scope read, counted and logged', async () => {
    const { status, headers } = await fetched()
    expect(status).toBe(200)
    expect(headers.get('ratelimit-limit')).toBe('1000')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(log.at(-1)).toMatchObject({ operation: { id: 'getOpenApi' }, status: 200 })
    expect((await fetched('rk_unknown')).status).toBe(401)
  })

  test('is OpenAPI 3.1.1 and is the same text each time', async () => {
    expect(document.openapi).toBe('3.1.1')
    expect(document.servers[0].url).toBe('/api/v1')
    expect((await fetched()).text).toBe((await fetched()).text)
  })

  test('is sent once: clients with its entity tag get 304', async () => {
    const ask = (headers: object) =>
      crm.fetch(new Request('http://crm.test/api/v1/openapi.json', { headers: { authorization: 'Bearer rk_read', ...headers } }))
    const etag = (await ask({})).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{22}"$/)
    const again = await ask({ 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(Object.keys(byId('getOpenApi').responses)).toContain('304')
  })

  test('has the public address of the host', async () => {
    const own = http(core, { publicUrl: 'https://crm.example/api/v1' })
    const { json } = await read(
      await own.fetch(new Request('http://crm.test/api/v1/openapi.json', { headers: { authorization: 'Bearer rk_read' } })),
    )
    expect(json.servers[0].url).toBe('https://crm.example/api/v1')
  })

  test('needs no key if the host says so, and may be cached then', async () => {
    const open = http(core, { publicDescription: true })
    const { status, headers, json } = await read(await open.fetch(new Request('http://crm.test/api/v1/openapi.json')))
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
    expect(json.paths['/openapi.json'].get.security).toEqual([])
    expect((await open.fetch(new Request('http://crm.test/api/v1/things'))).status).toBe(401)
  })
})

describe('every operation', () => {
  test('is described under its route, and nothing else is', () => {
    const described = operations.map(({ operationId }) => operationId).toSorted()
    expect(described).toEqual([...core.registry.list.map(({ id }) => id), 'getOpenApi'].toSorted())
  })

  test('has a summary, a described tag, a scope and its answers', () => {
    const tags = document.tags.map(({ name }: any) => name)
    for (const each of operations) {
      expect(each.summary).toEqual(expect.any(String))
      expect(tags).toEqual(expect.arrayContaining(each.tags))
      expect(each.security ?? document.security).toEqual(each.operationId === 'getPickers' ? [] : [{ apiKey: [] }])
      expect(Object.keys(each.responses)).toEqual(expect.arrayContaining(['200', '422', 'default']))
    }
    expect(byId('deleteThing')).toMatchObject({ 'x-required-scopes': ['delete'] })
  })

  test('documents each status that it can answer', () => {
    const statuses = (id: string) => Object.keys(byId(id).responses)
    expect(statuses('createThing')).toEqual(['200', '201', '409', '422', 'default'])
    expect(statuses('updateThing')).toEqual(['200', '404', '409', '412', '422', 'default'])
    expect(statuses('getThing')).toEqual(['200', '304', '404', '422', 'default'])
    expect(statuses('getPickers')).toEqual(['200', '422', 'default'])
    expect(byId('updateThing').responses.default).toEqual({
      description: 'Error',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    })
    for (const status of [400, 401, 403, 413, 415, 429, 500, 503]) expect(document.info.description).toContain(String(status))
  })

  test('has its parameters in path, query and body', () => {
    const parameters = (id: string) =>
      byId(id)
        .parameters.map(({ $ref, ...own }: any) => ($ref ? document.components.parameters[$ref.split('/').at(-1)] : own))
        .flatMap(({ name, in: place }: any) => (place === 'header' ? [] : [`${place} ${name}`]))
    expect(parameters('getThing')).toEqual(['path id', 'query fields'])
    expect(parameters('deleteThing')).toEqual(['path id', 'query purge'])
    expect(parameters('updateThing')).toEqual(['path id'])
    expect(byId('updateThing').requestBody.content['application/json'].schema.properties).toEqual({ name: { type: 'string' } })
    expect(byId('createThing').requestBody.required).toBe(true)
    expect(byId('searchThings').requestBody.required).toBe(false)
    expect(byId('getThing').requestBody).toBeUndefined()
  })

  test('shows lists of a query as comma-separated lists', () => {
    const tags = byId('listThings').parameters.find(({ name }: any) => name === 'tags')
    expect(tags).toMatchObject({ style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } })
  })

  test('shows a path once if two operations name its parameters differently', () => {
    expect(Object.keys(document.paths['/things/{id}/parts/{partId}'])).toEqual(['get', 'put'])
    const shown = byId('replacePart').parameters.map(({ $ref, ...own }: any) =>
      $ref ? document.components.parameters[$ref.split('/').at(-1)] : own,
    )
    expect(shown.slice(0, 2)).toMatchObject([
      { name: 'id', in: 'path' },
      { name: 'partId', in: 'path' },
    ])
  })
})

describe('components', () => {
  test('a record is one component, whatever answers it', () => {
    const thing = { $ref: '#/components/schemas/Thing' }
    expect(document.components.schemas.Thing.required).toEqual(['id', 'name', 'size', 'version'])
    expect(byId('createThing').responses[201].content['application/json'].schema).toEqual(thing)
    expect(byId('listThings').responses[200].content['application/json'].schema.properties.things.items).toEqual(thing)
  })

  test('every reference resolves, and every component is referenced', () => {
    const text = JSON.stringify(document)
    const referred = new Set([...text.matchAll(/"#\/components\/(\w+\/[\w-]+)"/g)].map(([, name]) => name))
    const { securitySchemes: _, ...kinds } = document.components
    const there = Object.entries(kinds).flatMap(([kind, all]) => Object.keys(all as object).map((name) => `${kind}/${name}`))
    expect([...referred].toSorted()).toEqual(there.toSorted())
  })

  test('errors are those of the catalog', () => {
    expect(document.components.responses.Problem409.description).toContain('`already_exists`')
    expect(document.components.schemas.Problem.properties.code.enum).toContain('quota_exceeded')
  })
})

describe('webhooks', () => {
  test('there is one for each kind of record, with its event types; the record is typed where they are those of a record type', () => {
    expect(Object.keys(document.webhooks)).toEqual(['thing', 'form'])
    const bodyOf = (family: string) => document.webhooks[family].post.requestBody.content['application/json'].schema.allOf
    const [delivery, own] = bodyOf('thing')
    expect(delivery).toEqual({ $ref: '#/components/schemas/Delivery' })
    expect(own.properties).toMatchObject({
      type: { enum: ['thing.created'] },
      data: { properties: { record: { $ref: '#/components/schemas/Thing' } } },
    })
    expect(bodyOf('form')[1].properties).toEqual({ type: { enum: ['form.submitted'] } })
    expect(document.webhooks.thing.post.description).toContain('`thing.created`: ')
  })

  test('deliveries have their headers', () => {
    const named = document.webhooks.thing.post.parameters.map(({ $ref }: any) => document.components.parameters[$ref.split('/').at(-1)])
    expect(named.map(({ name }: any) => name)).toEqual([
      'X-Service-Event',
      'X-Service-Delivery',
      'X-Service-Attempt',
      'X-Service-Timestamp',
      'X-Service-Signature',
      'X-Request-Id',
    ])
    expect(named.filter(({ required }: any) => !required).map(({ name }: any) => name)).toEqual(['X-Request-Id'])
  })
})

describe('schemas become JSON Schema 2020-12', () => {
  const { write, components } = schemasOf(new Map())
  const Word = Type.Union([Type.Literal('a'), Type.Literal('b')], { description: 'A word' })
  const Tree = Type.Recursive((self) => Type.Object({ value: Type.String(), inner: Type.Optional(Type.Array(self)) }), { $id: 'Tree' })

  test.each([
    ['a list of words', Word, { description: 'A word', type: 'string', enum: ['a', 'b'] }],
    ['one of them or null', Type.Union([Word, Type.Null()]), { description: 'A word', type: ['string', 'null'], enum: ['a', 'b', null] }],
    [
      'a text or null',
      Type.Union([Type.String({ maxLength: 3 }), Type.Null()], { description: 'x' }),
      { description: 'x', type: ['string', 'null'], maxLength: 3 },
    ],
    [
      'two kinds',
      Type.Union([Type.String({ maxLength: 3 }), Type.Integer({ minimum: 1 })]),
      { type: ['string', 'integer'], maxLength: 3, minimum: 1 },
    ],
    ['a text or a number', Type.Union([Type.String({ maxLength: 3 }), Type.Number()]), { type: ['string', 'number'], maxLength: 3 }],
    [
      'two kinds that share a keyword',
      Type.Union([Type.Integer({ minimum: 1 }), Type.Number({ minimum: 0 })]),
      {
        anyOf: [
          { type: 'integer', minimum: 1 },
          { type: 'number', format: 'double', minimum: 0 },
        ],
      },
    ],
    [
      'words or a number',
      Type.Union([Word, Type.Number()]),
      {
        anyOf: [
          { description: 'A word', type: 'string', enum: ['a', 'b'] },
          { type: 'number', format: 'double' },
        ],
      },
    ],
    [
      'a tuple',
      Type.Tuple([Type.String(), Type.Integer()]),
      { type: 'array', minItems: 2, maxItems: 2, prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    ],
    [
      'a map',
      Type.Record(Type.String(), Word),
      { type: 'object', patternProperties: { '^(.*)$': { description: 'A word', type: 'string', enum: ['a', 'b'] } } },
    ],
    [
      'open fields',
      Type.Object({}, { additionalProperties: Word }),
      { type: 'object', properties: {}, additionalProperties: { description: 'A word', type: 'string', enum: ['a', 'b'] } },
    ],
    ['anything', Type.Unknown(), {}],
  ])('%s', (_, schema, expected) => {
    expect(JSON.parse(JSON.stringify(write(schema)))).toEqual(expected)
  })

  test('a recursive one refers to itself by name', () => {
    expect(write(Tree)).toEqual({ $ref: '#/components/schemas/Tree' })
    expect(JSON.parse(JSON.stringify(components['Tree']))).toMatchObject({
      properties: { inner: { items: { $ref: '#/components/schemas/Tree' } } },
    })
  })
})

describe('examples', () => {
  test.each([
    Type.Object({ id: Type.String({ format: 'uuid' }), at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]) }),
    Type.Object({ email: Type.String({ format: 'email' }), first_name: Type.String({ minLength: 12 }) }),
    Type.Object({ amount: Type.Number({ maximum: 0.5 }), kind: Type.Union([Type.Literal('x'), Type.Literal('y')]) }),
    Type.Array(Type.Object({ url: Type.String({ format: 'uri' }), on: Type.Boolean() })),
    Type.Object({ code: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })) }),
  ])('are accepted by the schema that they are made from', (schema) => {
    const example = exampleOf(schema)
    expect(example).toBeDefined()
    expect(Value.Check(schema, example)).toBe(true)
  })

  test('are left out if none can be built', () => {
    expect(exampleOf(Type.Object({ code: Type.String({ pattern: '^x{9}$' }) }))).toBeUndefined()
    expect(exampleOf(Type.Unknown())).toBeUndefined()
  })

  test('examples of the schema come first', () => {
    expect(exampleOf(Type.Object({ code: Type.String({ pattern: '^x{3}$', examples: ['xxx'] }) }))).toEqual({ code: 'xxx' })
  })
})

test('schemas that TypeBox cannot check are described, too', () => {
  const odd = operation({
    id: 'getOdd',
    summary: 'Odd',
    scope: 'read',
    route: 'GET /odd',
    input: Type.Object({}),
    output: Type.Object({ odd: Type.Unsafe<string>({ type: 'string', format: 'odd' }) }),
    uses: {},
    handle: async () => ({ odd: 'x' }),
  })
  const { paths } = openApi({ registry: new Registry([]), operations: [odd], server: '/' })
  expect(paths['/odd']).toMatchObject({ get: { operationId: 'getOdd' } })
})
