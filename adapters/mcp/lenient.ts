import { jsonIn } from './json-text.ts'
import { writtenNumber } from 'rapport-crm'
import { fields, operators, values } from './other-words.ts'
import type { JsonSchema } from './schema.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Arguments as the tool takes them, where what was meant leaves no doubt: JSON and numbers that were sent as texts, usual words for operators,
 * a usual other name of a field, what a record is for its id. `record` is what the tool is about. Everything else stays as it is, so that the engine
 * refuses it by name.
 */
export function lenient(given: Json, schema: JsonSchema, record?: string): Record<string, unknown> {
  const properties = propertiesOf(schema)
  const args = withOwnId(given, properties, record)
  const named = Object.entries(args).map(([name, value]) => [nameOf(name, args, properties), value] as const)
  return Object.fromEntries(
    named.map(([name, value]) => {
      const own = properties[name]
      return [
        name,
        own ? meant(commaList(name, withoutSign(value, own, args, schema), typesOf(resolved(own, schema), schema)), own, schema) : value,
      ]
    }),
  )
}

// Names of fields, which some tools take as one text with commas.
const commaLists = new Set(['fields', 'sort', 'include'])

function commaList(name: string, value: unknown, types: readonly string[]): unknown {
  const isJoined = commaLists.has(name) && !types.includes('array') && Array.isArray(value)
  return isJoined && value.every((each) => typeof each === 'string') ? value.join(',') : value
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
  if (isCondition(schema)) return withInner(conditionMeant(value, schema), schema, root)
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
  return withInner(renamed(object, schema), schema, root)
}

function withInner(value: unknown, schema: Json, root: JsonSchema): unknown {
  const properties = propertiesOf(schema)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const inner = Object.entries(value).map(([name, each]) => {
    const own = properties[name]
    return [name, own ? meant(withoutSign(each, own, value as Json, root), own, root) : each] as const
  })
  return Object.fromEntries(inner)
}

const renamed = (object: Json, schema: Json): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, each]) => [nameOf(name, object, propertiesOf(schema)), each]))

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

const isCondition = (schema: Json): boolean => {
  const { op, field } = propertiesOf(schema)
  return op !== undefined && field !== undefined
}

/**
 * A condition in the form of the grammar. Conditions contain conditions, which schemas show once only. A list is all of them; `{email: "x"}` and
 * `{amount: {gt: 5}}` are fields and what these are compared with.
 */
function conditionMeant(value: unknown, schema: Json): unknown {
  const read = typeof value === 'string' ? textAs(value, ['object', 'array']) : value
  if (typeof read !== 'object' || read === null) return value
  if (Array.isArray(read))
    return (
      allOf(
        read.map((each) => conditionMeant(each, schema)),
        schema,
      ) ?? value
    )
  const object = renamed({ ...read }, schema)
  const isSpelledOut = Object.keys(object).some((name) => Object.hasOwn(propertiesOf(schema), name))
  return isSpelledOut ? withOperator(object, schema) : (allOf(comparedIn(object, schema), schema) ?? object)
}

function allOf(conditions: readonly unknown[] | undefined, schema: Json): unknown {
  if (conditions?.length === 1) return conditions[0]
  return conditions !== undefined && conditions.length > 1 && Object.hasOwn(propertiesOf(schema), 'and') ? { and: conditions } : undefined
}

// Undefined where something is no comparison.
function comparedIn(object: Json, schema: Json): readonly unknown[] | undefined {
  const conditions = Object.entries(object).flatMap(([field, value]): unknown[] => {
    if (Array.isArray(value)) return [{ field, op: 'in', value }]
    if (typeof value !== 'object') return [{ field, op: 'eq', value }]
    const compared = Object.entries(value ?? {}).map(([word, operand]) => {
      const op = operatorMeant(word, schema)
      return op === undefined ? betweenMeant(word, field, operand, schema) : withAmount({ field, op, value: operand })
    })
    return compared.length === 0 || compared.includes(undefined) ? [undefined] : compared
  })
  return conditions.includes(undefined) ? undefined : conditions
}

const BETWEEN = /^\s*(?:is[ _])?between\s*$/i
const TWO_NUMBERS = /^(-?[\d.]+) ?(?:,|and|to) ?(-?[\d.]+)$/i

// `between` two values, both included, or days in words: `1 and 5 May`.
function betweenMeant(word: unknown, field: unknown, value: unknown, schema: Json): unknown {
  if (typeof word !== 'string' || !BETWEEN.test(word)) return undefined
  const text = typeof value === 'string' ? value.trim().replace(/^between /i, '') : undefined
  const ends = text === undefined ? value : (TWO_NUMBERS.exec(text)?.slice(1) ?? text)
  if (typeof ends === 'string') return { field, op: 'eq', value: / and /i.test(ends) ? `between ${ends}` : ends }
  if (!Array.isArray(ends) || ends.length !== 2) return undefined
  const [from, to] = ends
  return allOf(
    [
      { field, op: 'gte', value: from },
      { field, op: 'lte', value: to },
    ],
    schema,
  )
}

function withOperator(object: Record<string, unknown>, schema: Json): unknown {
  for (const name of ['and', 'or'])
    if (Array.isArray(object[name])) object[name] = object[name].map((each: unknown) => conditionMeant(each, schema))
  if (object['not'] !== undefined) object['not'] = conditionMeant(object['not'], schema)
  const op = operatorMeant(object['op'], schema)
  return op === undefined ? (betweenMeant(object['op'], object['field'], object['value'], schema) ?? object) : withAmount({ ...object, op })
}

const orders = new Set<unknown>(['gt', 'gte', 'lt', 'lte'])

// Texts have no order, so that what is compared with `10k` is a number.
function withAmount<T extends { readonly op: unknown; readonly value?: unknown }>(condition: T): T {
  const { op, value } = condition
  if (!orders.has(op) || typeof value !== 'string' || !Number.isNaN(Number(value))) return condition
  const written = writtenNumber(value)
  return written && 'number' in written && !written.currencies ? { ...condition, value: written.number } : condition
}

function operatorMeant(word: unknown, schema: Json): unknown {
  if (typeof word !== 'string') return undefined
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const own = (propertiesOf(schema)['op']?.['enum'] ?? []) as readonly unknown[]
  return own.includes(plain) ? plain : Object.hasOwn(operators, plain) ? operators[plain] : undefined
}

// An amount with the sign of its currency, unless it may be another one than that of the record.
function withoutSign(value: unknown, given: Json, beside: Json, root: JsonSchema): unknown {
  const written = typeof value === 'string' ? writtenNumber(value) : undefined
  if (!written || !('number' in written) || !written.currencies || !isNumeric(typesOf(resolved(given, root), root))) return value
  const currency = beside['currency']
  const isSame = typeof currency === 'string' && written.currencies.includes(currency.trim().toUpperCase())
  return isSame || !(Object.hasOwn(propertiesOf(root), 'currency') || Object.hasOwn(beside, 'currency')) ? written.number : value
}

const isNumeric = (types: readonly string[]): boolean =>
  !types.includes('string') && (types.includes('integer') || types.includes('number'))

/** What a text may say where a field of this schema takes a number: those that it may be, or the one without the sign of its currency. */
export function numbersIn(text: unknown, schema: Json | undefined): readonly number[] {
  const written = typeof text === 'string' && schema && isNumeric(typesOf(schema, { type: 'object' })) ? writtenNumber(text) : undefined
  if (!written) return []
  return 'candidates' in written ? written.candidates : [written.number]
}

/** A text as what it says, if the schema takes no text: JSON, a number, true or false. */
function textAs(text: string, types: readonly string[]): unknown {
  if (types.length === 0 || types.includes('string')) return text
  const trimmed = text.trim()
  if ((types.includes('object') && trimmed.startsWith('{')) || (types.includes('array') && trimmed.startsWith('['))) return jsonIn(text)
  const written = isNumeric(types) ? writtenNumber(trimmed) : undefined
  if (written && 'number' in written && !written.currencies) return written.number
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
  return (
    words.find((each) => each.toLowerCase() === plain || `this_${each}` === plain) ??
    words.find((each) => each === other || plural.includes(each)) ??
    text
  )
}

// The only words that a field takes; none where it takes other texts as well.
function wordsOf(schema: Json, root: JsonSchema): readonly string[] {
  const members = (schema['anyOf'] as readonly Json[] | undefined)?.map((each) => resolved(each, root)) ?? [schema]
  if (!members.every((each) => each['enum'] !== undefined || each['const'] !== undefined || each['type'] === 'null')) return []
  return members
    .flatMap((each) => (each['enum'] as readonly unknown[] | undefined) ?? [each['const']])
    .filter((each) => typeof each === 'string')
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
