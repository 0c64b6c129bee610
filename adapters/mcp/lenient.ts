import type { JsonSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

// Other words for the operators of conditions, as models write them.
const operators: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  '===': 'eq',
  is: 'eq',
  equals: 'eq',
  equal: 'eq',
  '!=': 'neq',
  '<>': 'neq',
  is_not: 'neq',
  not: 'neq',
  not_equals: 'neq',
  ne: 'neq',
  '>': 'gt',
  after: 'gt',
  greater_than: 'gt',
  '>=': 'gte',
  at_least: 'gte',
  since: 'gte',
  from: 'gte',
  '<': 'lt',
  before: 'lt',
  less_than: 'lt',
  '<=': 'lte',
  at_most: 'lte',
  until: 'lte',
  like: 'contains',
  includes: 'contains',
  has: 'contains',
  not_like: 'not_contains',
  exists: 'is_set',
  not_null: 'is_set',
  is_not_null: 'is_set',
  is_not_empty: 'is_set',
  not_exists: 'is_not_set',
  is_null: 'is_not_set',
  is_empty: 'is_not_set',
  any_of: 'in',
  one_of: 'in',
  is_any_of: 'in',
}

// Other words for values, each taken where the field has the value itself.
const values: Readonly<Record<string, string>> = {
  done: 'completed',
  complete: 'completed',
  finished: 'completed',
  closed: 'completed',
  canceled: 'cancelled',
  closed_won: 'won',
  closed_lost: 'lost',
  normal: 'medium',
  to_do: 'todo',
}

// Other words for fields, each tried in this order where the tool does not take the word itself.
const fields: Readonly<Record<string, readonly string[]>> = {
  owner: ['owner_email', 'assigned_to'],
  owner_email: ['owner', 'assigned_to'],
  assigned_to: ['owner', 'owner_email'],
  assignee: ['owner', 'assigned_to', 'owner_email'],
  stage: ['stage_id'],
  pipeline: ['pipeline_id'],
  due: ['due_at'],
  due_date: ['due_at'],
  id: ['record_id'],
  object_type: ['object'],
  record_type: ['object'],
}

/**
 * Arguments as the tool takes them, where what was meant leaves no doubt: JSON and numbers that were sent as texts, usual words for operators,
 * a usual other name of a field, what a record is for its id. `record` is what the tool is about. Everything else stays as it is, so that the engine
 * refuses it by name.
 */
export function lenient(given: Json, schema: JsonSchema, record?: string): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const args = withOwnId(given, properties, record)
  const named = Object.entries(args).map(([name, value]) => [nameOf(name, args, properties), value] as const)
  return Object.fromEntries(named.map(([name, value]) => [name, properties[name] ? meant(value, properties[name], schema) : value]))
}

// The record itself by what it is: `deal` or `deal_id` for the `id` of a deal.
function withOwnId(args: Json, properties: Readonly<Record<string, Json>>, record: string | undefined): Json {
  if (record === undefined || !Object.hasOwn(properties, 'id') || Object.hasOwn(args, 'id')) return args
  const given = [`${record}_id`, record].find((name) => Object.hasOwn(args, name) && !Object.hasOwn(properties, name))
  if (given === undefined) return args
  const { [given]: id, ...others } = args
  return { id, ...others }
}

const propertiesOf = (schema: Json): Readonly<Record<string, Json>> => (schema['properties'] ?? {}) as Readonly<Record<string, Json>>

function nameOf(name: string, args: Json, properties: Readonly<Record<string, Json>>): string {
  if (Object.hasOwn(properties, name)) return name
  const own = Object.hasOwn(fields, name) ? (fields[name] ?? []) : []
  const others = [...own, ...idsCalled(name, properties), ...(isListOfIds(name, properties) ? ['ids'] : [])]
  const meant = others.find((each) => Object.hasOwn(properties, each))
  return meant === undefined || Object.hasOwn(args, meant) ? name : meant
}

// A record by what it is: `company` for `company_id`.
function idsCalled(name: string, properties: Readonly<Record<string, Json>>): string[] {
  const id = `${name}_id`
  return Object.hasOwn(properties, id) && properties[id]?.['format'] === 'uuid' ? [id] : []
}

// `contact_ids` for `ids`, but not `list_ids` where a list is something else.
const isListOfIds = (name: string, properties: Readonly<Record<string, Json>>): boolean =>
  name.endsWith('_ids') && !Object.hasOwn(properties, name.slice(0, -1))

/** The argument that was given for a field of the tool, under whichever name. */
export function argumentFor(field: string, args: unknown, schema: JsonSchema | undefined): string {
  if (typeof args !== 'object' || args === null || !schema || Object.hasOwn(args, field)) return field
  const given = args as Json
  const properties = propertiesOf(schema)
  return Object.keys(given).find((name) => nameOf(name, given, properties) === field) ?? field
}

function meant(value: unknown, given: Json, root: JsonSchema): unknown {
  const schema = resolved(given, root)
  if (typeof value === 'string') {
    const words = wordsOf(schema, root)
    if (words.length > 0) return wordMeant(value, words)
    const types = typesOf(schema, root)
    const read = textAs(value, types)
    if (typeof read === 'object') return meant(read, schema, root)
    return isOneOfList(read, types, schema, root) ? meant([read], schema, root) : read
  }
  if (Array.isArray(value)) return value.map((each) => itemMeant(each, (schema['items'] ?? {}) as Json, root))
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  if (isOneOfList(object, typesOf(schema, root), schema, root)) return meant([object], schema, root)
  const properties = propertiesOf(schema)
  const inner = Object.entries(object).map(([name, each]) => [name, properties[name] ? meant(each, properties[name], root) : each] as const)
  return withOperator(Object.fromEntries(inner), schema)
}

// A list of objects takes the value of their first field: `measures: ["count"]`, `group_by: ["company.industry"]`.
function itemMeant(value: unknown, items: Json, root: JsonSchema): unknown {
  const schema = resolved(items, root)
  const [first] = Object.keys(propertiesOf(schema))
  const isName = typeof value === 'string' && schema['type'] === 'object' && !/^\s*[[{]/.test(value)
  return isName && first !== undefined ? { [first]: value } : meant(value, items, root)
}

// One item where a list is wanted, `tags: "vip"`, but for texts that may be several: `"vip, gold"`.
function isOneOfList(value: unknown, types: readonly string[], schema: Json, root: JsonSchema): boolean {
  if (types.length !== 1 || types[0] !== 'array') return false
  const items = typesOf(resolved((schema['items'] ?? {}) as Json, root), root)
  if (typeof value === 'object') return items.includes('object')
  return (
    typeof value === 'string' && value.trim() !== '' && !/[,;\n[{]/.test(value) && (items.includes('string') || items.includes('object'))
  )
}

// Conditions contain conditions, which schemas show once only.
function withOperator(object: Record<string, unknown>, schema: Json): Record<string, unknown> {
  const properties = propertiesOf(schema)
  if (!properties['op'] || !properties['field']) return object
  for (const name of ['and', 'or'])
    if (Array.isArray(object[name])) object[name] = object[name].map((each: unknown) => conditionMeant(each, schema))
  if (object['not'] !== undefined) object['not'] = conditionMeant(object['not'], schema)
  const { op } = object
  const word =
    typeof op === 'string'
      ? op
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_')
      : ''
  const own = (properties['op']['enum'] ?? []) as readonly unknown[]
  if (own.includes(word)) return { ...object, op: word }
  return Object.hasOwn(operators, word) ? { ...object, op: operators[word] } : object
}

function conditionMeant(value: unknown, schema: Json): unknown {
  const read = typeof value === 'string' ? textAs(value, ['object']) : value
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? withOperator({ ...read }, schema) : read
}

/** A text as what it says, if the schema takes no text: JSON, a number, true or false. */
function textAs(text: string, types: readonly string[]): unknown {
  if (types.length === 0 || types.includes('string')) return text
  const trimmed = text.trim()
  if ((types.includes('object') && trimmed.startsWith('{')) || (types.includes('array') && trimmed.startsWith('['))) return parsed(text)
  if ((types.includes('integer') || types.includes('number')) && /^-?\d{1,15}(\.\d{1,10})?$/.test(trimmed)) return Number(trimmed)
  if (types.includes('boolean') && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true'
  return text
}

// `Follow up` for `follow_up`, `done` for `completed`, `contact` for `contacts`; a word that the field has stays.
function wordMeant(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const other = Object.hasOwn(values, plain) ? values[plain] : undefined
  const plural = [`${plain}s`, plain.replace(/y$/, 'ies')]
  return words.find((each) => each.toLowerCase() === plain) ?? words.find((each) => each === other || plural.includes(each)) ?? text
}

// The only words that a field takes; none where it takes other texts as well.
function wordsOf(schema: Json, root: JsonSchema): readonly string[] {
  const members = (schema['anyOf'] as readonly Json[] | undefined)?.map((each) => resolved(each, root)) ?? [schema]
  if (!members.every((each) => each['enum'] !== undefined || each['const'] !== undefined || each['type'] === 'null')) return []
  return members
    .flatMap((each) => (each['enum'] as readonly unknown[] | undefined) ?? [each['const']])
    .filter((each) => typeof each === 'string')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function typesOf(schema: Json, root: JsonSchema): readonly string[] {
  const members = schema['anyOf'] as readonly Json[] | undefined
  if (members) return members.flatMap((each) => typesOf(resolved(each, root), root))
  // Words are texts.
  if (schema['enum'] !== undefined || schema['const'] !== undefined) return ['string']
  return [schema['type']].flat().filter((each) => typeof each === 'string')
}

function resolved(schema: Json, root: JsonSchema): Json {
  const name = /^#\/\$defs\/(.+)$/.exec(String(schema['$ref']))?.[1]
  return name === undefined ? schema : (((root['$defs'] ?? {}) as Readonly<Record<string, Json>>)[name] ?? schema)
}
