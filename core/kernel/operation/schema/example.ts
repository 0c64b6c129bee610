import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { exampleWords, usuallyNull } from './example-words.ts'
import { type Keywords, NOT_BLANK } from './schema.ts'

// What a field of this kind may look like; a field that says more gives an example of its own where it is declared.
const byFormat: Readonly<Record<string, string>> = {
  uuid: '0193a1f0-5c1e-7b7a-9c3d-2f4b8e6a1d05',
  email: 'anna.martin@example.com',
  'idn-email': 'anna.martin@example.com',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00.000Z',
  uri: 'https://example.com/hook',
}
// Conditions hold conditions: an example ends somewhere.
const MAX_DEPTH = 12

/**
 * An example that the schema itself accepts; `undefined` where none can be made from it. Objects show what is required and what
 * declares an example of its own, so that the example of an input is about as long as what people send. `name`: of the field that it is.
 */
export function exampleOf(schema: TSchema, name = ''): unknown {
  const example = make(schema, name, 0)
  return example !== undefined && accepts(schema, example) ? example : undefined
}

function make(schema: TSchema, name: string, depth: number): unknown {
  if (Array.isArray(schema['examples'])) return schema['examples'][0]
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const given: unknown = schema.default
  if (given !== undefined && !isEmpty(given)) return given
  if (depth > MAX_DEPTH) return given
  if (Array.isArray(schema['anyOf'])) return usuallyNull.has(name) ? orNull(schema, name, depth) : firstOf(schema['anyOf'], name, depth)
  switch (schema['type']) {
    case 'object':
      return object(schema, depth)
    case 'array':
      return [make(schema['items'] ?? {}, name, depth + 1)].filter((each) => each !== undefined)
    case 'string':
      return text(schema, name)
    case 'integer':
    case 'number':
      return within(schema)
    case 'boolean':
      return true
    default:
      return given
  }
}

// A schema of a plugin may hold what TypeBox cannot check: it gets no example, and is described all the same.
function accepts(schema: TSchema, example: unknown): boolean {
  try {
    return Value.Check(schema, example)
  } catch {
    return false
  }
}

function firstOf(members: readonly TSchema[], name: string, depth: number): unknown {
  for (const member of members) {
    const made = member['type'] === 'null' ? undefined : make(member, name, depth)
    if (made !== undefined) return made
  }
  return null
}

function orNull(schema: TSchema, name: string, depth: number): unknown {
  return schema['anyOf'].some((each: TSchema) => each['type'] === 'null') ? null : firstOf(schema['anyOf'], name, depth)
}

function object(schema: Keywords, depth: number): unknown {
  const properties = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required)
  const told = properties.filter(([name, each]) => required.has(name) || hasOwn(each))
  const made = (told.length > 0 ? told : properties.slice(0, 1)).map(([name, each]) => [name, make(each, name, depth + 1)] as const)
  return Object.fromEntries(made.filter(([, value]) => value !== undefined))
}

// Declared with the field itself, below "this or null", or with a field of what a list holds.
function hasOwn(schema: Keywords): boolean {
  if ('examples' in schema) return true
  const { properties = {} }: Keywords = schema.items ?? {}
  if (Object.values(properties).some(hasOwn)) return true
  const members = schema.anyOf ?? []
  return members.length === 2 && members.some(({ type }) => type === 'null') && members.some(hasOwn)
}

function text(schema: TSchema, name: string): string | undefined {
  const { format, pattern, minLength = 0, maxLength = 255 }: TSchema = schema
  if (typeof format === 'string') return byFormat[format]
  const usual = Object.hasOwn(exampleWords, name) ? exampleWords[name] : undefined
  if (usual !== undefined && accepts(schema, usual)) return usual
  if (pattern !== undefined && pattern !== NOT_BLANK) return undefined
  const words = name === '' ? 'text' : name.replaceAll('_', ' ')
  return words.padEnd(minLength, '.').slice(0, maxLength)
}

function within({ minimum = 1, maximum = Number.MAX_SAFE_INTEGER }: TSchema): number {
  return Math.min(Math.max(1, minimum), maximum)
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}
