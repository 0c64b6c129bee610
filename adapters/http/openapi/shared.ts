import { namesOf, type Place, type Shared } from './shared-names.ts'
import { type JsonSchema, refTo } from './schemas.ts'

/** The parts of a document that hold schemas. */
interface Parts {
  readonly paths: JsonSchema
  readonly webhooks: JsonSchema
  /** By name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

interface Found extends Shared {
  count: number
  readonly places: Place[]
  /** How often each description stands beside it. */
  readonly descriptions: Map<string, number>
}

/** Answers what takes the place of a schema, or undefined to look into it. */
type Replace = (schema: JsonSchema, place: Place) => JsonSchema | undefined

// What is shorter, or would save less, is read more easily where it stands.
const LEAST_LENGTH = 70
const LEAST_SAVED = { object: 120, value: 150 }
const REFERENCE = 50

/**
 * In steps, the same parts with each schema that stands in several places as a component of its own, named by the property that has it: `ExternalId` of
 * `external_ids`, `LineInput` of the `lines` of requests. Where another description than the usual one fits, it stands beside the reference.
 */
export function* withSharedSchemas(parts: Parts): Generator<void, Parts> {
  const roots = new Map(Object.entries(parts.schemas).map(([name, schema]) => [textOf(schema), name]))
  const found = new Map<string, Found>()
  yield* inParts(parts, (schema, place) => noted(found, schema, place))
  const worth = [...found.values()].filter((each) => !roots.has(each.text) && isWorth(each))
  const names = namesOf(worth, new Set(Object.keys(parts.schemas)))
  const components: Record<string, JsonSchema> = {}
  const replace: Replace = (schema, place) => {
    const text = textOf(schema)
    const root = roots.get(text)
    const name = root ?? names.get(text)
    if (name === undefined || place.root === name) return undefined
    const usual = root === undefined ? usualOf(found.get(text)) : parts.schemas[root]?.['description']
    if (root === undefined && !(name in components)) {
      // Reserved first, because what is in it may name it again.
      components[name] = {}
      const own = { ...withoutDescription(schema), ...(usual !== undefined && { description: usual }) }
      Object.assign(components[name], inSchema(own, { ...place, root: name }, replace))
    }
    const { description } = schema
    return { ...refTo(name), ...(typeof description === 'string' && description !== usual && { description }) }
  }
  const written = yield* inParts(parts, replace)
  return { ...written, schemas: { ...written.schemas, ...components } }
}

function isWorth({ text, count, isObject }: Found): boolean {
  const least = isObject ? LEAST_SAVED.object : LEAST_SAVED.value
  return text.length >= LEAST_LENGTH && (count - 1) * (text.length - REFERENCE) >= least
}

// What is in a schema counts once: its further places will refer to it as a whole.
function noted(found: Map<string, Found>, schema: JsonSchema, place: Place): JsonSchema | undefined {
  if ('$ref' in schema) return undefined
  const text = textOf(schema)
  const known = found.get(text) ?? { text, isObject: 'properties' in schema, count: 0, places: [], descriptions: new Map<string, number>() }
  const { description } = schema
  known.count += 1
  known.places.push(place)
  if (typeof description === 'string') known.descriptions.set(description, (known.descriptions.get(description) ?? 0) + 1)
  found.set(text, known)
  return known.count > 1 ? schema : undefined
}

function usualOf(found: Found | undefined): string | undefined {
  const [most] = [...(found?.descriptions ?? [])].toSorted(([, a], [, b]) => b - a)
  return most?.[0]
}

// One step for each schema, path and webhook.
function* inParts({ paths, webhooks, schemas }: Parts, replace: Replace): Generator<void, Parts> {
  const webhook = { root: '', owner: 'Webhook', isInput: false, properties: [] }
  return {
    schemas: yield* inSteps(schemas, (schema, name) =>
      inSchema(schema, { root: name, owner: name, isInput: false, properties: [] }, replace),
    ),
    paths: yield* inSteps(paths, (methods) => mapped(methods as JsonSchema, (each) => inOperation(each as JsonSchema, replace))),
    webhooks: yield* inSteps(webhooks, (each) => inContent(each, webhook, replace)),
  }
}

function* inSteps<T>(
  all: Readonly<Record<string, T>>,
  change: (each: T, key: string) => unknown,
): Generator<void, Record<string, JsonSchema>> {
  const made: Record<string, JsonSchema> = {}
  for (const [key, each] of Object.entries(all)) {
    made[key] = change(each, key) as JsonSchema
    yield
  }
  return made
}

function inOperation(operation: JsonSchema, replace: Replace): JsonSchema {
  const owner = String(operation['operationId']).replace(/^./, (letter) => letter.toUpperCase())
  const place = (isInput: boolean): Place => ({ root: '', owner, isInput, properties: [] })
  return {
    ...operation,
    ...(operation['requestBody'] !== undefined && { requestBody: inContent(operation['requestBody'], place(true), replace) }),
    responses: inContent(operation['responses'], place(false), replace),
  }
}

// Looks for `schema` in bodies and answers.
function inContent(value: unknown, place: Place, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((each) => inContent(each, place, replace))
  if (!isRecord(value)) return value
  return mapped(value, (each, key) => {
    if (key === 'example' || key === 'examples') return each
    return key === 'schema' && isRecord(each) ? orInner(each, place, replace) : inContent(each, place, replace)
  })
}

function orInner(schema: JsonSchema, place: Place, replace: Replace): JsonSchema {
  return replace(schema, place) ?? inSchema(schema, place, replace)
}

function inSchema(schema: JsonSchema, place: Place, replace: Replace): JsonSchema {
  const below = (name: string, { type }: JsonSchema): Place => ({
    ...place,
    root: '',
    properties: [...place.properties, type === 'array' ? { name, isList: true } : { name, isList: false }],
  })
  const inside = { ...place, root: '' }
  return mapped(schema, (each, key) => {
    if (key === 'properties' && isRecord(each))
      return mapped(each, (own, name) => orInner(own as JsonSchema, below(name, own as JsonSchema), replace))
    if (key === 'patternProperties' && isRecord(each)) return mapped(each, (own) => orInner(own as JsonSchema, valueOf(inside), replace))
    if (key === 'items' || key === 'additionalProperties')
      return isRecord(each) ? orInner(each, { ...inside, isItem: key === 'items' }, replace) : each
    if (lists.has(key) && Array.isArray(each)) return each.map((own) => orInner(own as JsonSchema, inside, replace))
    return each
  })
}

// The values of a map are to it what its items are to a list.
function valueOf(map: Place): Place {
  const properties = map.properties.map((each, at) => (at === map.properties.length - 1 ? { ...each, isList: true } : each))
  return { ...map, properties, isItem: true }
}

const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])

function withoutDescription(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'description'))
}

const texts = new WeakMap<JsonSchema, string>()

// Of an object or a map, the description tells what it is there for; of a plain value, what it is.
function textOf(schema: JsonSchema): string {
  const known = texts.get(schema)
  if (known !== undefined) return known
  const isPlain = !('properties' in schema || 'patternProperties' in schema || 'items' in schema || 'anyOf' in schema)
  const text = JSON.stringify(isPlain ? schema : withoutDescription(schema))
  texts.set(schema, text)
  return text
}

function mapped<T>(all: Readonly<Record<string, T>>, change: (each: T, key: string) => unknown): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(all).map(([key, each]) => [key, change(each, key) as JsonSchema]))
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
