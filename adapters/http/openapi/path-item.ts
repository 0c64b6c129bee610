import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { accessRule, type AnyOperation, exampleOf, isStream, mediaOf, writes } from 'rapport-crm'
import { headerRefs } from './headers.ts'
import { descriptionSchema } from './description.ts'
import { problemsOf } from './problems.ts'
import { type JsonSchema, refTo, type Schemas } from './schemas.ts'

interface ShownAs {
  /** What the summary leaves out. */
  readonly description: string
  /** May name the parameters differently than the route. */
  readonly path: string
  /** Honors `If-Match`. */
  readonly conditional: boolean
  /** Requires `If-Match`. */
  readonly required: boolean
  /** The schema of the answer that clients can rely on. */
  readonly answer: TSchema
  /** Reads a record that this operation makes. */
  readonly reader: AnyOperation | undefined
  /** The examples of a page of records. */
  readonly page: JsonSchema | undefined
}

/** One operation as OpenAPI shows it. */
export function pathItem(
  operation: AnyOperation,
  { path, conditional, required, answer, reader, page, description }: ShownAs,
  schemas: Schemas,
): JsonSchema {
  const { id, summary, scope, tag = 'Other' } = operation
  const inPath = namesIn(operation.route)
  const hasBody = !/^(GET|DELETE) /.test(operation.route)
  const access = asked(operation)
  const body = hasBody ? bodyOf(operation, inPath, schemas) : undefined
  const asksQuery = !hasBody || operation.upload !== undefined
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    // `security` lists scopes of OAuth only, so scopes of keys have a field of their own.
    ...(scope === 'public' ? { security: [] } : { 'x-required-scopes': [scope] }),
    ...(Object.keys(access).length > 0 && { 'x-access': access }),
    parameters: [
      ...pathParameters(operation, path, schemas),
      ...(asksQuery ? queryParameters(operation, inPath, schemas) : []),
      ...headersOf(operation, { conditional, required }),
    ],
    ...(body && { requestBody: body }),
    responses: { ...successOf(operation, { answer, reader, page }, schemas), ...problemsOf(operation, { conditional, required }) },
  }
}

// What it asks for besides its scope.
function asked(operation: AnyOperation): Record<string, true> {
  const { operation: _id, scope: _scope, ...rule } = accessRule(operation)
  return Object.fromEntries(Object.entries(rule).flatMap(([name, needed]) => (needed ? [[name, true]] : [])))
}

function pathParameters({ input, route }: AnyOperation, path: string, schemas: Schemas): JsonSchema[] {
  const shown = namesIn(path)
  return namesIn(route).map((own, position) => {
    const declared = input.properties[own] ?? Type.String()
    const { description, ...schema } = schemas.write(declared)
    const example = exampleOf(declared, snake(own))
    const name = shown[position] ?? own
    const collection = path.split(`/{${name}}`)[0]?.split('/').pop()?.replaceAll('-', ' ')
    const meaning = description ?? `Identifies one of the ${collection}`
    return { name, in: 'path', required: true, description: meaning, schema, ...(example !== undefined && { example }) }
  })
}

function queryParameters({ input, upload }: AnyOperation, inPath: readonly string[], schemas: Schemas): JsonSchema[] {
  const own = Object.entries(input.properties).filter(([name]) => !inPath.includes(name) && name !== upload?.content)
  return own.map(([name, each]) => {
    const { description, ...schema } = schemas.write(each)
    return {
      name,
      in: 'query',
      ...(input.required?.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      ...(schema['type'] === 'object' && { style: 'deepObject', explode: true }),
      schema,
    }
  })
}

function headersOf(operation: AnyOperation, { conditional, required }: Pick<ShownAs, 'conditional' | 'required'>): JsonSchema[] {
  const { output, route } = operation
  // PUT and DELETE come to the same when they are repeated; they take a key, too, but need none.
  const isRepeatable = /^(PUT|DELETE) /.test(route)
  return [
    ...(writes(operation) && !isRepeatable ? [refTo('IdempotencyKey', 'parameters')] : []),
    ...(conditional ? [refTo(required ? 'RequiredIfMatch' : 'IfMatch', 'parameters')] : []),
    ...(isStream(output) ? [refTo('LastEventId', 'parameters')] : []),
    ...(isTagged(operation) ? [refTo('IfNoneMatch', 'parameters')] : []),
  ]
}

function bodyOf({ input, upload }: AnyOperation, inPath: readonly string[], schemas: Schemas): JsonSchema | undefined {
  // Bytes have no schema; any type may stand in `Content-Type`.
  if (upload) return { required: true, description: 'The file as it is', content: { 'application/octet-stream': {} } }
  const properties = Object.fromEntries(Object.entries(input.properties).filter(([name]) => !inPath.includes(name)))
  if (Object.keys(properties).length === 0) return undefined
  const required = (input.required ?? []).filter((name) => !inPath.includes(name))
  const whole = inPath.length === 0 ? input : ({ ...input, properties, required } as TObject)
  const example = exampleOf(whole)
  const schema = schemas.write(required.length > 0 ? whole : without(whole))
  return { required: required.length > 0, content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

function successOf(
  operation: AnyOperation,
  { answer, reader, page }: Pick<ShownAs, 'answer' | 'reader' | 'page'>,
  schemas: Schemas,
): Record<string, JsonSchema> {
  const { output, creates, route } = operation
  if (isStream(output)) return streamOf(output, schemas)
  const media = mediaOf(output)
  if (media) return { 200: { description: 'The file', content: { [media]: {} } } }
  const example = page ? { examples: page } : shownExample(output, schemas.write(output))
  const schema = schemas.write(answer)
  const plain = { 'application/json': { schema } }
  const content = { 'application/json': { schema, ...example } }
  const isPage = route.startsWith('GET ') && has(output, 'next_cursor')
  const tagged = has(output, 'version') || isTagged(operation)
  const named = { ...(tagged && headerRefs('ETag')), ...(isPage && headerRefs('Link')) }
  const headers = Object.keys(named).length > 0 ? { headers: named } : {}
  if (creates) {
    const matched = { ...named, ...headerRefs('X-Matched', 'X-Changed') }
    return {
      ...(creates !== 'always' && { 200: { description: 'Matched', headers: matched, content: plain } }),
      201: { description: 'Created', ...headers, content, ...(reader && { links: { read: linkTo(reader) } }) },
    }
  }
  const known = isTagged(operation) && { 304: { description: 'Not changed since', ...headers } }
  return { 200: { description: answerText(operation, isPage), ...headers, content }, ...known }
}

function answerText({ route, output }: AnyOperation, isPage: boolean): string {
  if (isPage) return 'One page'
  if (route.startsWith('GET ')) return 'As it is now'
  if (has(output, 'deleted')) return 'Deleted'
  return /^(PATCH|PUT) /.test(route) ? 'As changed' : 'Outcome'
}

// From a record that was made to the operation that reads it again.
function linkTo({ id, route }: AnyOperation): JsonSchema {
  const parameters = Object.fromEntries(namesIn(route).map((name) => [name, `$response.body#/${name}`]))
  return { operationId: id, parameters, description: 'Reads it again' }
}

function streamOf({ items }: TSchema, schemas: Schemas): Record<string, JsonSchema> {
  const description =
    'Server-sent events without an end; the `data` of each is one item, its `id` is for `Last-Event-ID`. ' +
    'A last event `end` has the problem document that says why the key may no longer read, such as `unauthenticated`'
  return { 200: { description, content: { 'text/event-stream': { schema: schemas.write(items as TSchema) } } } }
}

// The example of a record is a component, like its schema.
function shownExample(output: TSchema, { $ref }: JsonSchema): JsonSchema {
  const example = exampleOf(output)
  if (example === undefined) return {}
  return typeof $ref === 'string' ? { examples: { record: { $ref: $ref.replace('/schemas/', '/examples/') } } } : { example }
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function has(output: TSchema, property: string): boolean {
  return output['type'] === 'object' && Object.hasOwn((output['properties'] ?? {}) as object, property)
}

// Whether the answer has an entity tag that a later call can send.
function isTagged({ route, output }: AnyOperation): boolean {
  return route.startsWith('GET ') && (has(output, 'version') || output === descriptionSchema)
}

// An empty `required` is valid JSON Schema, but older readers fail on it.
function without(schema: TObject): TSchema {
  const { required: _, ...rest } = schema
  return Type.Unsafe(rest)
}
