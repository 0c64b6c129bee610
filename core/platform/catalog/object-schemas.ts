import type { TObject, TSchema } from '@sinclair/typebox'
import { type JsonSchema, jsonSchema } from '../../kernel/operation/json-schema.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import type { Registry } from '../../kernel/feature/registry.ts'

/** One record type and the JSON Schema (2020-12) of what reading it answers. */
export interface ObjectSchema {
  /** snake_case, as `entity_type` of events: `credit_note`. */
  readonly singular: string
  /** As in the list wrapper: `credit_notes`. */
  readonly plural: string
  readonly schema: JsonSchema
}

/** An object is what can be read by its id: its schema is what that operation answers, its writable fields those of create and update. */
export function objectSchemas(registry: Registry): ObjectSchema[] {
  return registry.list.flatMap((operation) => {
    const path = /^GET (\/([a-z-]+))\/\{id\}$/.exec(operation.route)
    const name = /^get([A-Z]\w*)$/.exec(operation.id)?.[1]
    if (!path || !name || !isObject(operation.output)) return []
    const [, base = '', segment = ''] = path
    const singular = name.replaceAll(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
    const written = writable(registry.list, base)
    return [{ singular, plural: segment.replaceAll('-', '_'), schema: schemaOf(singular, operation.output, written) }]
  })
}

/** Names that create or update take, aliases included; every other field is `readOnly`. */
function writable(operations: readonly AnyOperation[], base: string): ReadonlySet<string> {
  const routes = new Set([`POST ${base}`, `PATCH ${base}/{id}`])
  return new Set(operations.filter(({ route }) => routes.has(route)).flatMap(({ input }) => Object.keys(input.properties)))
}

function schemaOf(title: string, { properties, ...rest }: TObject, written: ReadonlySet<string>): JsonSchema {
  // What a query asked for beside the record, and by which former id, are no fields of it.
  const { included: _, merged_from: _former, ...own } = properties
  const fields = Object.entries(own).map(([name, schema]) => {
    const field = jsonSchema(schema)
    return [name, name === 'id' || !written.has(name) ? { ...field, readOnly: true } : field]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...jsonSchema(rest as TSchema),
    properties: Object.fromEntries(fields),
  }
}

function isObject(schema: TSchema): schema is TObject {
  return schema['type'] === 'object' && schema['properties'] !== undefined
}
