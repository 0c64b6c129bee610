import { Type } from '@sinclair/typebox'
import { boolean, choice, createOnly, defaulted, json, number, optional, readOnly, text, uuid } from '../../operation/schema/fields.ts'
import { Closed, Text } from '../../operation/schema/schema.ts'
import { LONGEST_FORMULA } from '../../formulas/parse.ts'
import { commonFields, entity, ownFields } from '../schema/entity.ts'

/** Types of custom properties. */
export const propertyTypes = [
  'text',
  'long_text',
  'number',
  'money',
  'boolean',
  'date',
  'datetime',
  'select',
  'multi_select',
  'email',
  'url',
  'phone',
] as const

/** One of the values that a property of type select or multi_select may have. */
export const PropertyOption = Closed({
  value: Text(255, { minLength: 1, description: 'What records hold' }),
  label: Type.Optional(Text(255, { minLength: 1, description: 'What people read; the value unless given' })),
  former: Type.Optional(
    Type.Array(Text(255, { minLength: 1 }), { maxItems: 100, description: 'What it was called before it was renamed: still taken for it' }),
  ),
})

const Bound = (description: string) => Type.Optional(Type.Number({ minimum: -1e15, maximum: 1e15, description }))
const Length = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description }))

/** What a value must keep to besides its type. */
export const PropertyValidation = Closed({
  min: Bound('Least number or amount'),
  max: Bound('Greatest number or amount'),
  min_length: Length('Least length of a text, least number of chosen options'),
  max_length: Length('Greatest length of a text, greatest number of chosen options'),
})

/** The value of a record that is made without one. */
export const PropertyDefault = Type.Union(
  [
    Type.String({ maxLength: 10_000 }),
    Type.Number({ minimum: -1e15, maximum: 1e15 }),
    Type.Boolean(),
    Type.Array(Type.String({ maxLength: 255 }), { maxItems: 200 }),
  ],
  { description: 'Value of records that are made without one', examples: ['2027-01-01'] },
)

/** Fields of the definition of a custom property. */
export const propertyFields = {
  ...commonFields,
  object: readOnly(text({ description: 'Plural of the record type: contacts, deals, ...' })),
  name: createOnly(text({ max: 100, min: 1, description: 'Key under `custom`; never changes', example: 'contract_end' })),
  label: text({ min: 1, description: 'What people read', example: 'End of contract' }),
  description: optional(text({ max: 2000, description: 'What it means, for people' })),
  type: createOnly(choice(propertyTypes, { description: 'What its values are', example: 'date' })),
  group: defaulted(text({ min: 1, description: 'Under which forms show it together' }), 'custom'),
  options: defaulted(json(Type.Array(PropertyOption, { maxItems: 500, description: 'Of select and multi_select, in their order' })), []),
  validation: defaulted(json(PropertyValidation, 'What values must obey'), {}),
  default: optional(json(PropertyDefault)),
  formula: optional(
    text({
      max: LONGEST_FORMULA,
      min: 1,
      description: 'Computes the values from other fields and properties of the record; they are read-only',
      example: 'amount * (1 - custom.discount / 100)',
    }),
  ),
  required: defaulted(boolean({ description: 'Who enters a record gives a value' }), false),
  unique: defaulted(boolean({ description: 'No two live records of the object have the same value' }), false),
  indexed: defaulted(boolean({ description: 'Conditions on it are answered from an index' }), false),
  pii: defaulted(boolean({ description: 'Holds what identifies a person' }), false),
}

const schema = entity('Property', 'properties', propertyFields, { uniques: [['object', 'name']], indexes: [['deleted_at']] })

/** The definition of a custom property of one object; a deleted one is archived, and its values are kept for 90 days. */
export class Property extends schema.class {}
schema.setClass(Property)

const value = entity(
  'PropertyValue',
  'property_values',
  {
    ...ownFields,
    object: readOnly(text()),
    property_id: readOnly(uuid()),
    record_id: readOnly(uuid()),
    /** As texts and days are compared. */
    text_value: readOnly(optional(text())),
    /** Numbers, and times in milliseconds. */
    number_value: readOnly(optional(number())),
    /** Of a unique property: what no other record may have. */
    claimed: readOnly(optional(text())),
  },
  {
    uniques: [['property_id', 'claimed']],
    indexes: [['record_id'], ['property_id', 'text_value', 'record_id'], ['property_id', 'number_value', 'record_id']],
    ownership: { type: 'object', id: 'record_id' },
  },
)

/** The index behind unique and indexed properties of live records, written with them. */
export class PropertyValue extends value.class {}
value.setClass(PropertyValue)
