import { type JsonSchema, jsonSchema } from '../kernel/json-schema.ts'
import { valueSchema } from '../storage/custom/check.ts'
import { propertiesOf } from '../storage/custom/definitions.ts'
import type { Property } from '../storage/custom/property.ts'
import type { Records } from '../storage/records.ts'
import type { ObjectSchema } from './object-schemas.ts'

/** The schema of an object with the custom properties of the organisation; other names below `custom` take any value. */
export async function withCustom(records: Records, { plural, schema }: ObjectSchema): Promise<JsonSchema> {
  const fields = schema['properties'] as Readonly<Record<string, JsonSchema>>
  const column = ['custom', 'custom_properties'].find((each) => each in fields)
  const properties = column === undefined ? [] : await propertiesOf(records, plural)
  if (column === undefined || properties.length === 0) return schema
  const custom = { ...fields[column], properties: Object.fromEntries(properties.map((each) => [each.name, described(each)])) }
  return { ...schema, properties: { ...fields, [column]: custom } }
}

function described(property: Property): JsonSchema {
  const { label, description } = property
  return { title: label, ...(description !== null && { description }), ...jsonSchema(valueSchema(property)) }
}
