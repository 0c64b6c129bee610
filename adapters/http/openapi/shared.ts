import { type JsonSchema, refTo } from './schemas.ts'

/** The parts of a document that hold schemas. */
interface Parts {
  readonly paths: JsonSchema
  readonly webhooks: JsonSchema
  /** By name. */
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/** An object schema that stands in several places. */
interface Found {
  readonly text: string
  count: number
  /** Only in bodies of requests. */
  isInput: boolean
  /** Names that say what it is, the shortest first. */
  readonly names: readonly string[]
}

/** Where a schema stands: the operation, whether in the body of its request, and the properties on the way, the nearest last. */
interface Place {
  readonly owner: string
  readonly isInput: boolean
  readonly properties: readonly string[]
}

// What is shorter, or would save less, is read more easily where it stands.
const LEAST_LENGTH = 150
const LEAST_SAVED = 1000

/**
 * The same parts with each object schema that stands in several places as a component of its own, named by the property that has it: `ExternalId`
 * of `external_ids`, `LineInput` of the `lines` of requests. A description stays where it is, beside the reference.
 */
export function withSharedSchemas({ paths, webhooks, schemas }: Parts): Parts {
  const found = new Map<string, Found>()
  const roots = new Map(Object.entries(schemas).map(([name, schema]) => [textOf(schema), name]))
  for (const [name, schema] of Object.entries(schemas)) count(inner(schema), { owner: name, isInput: false, properties: [] }, found)
  for (const [path, methods] of Object.entries(paths))
    for (const operation of Object.values(methods as JsonSchema)) countOperation(operation as JsonSchema, path, found)
  count(webhooks, { owner: 'Webhook', isInput: false, properties: [] }, found)
  const names = namesOf([...found.values()], roots, new Set(Object.keys(schemas)))
  const components: Record<string, JsonSchema> = {}
  const write = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(write)
    if (!isRecord(value)) return value
    const text = isObjectSchema(value) ? textOf(value) : undefined
    const name = text === undefined ? undefined : (roots.get(text) ?? names.get(text))
    if (name === undefined) return written(value)
    if (!(name in components) && !(name in schemas)) {
      components[name] = {}
      const { description: _, ...own } = value
      Object.assign(components[name], written(own))
    }
    const { description } = value
    return { ...refTo(name), ...(typeof description === 'string' && description !== schemas[name]?.['description'] && { description }) }
  }
  const written = (value: JsonSchema): JsonSchema => Object.fromEntries(Object.entries(value).map(([key, each]) => [key, write(each)]))
  const own = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, written(schema)]))
  return { paths: written(paths), webhooks: written(webhooks), schemas: { ...own, ...components } }
}

function countOperation({ operationId, requestBody, responses, parameters }: JsonSchema, path: string, found: Map<string, Found>): void {
  const owner = typeof operationId === 'string' ? pascal(operationId) : path
  count(parameters, { owner, isInput: true, properties: [] }, found)
  count(requestBody, { owner, isInput: true, properties: [] }, found)
  count(responses, { owner, isInput: false, properties: [] }, found)
}

function count(value: unknown, place: Place, found: Map<string, Found>): void {
  if (Array.isArray(value)) for (const each of value) count(each, place, found)
  if (!isRecord(value)) return
  if (isObjectSchema(value)) {
    const text = textOf(value)
    const known = found.get(text) ?? { text, count: 0, isInput: true, names: namesAt(place) }
    known.count += 1
    known.isInput &&= place.isInput
    found.set(text, known)
  }
  count(inner(value), place, found)
  for (const [name, each] of Object.entries(propertiesOf(value)))
    count(each, { ...place, properties: [...place.properties, each.type === 'array' ? singular(name) : name] }, found)
}

function namesAt({ owner, properties }: Place): string[] {
  const [last = '', before = owner] = properties.toReversed()
  return last === '' ? [`${owner}Result`] : [pascal(last), `${pascal(before)}${pascal(last)}`, `${owner}${pascal(last)}`]
}

// In the order of the document, so that names stay the same from one version to the next.
function namesOf(all: readonly Found[], roots: ReadonlyMap<string, string>, taken: Set<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { text, count, isInput, names: wanted } of all) {
    if (roots.has(text) || text.length < LEAST_LENGTH || (count - 1) * text.length < LEAST_SAVED) continue
    const candidates = isInput ? wanted.map((name) => `${name.replace(/Result$/, '')}Input`) : wanted
    const name = candidates.find((each) => !taken.has(each)) ?? numbered(candidates[0] ?? 'Value', taken)
    taken.add(name)
    names.set(text, name)
  }
  return names
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`
}

// Without its properties, which are places of their own.
function inner(value: JsonSchema): unknown[] {
  return Object.entries(value).flatMap(([key, each]) => (key === 'properties' || key === 'example' || key === 'examples' ? [] : [each]))
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return isRecord(properties) ? (properties as Record<string, JsonSchema>) : {}
}

function isObjectSchema(value: JsonSchema): boolean {
  return isRecord(value['properties']) && value['type'] !== undefined && !isRecord(value['type'])
}

const texts = new WeakMap<JsonSchema, string>()

function textOf(schema: JsonSchema): string {
  const known = texts.get(schema)
  if (known !== undefined) return known
  const { description: _, ...rest } = schema
  const text = JSON.stringify(rest)
  texts.set(schema, text)
  return text
}

function singular(name: string): string {
  return name
    .replace(/ies$/, 'y')
    .replace(/(ss|x|sh|ch)es$/, '$1')
    .replace(/([^s])s$/, '$1')
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
