import { Type } from '@sinclair/typebox'
import { integer, json, readOnly, text, timestamp } from '../../kernel/operation/schema/fields.ts'
import { Closed, Text } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const Stored = Closed({ value: Text(100), label: Text(100), position: Type.Integer(), active: Type.Boolean() })

/** The fields of a replaced list. */
export const picklistFields = {
  ...ownFields,
  name: readOnly(text()),
  values: json(Type.Array(Stored)),
  updated_by: readOnly(text('E-mail address of the user who replaced it last')),
  created_at: readOnly(timestamp()),
  updated_at: readOnly(timestamp('When it was replaced last')),
  version: readOnly(integer()),
}

const schema = entity('Picklist', 'picklists', picklistFields, { uniques: [['name']] })

/**
 * The values that an organization has put in the place of those that a list has by itself: one row per name, none until somebody replaces
 * it.
 */
export class Picklist extends schema.class {}
schema.setClass(Picklist)
