import type { TSchema } from '@sinclair/typebox'
import type { Keywords } from './schema.ts'

/** A schema as a plain object, to be written as JSON. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A TypeBox schema as plain JSON Schema 2020-12: a list of words is an `enum`, "this or null" a second type. */
export function jsonSchema(schema: TSchema): JsonSchema {
  const { $id: _, type, anyOf, properties, items, patternProperties, ...rest } = withoutSymbols(schema)
  const written = Array.isArray(anyOf) ? { ...union(anyOf), ...rest } : { ...(type !== undefined && { type }), ...rest }
  return {
    ...written,
    ...(isObject(properties) && { properties: mapSchemas(properties) }),
    ...(isObject(items) && { items: jsonSchema(items) }),
    ...(isObject(patternProperties) && anyValue(patternProperties)),
  }
}

function union(members: readonly TSchema[]): JsonSchema {
  const written = members.map(jsonSchema)
  const some = written.filter(({ type }) => type !== 'null')
  const nullable = some.length < written.length
  const words = some.flatMap(wordsOf)
  if (some.length > 0 && some.every((each) => 'const' in each || 'enum' in each))
    return { type: typesOf([...new Set(words.map((word) => typeof word))], nullable), enum: nullable ? [...words, null] : words }
  const [only] = some
  if (only && some.length === 1 && typeof only['type'] === 'string') return { ...only, type: typesOf([only['type']], nullable) }
  if (written.every(({ type, ...others }) => typeof type === 'string' && Object.keys(others).length === 0))
    return { type: written.map(({ type }) => type) }
  return { anyOf: written }
}

function wordsOf({ const: word, enum: words }: JsonSchema): readonly unknown[] {
  if (word !== undefined) return [word]
  return Array.isArray(words) ? words : []
}

function typesOf(types: readonly string[], nullable: boolean): unknown {
  const all = nullable ? [...types, 'null'] : types
  return all.length === 1 ? all[0] : all
}

// TypeBox writes a map of anything as a pattern that fits every key.
function anyValue(patterns: Readonly<Record<string, TSchema>>): JsonSchema {
  const [[pattern, value] = []] = Object.entries(patterns)
  return pattern === '^(.*)$' && value ? { additionalProperties: jsonSchema(value) } : { patternProperties: mapSchemas(patterns) }
}

function mapSchemas(schemas: Readonly<Record<string, TSchema>>): JsonSchema {
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, jsonSchema(each)]))
}

// TypeBox marks its schemas by symbols, which are no JSON.
function withoutSymbols(schema: TSchema): Keywords & { readonly $id?: unknown } {
  return Object.fromEntries(Object.entries(schema))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
