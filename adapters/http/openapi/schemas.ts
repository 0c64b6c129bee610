import type { TSchema } from '@sinclair/typebox'

export type JsonSchema = Record<string, unknown>

/** Writes TypeBox schemas as JSON Schema 2020-12; named ones become components. */
export interface Schemas {
  readonly write: (schema: TSchema) => JsonSchema
  readonly components: Record<string, JsonSchema>
}

/**
 * `names`: schemas that become components, by identity; those with an `$id` become one of that name. `wholeOf`: the named schema that stands
 * for another one.
 */
export function schemasOf(
  names: ReadonlyMap<TSchema, string>,
  wholeOf: (schema: TSchema) => TSchema | undefined = () => undefined,
): Schemas {
  const components: Record<string, JsonSchema> = {}

  const write = (schema: TSchema): JsonSchema => named(wholeOf(schema) ?? schema)

  function named(schema: TSchema): JsonSchema {
    const name = names.get(schema) ?? schema.$id
    if (name === undefined) return plain(schema)
    if (!(name in components)) {
      // Reserved first, because recursive schemas refer to themselves.
      components[name] = {}
      Object.assign(components[name], plain(schema))
    }
    return refTo(name)
  }

  function plain(schema: TSchema): JsonSchema {
    const { $id: _, $ref, anyOf, items, additionalItems, ...rest } = schema as TSchema & Record<string, unknown>
    if (typeof $ref === 'string') return refTo($ref)
    if (Array.isArray(anyOf)) return union(anyOf as TSchema[], rest)
    // Languages with several number types need to know which one to use.
    const out: JsonSchema = rest['type'] === 'number' ? { format: 'double', ...rest } : { ...rest }
    for (const key of ['properties', 'patternProperties'] as const) {
      if (isObject(out[key])) out[key] = Object.fromEntries(Object.entries(out[key]).map(([name, each]) => [name, write(each as TSchema)]))
    }
    for (const key of ['allOf', 'oneOf'] as const) if (Array.isArray(out[key])) out[key] = out[key].map((each) => write(each as TSchema))
    for (const key of ['additionalProperties', 'not'] as const) if (isObject(out[key])) out[key] = write(out[key] as TSchema)
    if (Array.isArray(items))
      Object.assign(out, { prefixItems: items.map((each) => write(each as TSchema)), items: additionalItems ?? false })
    else if (items !== undefined) out['items'] = write(items as TSchema)
    return out
  }

  // A union of words becomes an `enum`, a nullable value a second type: shorter, and generators of clients understand it best.
  function union(members: readonly TSchema[], rest: JsonSchema): JsonSchema {
    const isNullable = members.some((each) => each['type'] === 'null')
    const others = members.filter((each) => each['type'] !== 'null')
    if (others.length > 0 && others.every((each) => 'const' in each)) {
      const words = others.map((each) => each['const'] as unknown)
      return { ...rest, ...typed(new Set(words.map(typeOf)), isNullable), enum: isNullable ? [...words, null] : words }
    }
    // One that may be null is a type of its own, whose description says when it is.
    const written = others.map(others.length === 1 ? named : write)
    const [only] = written
    if (written.length === 1 && only && typeof only['type'] === 'string') {
      return {
        ...only,
        ...rest,
        ...typed(new Set([only['type']]), isNullable),
        ...(isNullable && Array.isArray(only['enum']) && { enum: [...only['enum'], null] }),
      }
    }
    const all = isNullable ? [...written, { type: 'null' }] : written
    return {
      ...rest,
      ...(areApart(written) ? { ...merged(written), type: all.map((each) => each['type']) } : { anyOf: all }),
    }
  }

  return { write, components }
}

export const refTo = (name: string, kind = 'schemas'): JsonSchema => ({ $ref: `#/components/${kind}/${name}` })

// Keywords of one type do not apply to values of another, so members that share neither type nor keyword need no `anyOf`.
function areApart(members: readonly JsonSchema[]): boolean {
  const types = members.map(({ type }) => (type === 'integer' ? 'number' : type))
  const keywords = members.flatMap((each) => Object.keys(each).filter((key) => key !== 'type'))
  const isPlain = members.every((each) => typeof each['type'] === 'string') && !keywords.some((key) => shared.has(key))
  return isPlain && new Set(types).size === types.length && new Set(keywords).size === keywords.length
}

const shared = new Set(['enum', 'const', 'default', 'examples', 'description', 'title', 'allOf', 'anyOf', 'oneOf', 'not', '$ref'])

// The format of a number would be read as that of a text.
function merged(members: readonly JsonSchema[]): JsonSchema {
  const { format, ...others }: JsonSchema = Object.assign({}, ...members)
  return { ...others, ...(format !== undefined && format !== 'double' && { format }) }
}

function typed(types: ReadonlySet<string>, isNullable: boolean): JsonSchema {
  const all = isNullable ? [...types, 'null'] : [...types]
  return { type: all.length === 1 ? all[0] : all }
}

function typeOf(value: unknown): string {
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
