import type { JsonSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * How much of a schema a list of all tools shows. Wide inputs cost the model hundreds of tokens in every session, so they are
 * shown in fewer words the longer they are; the engine checks all the same, and its errors say what is missing here.
 * 0: all; 1: no bounds, inner objects by their field names; 2: also without formats, and without null where leaving the
 * field out means the same; 3: also without descriptions; 4: names, types and words only.
 */
export type Brevity = 0 | 1 | 2 | 3 | 4

const bounds = new Set(['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minimum', 'maximum'])

/** The schema of an input in fewer words. `creates`: null says no more than leaving the field out. */
export function brief(schema: JsonSchema, brevity: Brevity, creates: boolean): JsonSchema {
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

/**
 * The schema with as many of its properties as fit into so many characters, the required ones in any case, and the others by
 * their names: whoever wants one of them can see the whole schema elsewhere, and an error says what is wrong with it.
 */
export function named(schema: JsonSchema, length: number): JsonSchema {
  if (JSON.stringify(schema).length <= length) return schema
  const { additionalProperties: _, properties = {}, ...rest } = schema as Json
  const required = (rest['required'] ?? []) as readonly string[]
  const all = Object.entries(properties as Record<string, Json>)
  // Where nothing is required, the first is what the tool is about: the filter of a search.
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

// `tier: Records whose tier is this` says nothing that the name does not.
function withoutObvious(name: string, schema: Json): Json {
  const { description, ...rest } = schema
  return description === `Records whose ${name} is this` ? rest : schema
}

interface Manner {
  readonly brevity: Brevity
  readonly nullable: boolean
  readonly $defs?: Json
}

function property(schema: Json, { brevity, nullable, $defs = {} }: Manner): Json {
  const out: Record<string, unknown> = {}
  const drop = brevity >= 2 && !nullable
  for (const [key, value] of Object.entries(inlined(schema, $defs))) {
    if (bounds.has(key) || isTrivial(key, value)) continue
    if (brevity >= 2 && key === 'format') continue
    if (brevity >= 3 && key === 'description') continue
    if (brevity >= 4 && key === 'type' && 'enum' in schema) continue
    if (drop && key === 'type' && Array.isArray(value)) out[key] = value.filter((each) => each !== 'null').length === 1 ? value[0] : value
    else if (drop && key === 'enum') out[key] = (value as readonly unknown[]).filter((each) => each !== null)
    else if (!inner.has(key)) out[key] = value
  }
  const fields = fieldsOf(schema, $defs)
  if (fields && brevity < 4) out['description'] = [out['description'], fields].filter(Boolean).join(': ')
  const items = schema['items'] as Json | undefined
  // Some clients refuse a list that does not say of what.
  if (items) out['items'] = fields ? { type: 'object' } : property(items, { brevity, nullable: true, $defs })
  return out
}

const inner = new Set(['properties', 'items', 'additionalProperties', 'required', 'anyOf', '$ref'])

// A default that a model would assume anyway.
function isTrivial(key: string, value: unknown): boolean {
  return key === 'default' && (value === false || value === 0 || JSON.stringify(value) === '[]' || JSON.stringify(value) === '{}')
}

// A reference or a choice has no type of its own to show.
function inlined(schema: Json, $defs: Json): Json {
  const target = resolved(schema, $defs)
  const { description } = schema
  return { ...(target === schema ? schema : { type: target['type'], ...(description !== undefined && { description }) }) }
}

// `{street, city}` tells what goes into an inner object in a tenth of its schema.
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
