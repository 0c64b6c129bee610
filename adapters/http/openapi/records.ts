import type { TObject, TSchema } from '@sinclair/typebox'
import type { AnyOperation } from 'rapport-crm'

/** The records of the API, as the components that they become. */
export interface Records {
  /** Names of components, by schema. */
  readonly names: Map<TSchema, string>
  /** The record that a schema is but for what only reads are asked for, such as `included`: answers of writes are the same component. */
  readonly wholeOf: (schema: TSchema) => TSchema | undefined
  /** The record of which a list shows these fields. */
  readonly recordOf: (schema: TSchema) => TObject | undefined
}

/**
 * The answer of `getContact` is the component `Contact`, to which lists, create and update refer. What a list shows, if that is less, is the
 * component `ListedContact`.
 */
export function recordsOf(operations: readonly AnyOperation[]): Records {
  const names = new Map<TSchema, string>()
  const byPath = new Map<string, string>()
  const records: TObject[] = []
  for (const { id, route, output } of operations) {
    const name = /^get([A-Z]\w*)$/.exec(id)?.[1]
    if (!name || !isObject(output)) continue
    if (!names.has(output)) {
      names.set(output, name)
      if (isRecord(output)) records.push(output)
    }
    byPath.set(route.replace(/\/\{\w+\}$/, ''), name)
  }
  const recordOf = remembered((schema) => (isRecord(schema) ? records.find((each) => each !== schema && isPart(schema, each)) : undefined))
  const wholeOf = remembered((schema) => {
    const record = recordOf(schema)
    return record && isAllOf(schema as TObject, record) ? record : undefined
  })
  for (const { id, route, output } of operations) {
    const [name, listed] = [byPath.get(route), firstList(output)]
    if (name && listed && id.startsWith('list') && !names.has(listed) && !wholeOf(listed)) names.set(listed, `Listed${name}`)
  }
  return { names, recordOf, wholeOf }
}

function firstList(output: TSchema): TSchema | undefined {
  const properties: readonly TSchema[] = isObject(output) ? Object.values(output.properties) : []
  const items: unknown = properties.find((each) => each['type'] === 'array')?.['items']
  return isSchema(items) && isObject(items) ? items : undefined
}

function isPart(schema: TObject, record: TObject): boolean {
  const own = Object.entries(schema.properties)
  return own.every(([name]) => Object.hasOwn(record.properties, name)) && own.every(([name, each]) => isSame(each, record.properties[name]))
}

// Whether nothing is missing that a reader of the record could count on.
function isAllOf({ properties, required = [] }: TObject, record: TObject): boolean {
  return (record.required ?? []).every((name) => Object.hasOwn(properties, name) && required.includes(name))
}

const isSame = (one: TSchema, other: TSchema | undefined) => one === other || JSON.stringify(one) === JSON.stringify(other)

// Smaller ones, such as `{ id, name }`, are parts of any record.
const LEAST_FIELDS = 6

function isRecord(schema: TSchema): schema is TObject {
  return isObject(schema) && Object.hasOwn(schema.properties, 'id') && Object.keys(schema.properties).length >= LEAST_FIELDS
}

/** Whether a schema is that of an object. */
export function isObject(schema: TSchema): schema is TObject {
  return schema['type'] === 'object' && isSchema(schema['properties'])
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null
}

function remembered<T>(make: (schema: TSchema) => T): (schema: TSchema) => T {
  const made = new WeakMap<TSchema, { readonly value: T }>()
  return (schema) => {
    const known = made.get(schema) ?? { value: make(schema) }
    made.set(schema, known)
    return known.value
  }
}
