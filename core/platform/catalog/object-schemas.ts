import type { TObject, TSchema } from '@sinclair/typebox'
import { type JsonSchema, jsonSchema } from '../../kernel/operation/schema/json-schema.ts'
import type { AnyOperation } from '../../kernel/operation/operation.ts'
import type { Registry } from '../../kernel/feature/registry.ts'

/** One record type and the JSON Schema (2020-12) of its records. */
export interface ObjectSchema {
  /** snake_case, as `entity_type` of events: `credit_note`. */
  readonly singular: string
  /** snake_case: `credit_notes`. */
  readonly plural: string
  readonly schema: JsonSchema & { readonly title: string; readonly properties: Readonly<Record<string, JsonSchema>> }
}

/** The schemas of everything that can be read by its id: that of the answer, with the fields of create and update as writable ones. */
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

/** Fields that create or update accept, including aliases; all others are `readOnly`. */
function writable(operations: readonly AnyOperation[], base: string): ReadonlySet<string> {
  const routes = new Set([`POST ${base}`, `PATCH ${base}/{id}`])
  return new Set(operations.filter(({ route }) => routes.has(route)).flatMap(({ input }) => Object.keys(input.properties)))
}

function schemaOf(title: string, output: TObject, written: ReadonlySet<string>): ObjectSchema['schema'] {
  // Related records that a query requested and the former id of a merged record are no fields.
  const { included: _, merged_from: _former, ...own } = output.properties
  const fields = Object.entries(own).map(([name, schema]): [string, JsonSchema] => {
    const field = jsonSchema(schema)
    return [name, name === 'id' || !written.has(name) ? { ...field, readOnly: true } : field]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...jsonSchema({ ...output, properties: {} }),
    properties: Object.fromEntries(fields),
  }
}

function isObject(schema: TSchema): schema is TObject {
  return schema['type'] === 'object' && schema['properties'] !== undefined
}
