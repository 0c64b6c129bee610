type Json = Readonly<Record<string, unknown>>

/** What a call does with the record of its path, by which an argument that is nothing is judged. */
export interface Absence {
  /** It reads only, so that an empty text asks for nothing. */
  readonly reads: boolean
  /** It changes fields, so that null may mean to clear one: null stays but for the options of the call. */
  readonly changes: boolean
  readonly options: ReadonlySet<string>
}

/**
 * Arguments without those that are nothing: models send `null` for whatever they leave out, and `""` to lists. Where null is a value of the
 * argument, or one is required, it stays; in a condition an operator without value stays, too.
 */
export function withoutAbsent(args: Json, schema: Json, root: Json, absence: Absence): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
  const required = new Set((schema['required'] ?? []) as readonly string[])
  const present = Object.entries(args).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const own = properties[name] && resolved(properties[name], root)
    if (!own) return [[name, value]]
    const isAbsent = !required.has(name) && isNothing(value, own, root, absence) && (!absence.changes || absence.options.has(name))
    return isAbsent ? [] : [[name, absence.changes ? value : inner(value, own, root, absence)]]
  })
  return Object.fromEntries(present)
}

// Conditions hold conditions, of which schemas show the form once.
function inner(value: unknown, schema: Json, root: Json, absence: Absence): unknown {
  if (Array.isArray(value)) {
    const items = resolved((schema['items'] ?? {}) as Json, root)
    return value.map((each: unknown) => inner(each, items, root, absence))
  }
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  const own = schema['properties'] as Readonly<Record<string, Json>> | undefined
  if (!own) return value
  const isCondition = own['op'] !== undefined && own['field'] !== undefined && own['and'] !== undefined
  if (!isCondition) return withoutAbsent(object, schema, root, { ...absence, reads: false })
  const parts = Object.entries(value).flatMap(([name, part]): (readonly [string, unknown])[] => {
    if (part === null && name !== 'value') return []
    if (name === 'not') return [[name, inner(part, schema, root, absence)]]
    const isGroup = (name === 'and' || name === 'or') && Array.isArray(part)
    return [[name, isGroup ? part.map((each: unknown) => inner(each, schema, root, absence)) : part]]
  })
  return Object.fromEntries(parts)
}

function isNothing(value: unknown, schema: Json, root: Json, { reads }: Absence): boolean {
  if (value === null) return !takesNull(schema, root)
  return reads && typeof value === 'string' && value.trim() === ''
}

function takesNull(schema: Json, root: Json): boolean {
  const members = schema['anyOf'] as readonly Json[] | undefined
  if (members) return members.some((each) => takesNull(resolved(each, root), root))
  const { type, enum: words, const: word } = schema
  if (Array.isArray(words)) return words.includes(null)
  if (Object.hasOwn(schema, 'const')) return word === null
  return type === undefined || [type].flat().includes('null')
}

function resolved(schema: Json, root: Json): Json {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1]
  return name === undefined ? schema : (((root['$defs'] ?? {}) as Readonly<Record<string, Json>>)[name] ?? schema)
}
