import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type AnyOperation, type Engine, isStream, mediaOf, tagOrder } from 'rapport-crm'
import { testEngine } from 'rapport-crm/testing'
import { expect, test } from 'vitest'
import { openApi } from '../../adapters/http/openapi/document.ts'

await using host = await testEngine()
const { registry } = host.engine satisfies Engine
const document: any = openApi({ registry, operations: registry.list, server: '/api/v1' })
const described = new Map<string, any>(
  Object.values(document.paths).flatMap((path: any) => Object.values(path).map((each: any) => [each.operationId, each])),
)

test('every field of every input and answer has a description', () => {
  const silent = registry.list.flatMap(({ id, input, output, route }) => [
    ...silentIn(input, `${id} <`).filter((path) => !route.includes(`{${path.split('/').at(-1)}}`)),
    ...silentIn(output, `${id} >`),
  ])
  expect(silent).toEqual([])
})

test('every operation with a body has an example that its validator accepts', () => {
  const wrong = registry.list.flatMap((operation) => {
    const body = described.get(operation.id).requestBody?.content['application/json']
    if (!body) return []
    const input = { ...body.example, ...inPath(operation) }
    return [...Value.Errors(operation.input, input)].map(({ path, message }) => `${operation.id} ${path} ${message}`)
  })
  expect(wrong).toEqual([])
})

test('every answer has an example that fits its schema', () => {
  const wrong = registry.list.flatMap(({ id, output }) => {
    if (isStream(output) || mediaOf(output)) return []
    const { 200: done, 201: made = done } = described.get(id).responses
    const { example, examples } = made.content['application/json']
    const shown = example ?? resolved(examples?.record ?? examples?.answer ?? examples?.page)?.value
    return shown === undefined
      ? [`${id} shows nothing`]
      : [...Value.Errors(examples?.page ? withFewFields(output) : output, shown)].map(({ path, message }) => `${id} ${path} ${message}`)
  })
  expect(wrong).toEqual([])
})

test('examples are what people would write: no text is the name of its field', () => {
  const placeholders = new Set<string>()
  const look = (value: unknown, name: string): void => {
    if (value === name.replaceAll('_', ' ') || (typeof value === 'string' && /^text$|\.{3,}$/.test(value))) placeholders.add(name)
    if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) look(each, Array.isArray(value) ? name : key)
  }
  const find = (node: unknown, key: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (key === 'properties') return Object.values(node).forEach((each) => find(each, ''))
    for (const [name, each] of Object.entries(node)) {
      if (name === 'example' || (name === 'value' && 'summary' in node)) look(each, '')
      else find(each, name)
    }
  }
  find(document.paths, 'paths')
  for (const { value } of Object.values<any>(document.components.examples)) look(value, '')
  expect([...placeholders]).toEqual([])
})

// Of a list, `fields` chooses what is shown of each record.
function withFewFields({ properties, ...rest }: TSchema): TSchema {
  const [list, schema] = Object.entries<TSchema>(properties).find(([, { type }]) => type === 'array')!
  return {
    ...rest,
    properties: { ...properties, [list]: { ...schema, items: { ...(schema['items'] as TSchema), required: ['id'] } } },
  } as TSchema
}

test('where `fields` can leave fields out, an answer has for certain no more than the id; elsewhere it is whole', () => {
  const { Contact, PartialContact, PartialInvoice, PartialListedInvoice } = document.components.schemas
  expect(Contact.required).toEqual(registry.byId.get('createContact')!.output.required)
  expect([PartialContact.required, PartialInvoice.required, PartialListedInvoice]).toEqual([['id'], ['id'], undefined])
  const { description, items } = described.get('listInvoices').responses[200].content['application/json'].schema.properties.invoices
  expect([description, items]).toEqual([expect.stringContaining('without `lines`'), { $ref: '#/components/schemas/PartialInvoice' }])
  expect(PartialContact.properties).toEqual(Contact.properties)
  const schemaOf = (id: string) => described.get(id).responses[200].content['application/json'].schema
  const partial = { $ref: '#/components/schemas/PartialContact' }
  expect(schemaOf('getContact')).toEqual(partial)
  for (const id of ['listContacts', 'searchContacts']) expect(schemaOf(id).properties.contacts.items).toEqual(partial)
  expect(schemaOf('updateContact')).toEqual({ $ref: '#/components/schemas/Contact' })
  // The fields of a file say nothing of the answer that it is being written.
  expect(described.get('createExport').responses[201].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Export' })
})

test('tags and their operations keep their fixed order; those of plugins follow', () => {
  const named: string[] = document.tags.map(({ name }: { name: string }) => name)
  expect(named).toEqual([...tagOrder.keys()].filter((each) => named.includes(each)))
  const used = Object.values(document.paths).flatMap((path: any) => Object.values(path).flatMap((each: any) => each.tags))
  expect([...new Set(used)]).toEqual(named)
  const own = { ...(registry.list[0] as AnyOperation), id: 'pingPlugin', tag: 'Plugin', route: 'GET /plugin/ping' as const }
  expect(openApi({ registry, operations: [own, ...registry.list], server: '' }).tags.at(-1)).toMatchObject({ name: 'Plugin' })
})

test('every number has a format, for languages with several number types', () => {
  const { amount, version } = document.components.schemas.Deal.properties
  expect(resolved(version).type).toBe('integer')
  expect(resolved(version)).not.toHaveProperty('format')
  expect(resolved(amount)).toMatchObject({ type: 'number', format: 'double' })
})

function silentIn(schema: TSchema, path: string, seen = new Set<TSchema>()): string[] {
  if (typeof schema !== 'object' || seen.has(schema)) return []
  const inside = new Set([...seen, schema])
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, TSchema>)
  const others = ['items', 'anyOf', 'allOf', 'oneOf', 'patternProperties', 'additionalProperties'].flatMap((key) =>
    typeof schema[key] === 'object'
      ? key === 'items' || key === 'additionalProperties'
        ? [schema[key]].flat()
        : Object.values(schema[key])
      : [],
  )
  return [
    ...properties.flatMap(([name, each]) => [
      ...(each.description ? [] : [`${path}/${name}`]),
      ...silentIn(each, `${path}/${name}`, inside),
    ]),
    ...others.flatMap((each) => silentIn(each as TSchema, path, inside)),
  ]
}

function inPath({ id, route }: AnyOperation): Record<string, unknown> {
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = described
    .get(id)
    .parameters.map(resolved)
    .filter((each: any) => each.in === 'path')
  return Object.fromEntries(names.map((name, at) => [name, parameters[at].example]))
}

function resolved(each: any): any {
  const [, , kind = '', name = ''] = each?.$ref?.split('/') ?? []
  return kind === '' ? each : document.components[kind][name]
}
