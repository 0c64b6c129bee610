import type { TSchema } from '@sinclair/typebox'
import { type AnyOperation, exampleOf, type Registry, tagOrder } from 'rapport-crm'
import { describedHeaders, describedParameters, onEveryAnswer } from './headers.ts'
import { deliveryAnswers, deliveryHeaders, deliverySchema, webhooksOf } from './webhooks.ts'
import { changesRecord, conditionalOf } from '../conditions.ts'
import { anyOtherErrors, fieldErrorSchema, problemResponses, problemSchema } from './problems.ts'
import { withOpenAnswers } from './open-answers.ts'
import { descriptionsOf } from './operation-text.ts'
import { pageExamples } from './page-example.ts'
import { pathItem } from './path-item.ts'
import { type JsonSchema, schemasOf } from './schemas.ts'
import { withSharedSchemas } from './shared.ts'
import { withSharedParts } from './shared-parts.ts'
import { isObject, recordsOf } from './records.ts'
import { partialAnswers } from './sparse.ts'

export interface OpenApi {
  readonly openapi: '3.1.1'
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly tags: readonly JsonSchema[]
  readonly security: readonly JsonSchema[]
  readonly paths: Record<string, JsonSchema>
  readonly webhooks: Record<string, JsonSchema>
  readonly components: Record<string, JsonSchema>
}

export interface Described {
  readonly registry: Registry
  readonly operations: readonly AnyOperation[]
  /** Address of the API including the version segment. */
  readonly server: string
  /** Whether updates and deletes require `If-Match`. */
  readonly requireIfMatch?: boolean
}

/** The OpenAPI 3.1.1 document of the operations, with a webhook for each event type. */
export function openApi(described: Described): OpenApi {
  const steps = openApiInSteps(described)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The same in steps of a few milliseconds, so that others have their turn between them. */
export function* openApiInSteps({ registry, operations: declared, server, requireIfMatch = false }: Described): Generator<void, OpenApi> {
  const operations = declared.toSorted((a, b) => rankOf(a) - rankOf(b))
  const records = recordsOf(operations)
  const { names } = records
  const schemas = schemasOf(names, records.wholeOf)
  const paths: Record<string, JsonSchema> = {}
  const isConditional = conditionalOf(operations)
  const answerOf = partialAnswers(records)
  const readerOf = readers(operations)
  const descriptionOf = descriptionsOf(operations)
  const pages = pageExamples(operations, records)
  const asFirstNamed = new Map<string, string>()
  for (const operation of operations) {
    const [method = '', own = ''] = operation.route.split(' ')
    // All operations of a path share the parameter names of the first one.
    const pattern = own.replaceAll(/\{\w+\}/g, '{}')
    const path = asFirstNamed.get(pattern) ?? own
    asFirstNamed.set(pattern, path)
    const conditional = isConditional(operation)
    const required = requireIfMatch && conditional && changesRecord(operation)
    const beside = {
      answer: answerOf(operation),
      reader: readerOf(operation),
      page: pages.of(operation),
      description: descriptionOf(operation),
    }
    const shown = { path, conditional, required, ...beside }
    paths[path] = { ...paths[path], [method.toLowerCase()]: pathItem(operation, shown, schemas) }
    yield
  }
  const webhooks = webhooksOf(registry, schemas.components)
  const all = { ...schemas.components, Problem: problemSchema, FieldError: fieldErrorSchema, Delivery: deliverySchema }
  const shared = yield* withSharedSchemas({ paths, webhooks, schemas: all })
  const described = yield* withOpenAnswers(shared.paths as Record<string, JsonSchema>, shared.schemas)
  const { parameters, examples, ...parts } = yield* withSharedParts(described.paths)
  const ownExamples = yield* examplesOf(names)
  return yield* withoutUnused({
    openapi: '3.1.1',
    info: {
      title: 'Rapport CRM',
      version: '1.0.0',
      summary: 'Contacts, companies, deals, signed webhooks and ERP ingest',
      description:
        'Errors are RFC 9457 problem documents; program against their `code`. ' +
        anyOtherErrors +
        ' Every answer carries `X-Request-Id`, and what is left of the limit: ' +
        '`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`, `RateLimit-Policy` and `RateLimit`. A write that is repeated with the same ' +
        '`Idempotency-Key` answers the first result again, with `Idempotency-Replayed: true`.',
      contact: { name: 'Rapport maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: 'This installation' }],
    tags: tagsOf(operations),
    security: [{ apiKey: [] }],
    paths: parts.paths as OpenApi['paths'],
    webhooks: shared.webhooks as OpenApi['webhooks'],
    components: {
      schemas: described.schemas,
      responses: { ...problemResponses(onEveryAnswer), ...deliveryAnswers },
      examples: { ...ownExamples, ...pages.components, ...examples },
      headers: describedHeaders,
      parameters: { ...describedParameters, ...deliveryHeaders, ...parameters },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key, with the scope that the operation names' } },
    },
  })
}

// `createContact` makes what `getContact` reads, by an id that is in both.
function readers(operations: readonly AnyOperation[]): (operation: AnyOperation) => AnyOperation | undefined {
  const byRoute = new Map(operations.map((each) => [each.route, each]))
  return ({ route, output, creates }) => {
    if (!creates || !isObject(output) || !Object.hasOwn(output.properties, 'id')) return undefined
    return byRoute.get(`GET ${route.slice('POST '.length)}/{id}` as AnyOperation['route'])
  }
}

function* examplesOf(names: ReadonlyMap<TSchema, string>): Generator<void, JsonSchema> {
  const made: Record<string, JsonSchema> = {}
  for (const [schema, name] of names) {
    const value = exampleOf(schema)
    if (value !== undefined) made[name] = { value }
    yield
  }
  return made
}

// Leaves out components that nothing refers to, such as `Allow`: they would only confuse readers.
function* withoutUnused(document: OpenApi): Generator<void, OpenApi> {
  const used = new Set<string>()
  const found: string[] = []
  const look = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/(\w+\/[\w-]+)"/g)) {
      if (!used.has(name)) found.push(name)
      used.add(name)
    }
  }
  for (const part of [...Object.values(document.paths), ...Object.values(document.webhooks)]) {
    look(part)
    yield
  }
  for (let name = found.pop(); name !== undefined; name = found.pop()) {
    const [kind = '', own = ''] = name.split('/')
    look(document.components[kind]?.[own] ?? null)
    yield
  }
  const isUsed = (kind: string, name: string) => kind === 'securitySchemes' || used.has(`${kind}/${name}`)
  const components = Object.entries(document.components).map(
    ([kind, all]) => [kind, Object.fromEntries(Object.entries(all).filter(([name]) => isUsed(kind, name)))] as const,
  )
  return { ...document, components: Object.fromEntries(components.filter(([, all]) => Object.keys(all).length > 0)) }
}

const ranks = new Map([...tagOrder.keys()].map((tag, at) => [tag, at]))

function rankOf({ tag = '' }: AnyOperation): number {
  return ranks.get(tag) ?? ranks.size
}

const listed = (own: readonly AnyOperation[]): string => own.map(({ id }) => `\`${id}\``).join(', ')

function tagsOf(operations: readonly AnyOperation[]): JsonSchema[] {
  const tags = Map.groupBy(operations, ({ tag }) => tag ?? 'Other')
  return [...tags].map(([name, own]) => ({ name, description: tagOrder.get(name) ?? listed(own) }))
}
