type Json = Readonly<Record<string, unknown>>

/** A JSON Schema 2020-12 object, free of everything that only TypeBox reads. */
export type JsonSchema = { readonly type: 'object' } & Json

// Bounds that a sane value never meets cost tokens in every list and teach nothing; the engine still checks them.
const silent: Readonly<Record<string, (bound: number) => boolean>> = {
  maxLength: (bound) => bound >= 100,
  maxItems: (bound) => bound >= 100,
  minimum: (bound) => bound <= -1e9,
  maximum: (bound) => bound >= 1e9,
}
const maps = new Set(['properties', 'patternProperties', '$defs'])
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const single = new Set(['items', 'additionalProperties', 'not', 'contains'])

// Formats of the standard that the validators of clients do not know: they complain of each place, or refuse the schema.
const unknownFormats = ['idn-email']

interface Compacted {
  /** What is referred to, by name. */
  readonly shared: Record<string, unknown>
  readonly leftOut: readonly unknown[]
}

/** A TypeBox schema as plain JSON Schema in as few words as it takes; an object at the root. */
export const compactSchema = (schema: object): JsonSchema => compacted(schema, [])

/** The same of an answer, which clients check. */
export const checkedSchema = (schema: object): JsonSchema => compacted(schema, unknownFormats)

function compacted(schema: object, leftOut: readonly unknown[]): JsonSchema {
  const shared: Record<string, unknown> = {}
  const root = compact(schema as Json, { shared, leftOut })
  return { type: 'object', ...(root as Json), ...(Object.keys(shared).length > 0 && { $defs: shared }) }
}

function compact(schema: unknown, into: Compacted): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, examples: _, ...node } = schema as Json
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref') out[key] = `#/$defs/${String(value)}`
    else if (key === 'anyOf') Object.assign(out, union(value as readonly Json[], into))
    else if (maps.has(key)) out[key] = Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, compact(each, into)]))
    else if (lists.has(key)) out[key] = (value as readonly unknown[]).map((each) => compact(each, into))
    else if (single.has(key)) out[key] = compact(value, into)
    else if (!silent[key]?.(value as number) && !(key === 'format' && into.leftOut.includes(value))) out[key] = value
  }
  if (node['description'] !== undefined) out['description'] = node['description']
  const plain = record(out)
  if (typeof $id !== 'string' || !refersTo(node, $id)) return plain
  into.shared[$id] = plain
  return { $ref: `#/$defs/${$id}` }
}

// A list of words becomes an `enum`, "this or null" a second type.
function union(members: readonly Json[], into: Compacted): Json {
  const flat = members.flatMap(({ anyOf, ...rest }) =>
    anyOf && Object.keys(rest).every((key) => key === 'description') ? (anyOf as readonly Json[]) : [{ anyOf, ...rest }],
  )
  const some = flat.filter(({ type }) => type !== 'null')
  const nullable = some.length < flat.length
  if (some.length > 0 && some.every((each) => 'const' in each)) {
    const types = new Set(some.map((each) => (typeof each['const'] === 'number' ? 'number' : typeof each['const'])))
    const type = [...types, ...(nullable ? ['null'] : [])]
    return { type: type.length === 1 ? type[0] : type, enum: [...some.map((each) => each['const']), ...(nullable ? [null] : [])] }
  }
  const plain = some.map((each) => compact(withoutUndefined(each), into) as Json)
  const [only] = plain
  if (nullable && plain.length === 1 && only && typeof only['type'] === 'string' && !('const' in only))
    return { ...only, type: [only['type'], 'null'] }
  const objects = !nullable && plain.every(({ type }) => type === 'object')
  return { ...(objects && { type: 'object' }), anyOf: [...plain, ...(nullable ? [{ type: 'null' }] : [])] }
}

// TypeBox writes a map of anything as a pattern that fits every key.
function record(node: Record<string, unknown>): Record<string, unknown> {
  const { patternProperties, ...rest } = node
  const any = (patternProperties as Json | undefined)?.['^(.*)$']
  if (any === undefined) return node
  return Object.keys(any as Json).length > 0 ? { ...rest, additionalProperties: any } : rest
}

const refersTo = (node: unknown, id: string): boolean =>
  typeof node === 'object' &&
  node !== null &&
  Object.entries(node).some(([key, value]) => (key === '$ref' && value === id) || refersTo(value, id))

const withoutUndefined = (node: Json): Json => Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined))
