import { type JsonSchema, jsonSchema } from '../../kernel/operation/schema/json-schema.ts'
import { picklistFields } from '../../records/picklists/fields.ts'
import { definitionOf, type PicklistName, picklistNames } from '../../records/picklists/lists.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { valuesOf } from '../../records/picklists/values.ts'
import { valueSchema } from '../../kernel/storage/custom/check.ts'
import { propertiesOf } from '../../kernel/storage/records/custom-definitions.ts'
import type { Property } from '../../kernel/storage/custom/property.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { ObjectSchema } from './object-schemas.ts'

/** The schema of an object with the organization's picklist values and custom properties. */
export async function withOrganizationValues(
  records: Records,
  types: RecordTypes,
  { plural, schema, ...rest }: ObjectSchema,
): Promise<ObjectSchema['schema']> {
  const fields: Record<string, JsonSchema> = { ...schema.properties }
  for (const name of picklistNames)
    for (const { object, field } of picklistFields(types, name))
      if (object === plural && fields[field]) fields[field] = { ...fields[field], ...(await picklistValues(records, name, fields[field])) }
  return await withCustom(records, { plural, schema: { ...schema, properties: fields }, ...rest })
}

// A strict picklist limits the values of a field; another one only suggests them.
async function picklistValues(records: Records, name: PicklistName, field: JsonSchema): Promise<JsonSchema> {
  const values = (await valuesOf(records, name)).filter(({ active }) => active).map(({ value }) => value)
  if (values.length === 0) return {}
  return definitionOf(name).strict ? { enum: values } : { examples: values, description: `${String(field['description'] ?? '')} (${name})` }
}

/** The schema of an object with the organization's custom properties; other keys of `custom` accept any value. */
async function withCustom(records: Records, { plural, schema }: ObjectSchema): Promise<ObjectSchema['schema']> {
  const fields = schema.properties
  const column = ['custom', 'custom_properties'].find((each) => each in fields)
  const properties = column === undefined ? [] : await propertiesOf(records, plural)
  if (column === undefined || properties.length === 0) return schema
  const custom = { ...fields[column], properties: Object.fromEntries(properties.map((each) => [each.name, described(each)])) }
  return { ...schema, properties: { ...fields, [column]: custom } }
}

/** A custom property as JSON Schema, with its label as title. */
function described(property: Property): JsonSchema {
  const { label, description, formula } = property
  const said = { title: label, ...(description !== null && { description }), ...(formula !== null && { readOnly: true }) }
  return { ...said, ...jsonSchema(valueSchema(property)) }
}
