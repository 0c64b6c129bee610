import { type JsonSchema, jsonSchema } from '../../kernel/operation/json-schema.ts'
import { definitionOf, type PicklistName, picklistNames } from '../../records/picklists/lists.ts'
import { valuesOf } from '../../records/picklists/values.ts'
import { valueSchema } from '../../kernel/storage/custom/check.ts'
import { propertiesOf } from '../../kernel/storage/custom/definitions.ts'
import type { Property } from '../../kernel/storage/custom/property.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { ObjectSchema } from './object-schemas.ts'

/** The schema of an object with the words of the organization's picklists and its custom properties. */
export async function withOwn(records: Records, { plural, schema, ...rest }: ObjectSchema): Promise<JsonSchema> {
  const fields = { ...(schema['properties'] as Readonly<Record<string, JsonSchema>>) }
  for (const name of picklistNames)
    for (const [table, field] of definitionOf(name).fields)
      if (table === plural && fields[field]) fields[field] = { ...fields[field], ...(await words(records, name, fields[field])) }
  return await withCustom(records, { plural, schema: { ...schema, properties: fields }, ...rest })
}

// Strict lists bound the values of a field; of the others it says what people choose from.
async function words(records: Records, name: PicklistName, field: JsonSchema): Promise<JsonSchema> {
  const values = (await valuesOf(records, name)).filter(({ active }) => active).map(({ value }) => value)
  if (values.length === 0) return {}
  return definitionOf(name).strict ? { enum: values } : { examples: values, description: `${String(field['description'] ?? '')} (${name})` }
}

/** The schema of an object with the custom properties of the organization; other names below `custom` take any value. */
async function withCustom(records: Records, { plural, schema }: ObjectSchema): Promise<JsonSchema> {
  const fields = schema['properties'] as Readonly<Record<string, JsonSchema>>
  const column = ['custom', 'custom_properties'].find((each) => each in fields)
  const properties = column === undefined ? [] : await propertiesOf(records, plural)
  if (column === undefined || properties.length === 0) return schema
  const custom = { ...fields[column], properties: Object.fromEntries(properties.map((each) => [each.name, described(each)])) }
  return { ...schema, properties: { ...fields, [column]: custom } }
}

/** A custom property as JSON Schema, under the label that people read. */
function described(property: Property): JsonSchema {
  const { label, description } = property
  return { title: label, ...(description !== null && { description }), ...jsonSchema(valueSchema(property)) }
}
