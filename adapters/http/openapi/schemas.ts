import type { TSchema } from '@sinclair/typebox'

export type JsonSchema = Record<string, unknown>

/** Writes TypeBox schemas as JSON Schema 2020-12, with a component for each that has a name. */
export interface Schemas {
  readonly write: (schema: TSchema) => JsonSchema
  readonly components: Record<string, JsonSchema>
}

/** `names`: schemas that become components, by identity; those with an `$id` become one of that name. */
export function schemasOf(names: ReadonlyMap<TSchema, string>): Schemas {
  const components: Record<string, JsonSchema> = {}

  function write(schema: TSchema): JsonSchema {
    const name = names.get(schema) ?? schema.$id
    if (name === undefined) return plain(schema)
    if (!(name in components)) {
      // Reserved first: a recursive schema meets itself while it is written.
      components[name] = {}
      Object.assign(components[name], plain(schema))
    }
    return refTo(name)
  }

  function plain(schema: TSchema): JsonSchema {
    const { $id: _, $ref, anyOf, items, additionalItems, ...rest } = schema as TSchema & Record<string, unknown>
    if (typeof $ref === 'string') return refTo($ref)
    if (Array.isArray(anyOf)) return union(anyOf as TSchema[], rest)
    const out: JsonSchema = { ...rest }
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

  // A list of words is an `enum`, "this or null" a second type: shorter, and what generators of clients understand best.
  function union(members: readonly TSchema[], rest: JsonSchema): JsonSchema {
    const isNullable = members.some((each) => each['type'] === 'null')
    const others = members.filter((each) => each['type'] !== 'null')
    if (others.length > 0 && others.every((each) => 'const' in each)) {
      const words = others.map((each) => each['const'] as unknown)
      return { ...rest, ...typed(new Set(words.map(typeOf)), isNullable), enum: isNullable ? [...words, null] : words }
    }
    const written = others.map(write)
    const [only] = written
    if (written.length === 1 && only && isNullable) {
      if (typeof only['type'] === 'string')
        return { ...only, ...rest, type: [only['type'], 'null'], ...(Array.isArray(only['enum']) && { enum: [...only['enum'], null] }) }
    }
    return { ...rest, anyOf: isNullable ? [...written, { type: 'null' }] : written }
  }

  return { write, components }
}

export const refTo = (name: string, kind = 'schemas'): JsonSchema => ({ $ref: `#/components/${kind}/${name}` })

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
