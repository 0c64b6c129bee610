import { Type } from '@sinclair/typebox'
import { Closed, described, Id, NextCursor, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { LONGEST_FORMULA } from '../../kernel/formulas/parse.ts'
import { Paging } from '../../kernel/storage/records/whole-list.ts'
import { PropertyDefault, propertyFields, PropertyOption, PropertyValidation, propertyTypes } from '../../kernel/storage/custom/property.ts'

const { name, label, description, type, group, options, required, unique, indexed, pii } = propertyFields
const ObjectName = Text(100, { minLength: 1, description: 'Record type, plural or singular: contacts, deals, ...', examples: ['contacts'] })
const EXAMPLE = 'amount * (1 - custom.discount / 100)'
const Formula = Text(LONGEST_FORMULA, {
  minLength: 1,
  description: 'Computes the values from other fields of the record: see the guide',
  examples: [EXAMPLE],
})
const Name = Text(100, { minLength: 1, description: 'Key of the property under `custom`', examples: ['contract_end'] })

/** One property of an object; a standard one has no id, no options of its own, and cannot be changed. */
export const PropertyRecord = Closed({
  id: Nullable(Id('Null for a standard property')),
  object: Type.String({ description: 'Plural of the record type' }),
  name: Type.String({ description: 'Key, by which records hold it' }),
  field: Type.String({ description: 'As conditions, sorts and merge tags name it: `custom.x`' }),
  label: Type.String({ description: 'What people read' }),
  description: Nullable(Type.String({ description: 'What it means' })),
  type: Type.String({ description: `Of a custom property one of ${propertyTypes.join(', ')}; of a standard one also object or list` }),
  group: Type.String({ description: '`standard` for what every organization has' }),
  custom: Type.Boolean({ description: 'Made by the organization' }),
  read_only: Type.Boolean({ description: 'Set by the engine alone, or computed by a formula' }),
  options: Type.Array(PropertyOption, { description: 'Of select and multi_select, in their order' }),
  validation: described(PropertyValidation, 'What values must obey'),
  default: Nullable(described(PropertyDefault, 'Value of records that are made without one')),
  formula: Nullable(Type.String({ description: 'Computes the values, which are read-only then', examples: [EXAMPLE] })),
  required: Type.Boolean({ description: 'Who enters a record gives a value' }),
  unique: Type.Boolean({ description: 'No two live records of the object have the same value' }),
  indexed: Type.Boolean({ description: 'Conditions on it are answered from an index' }),
  pii: Type.Boolean({ description: 'Holds what identifies a person' }),
  archived_at: Nullable(Timestamp('Its values are kept for 90 days from then on')),
  created_at: Nullable(Timestamp('When it was made')),
  updated_at: Nullable(Timestamp('When it was changed last')),
  version: Nullable(Type.Integer({ minimum: 0, description: 'Bumps on each write' })),
  job_id: Type.Optional(Id('What goes on with the values that records have already, where they are many')),
  usage: Type.Optional(
    Type.Array(
      Closed({
        type: Type.String({ description: 'list or report' }),
        id: Id('Id of what uses it'),
        name: Type.String({ description: 'Name of what uses it' }),
      }),
      {
        description: 'What names the property in its conditions',
      },
    ),
  ),
})

/** What `listProperties` is asked; the standard ones come first. */
export const PropertyList = Closed({
  object: ObjectName,
  custom: Type.Optional(Type.Boolean({ description: 'Only custom ones, or only standard ones' })),
  deleted: Type.Optional(OneOf(['only'], { description: '`only` = archived ones' })),
  ...Paging.properties,
})
/** A page of properties. */
export const Properties = Closed({
  properties: Type.Array(PropertyRecord, { description: 'One page of properties' }),
  next_cursor: NextCursor,
})
/** One property, by its object and its name. */
export const PropertyByName = Closed({ object: described(ObjectName, 'Plural of the record type'), name: Name })

/** A definition; its label follows from the name when left out. */
export const PropertyCreate = Closed({
  object: ObjectName,
  name: name.schema,
  label: Type.Optional(label.schema),
  description: Type.Optional(description.schema),
  type: type.schema,
  group: Type.Optional(group.schema),
  options: Type.Optional(options.schema),
  validation: Type.Optional(described(PropertyValidation, 'What values must obey')),
  default: Type.Optional(Nullable(PropertyDefault)),
  formula: Type.Optional(Formula),
  required: Type.Optional(required.schema),
  unique: Type.Optional(unique.schema),
  indexed: Type.Optional(indexed.schema),
  pii: Type.Optional(pii.schema),
})

/** What can change: not the type, because values would lose theirs. */
export const PropertyUpdate = Closed({
  object: ObjectName,
  name: Name,
  label: Type.Optional(label.schema),
  description: Type.Optional(description.schema),
  group: Type.Optional(group.schema),
  options: Type.Optional(described(options.schema, 'All options in their order; one that records hold cannot be left out')),
  rename_options: Type.Optional(
    Type.Array(
      Closed({
        from: Text(255, { minLength: 1, description: 'Value so far' }),
        to: Text(255, { minLength: 1, description: 'New value, in all records' }),
      }),
      {
        maxItems: 100,
        description: 'Options that get another value, or become another option: the values of records follow',
      },
    ),
  ),
  validation: Type.Optional(described(PropertyValidation, 'What values must obey')),
  default: Type.Optional(Nullable(PropertyDefault)),
  formula: Type.Optional(Formula),
  required: Type.Optional(required.schema),
  unique: Type.Optional(unique.schema),
  indexed: Type.Optional(indexed.schema),
  pii: Type.Optional(pii.schema),
})
