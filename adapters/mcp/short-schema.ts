import type { JsonSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * How much of a schema is left out of the tool list. Wide inputs cost the model hundreds of tokens in every session, so the longer they are,
 * the shorter they are shown; the engine still checks everything, and its errors say what the list leaves out.
 * 0: nothing; 1: bounds and formats of ids, because names are taken too, and inner objects are reduced to their field names; 2: also formats, and null where it means the same as leaving the
 * field out; 3: also descriptions; 4: everything but names, types and allowed words.
 */
export type Brevity = 0 | 1 | 2 | 3 | 4

// What every text with words in it is.
const NOT_BLANK = '\\S'
const bounds = new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minimum', 'maximum'])

/** The shortened schema of an input. `creates`: null means the same as leaving the field out. */
export function shortSchema(schema: JsonSchema, brevity: Brevity, creates: boolean): JsonSchema {
  if (brevity === 0) return schema
  const { additionalProperties: _, $defs, properties = {}, ...rest } = schema as Json
  const required = (rest['required'] ?? []) as readonly string[]
  const shown = Object.entries(properties as Record<string, Json>).map(([name, each]) => [
    name,
    property(withoutObvious(name, each), {
      brevity,
      nullable: brevity < 4 && (!creates || required.includes(name)),
      ...($defs !== undefined && { $defs: $defs as Json }),
    }),
  ])
  return { ...rest, type: 'object', properties: Object.fromEntries(shown) }
}

/** The schema with as many properties as fit into `length` characters, required ones in any case; the others are named in the description. */
export function fitProperties(schema: JsonSchema, length: number): JsonSchema {
  if (JSON.stringify(schema).length <= length) return schema
  const { additionalProperties: _, properties = {}, ...rest } = schema as Json
  const required = (rest['required'] ?? []) as readonly string[]
  const all = Object.entries(properties as Record<string, Json>)
  // If nothing is required, the first property is the most important one, such as the filter of a search.
  const shown = new Set(required.length > 0 ? required : all.slice(0, 1).map(([name]) => name))
  const made = () => {
    const others = all.filter(([name]) => !shown.has(name)).map(([name]) => name)
    return {
      ...rest,
      type: 'object' as const,
      properties: Object.fromEntries(all.filter(([name]) => shown.has(name))),
      ...(others.length > 0 && { description: `Also: ${others.join(', ')}` }),
    }
  }
  for (const [name] of all) {
    if (shown.has(name)) continue
    shown.add(name)
    if (JSON.stringify(made()).length > length) shown.delete(name)
  }
  return made()
}

// `tier: Records whose tier is this` says no more than the name.
function withoutObvious(name: string, schema: Json): Json {
  const { description, ...rest } = schema
  return description === `Records whose ${name} is this` ? rest : schema
}

interface Shortening {
  readonly brevity: Brevity
  readonly nullable: boolean
  readonly $defs?: Json
}

function property(schema: Json, { brevity, nullable, $defs = {} }: Shortening): Json {
  const out: Record<string, unknown> = {}
  const drop = brevity >= 2 && !nullable
  for (const [key, value] of Object.entries(inlined(schema, $defs))) {
    if (bounds.has(key) || isTrivial(key, value) || (key === 'pattern' && value === NOT_BLANK)) continue
    if (key === 'format' && (brevity >= 2 || value === 'uuid')) continue
    if (brevity >= 3 && key === 'description') continue
    if (brevity >= 4 && key === 'type' && 'enum' in schema) continue
    if (drop && key === 'type' && Array.isArray(value)) out[key] = value.filter((each) => each !== 'null').length === 1 ? value[0] : value
    else if (drop && key === 'enum') out[key] = (value as readonly unknown[]).filter((each) => each !== null)
    else if (!inner.has(key)) out[key] = value
  }
  const fields = fieldsOf(schema, $defs)
  if (fields && brevity < 4) out['description'] = [out['description'], fields].filter(Boolean).join(': ')
  const items = schema['items'] as Json | undefined
  // Some clients refuse a list without the type of its items.
  if (items) out['items'] = fields ? { type: 'object' } : property(items, { brevity, nullable: true, $defs })
  return out
}

const inner = new Set(['properties', 'items', 'additionalProperties', 'required', 'anyOf', '$ref'])

// Models assume these defaults anyway.
function isTrivial(key: string, value: unknown): boolean {
  return key === 'default' && (value === false || value === 0 || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}')
}

// A reference has no type of its own to show.
function inlined(schema: Json, $defs: Json): Json {
  const target = resolved(schema, $defs)
  const { description } = schema
  return { ...(target === schema ? schema : { type: target['type'], ...(description !== undefined && { description }) }) }
}

// `{street, city}` describes an inner object in a tenth of the length of its schema.
function fieldsOf(schema: Json, $defs: Json): string | undefined {
  const target = resolved(schema, $defs)
  if (target['items'] !== undefined) {
    const each = fieldsOf(target['items'] as Json, $defs)
    return each && `of ${each}`
  }
  if (target['anyOf'] !== undefined)
    return (target['anyOf'] as readonly Json[]).map((each) => fieldsOf(each, $defs) ?? String(resolved(each, $defs)['type'])).join(' or ')
  const names = Object.keys((target['properties'] as Json | undefined) ?? {})
  return names.length > 0 ? `{${names.join(', ')}}` : undefined
}

function resolved(schema: Json, $defs: Json): Json {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1]
  return (name !== undefined && ($defs[name] as Json | undefined)) || schema
}
