import { Type } from '@sinclair/typebox'
import { Closed, Cursor, FieldNames, Id, IdOf, NextCursor, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'

const ObjectName = Text(60, { minLength: 1, description: 'Plural of a record type: contacts, companies, deals, invoices, ...' })
const Label = Nullable(
  Text(100, { description: 'What the other record (`to`) is to this one (`from`), such as billing contact; null = linked only' }),
)
const Inverse = Nullable(Text(100, { description: 'What this record is to the other one' }))

/** A link as the requested record sees it: `from` is always that record, whichever of the two was linked first. */
export const AssociationRecord = Closed({
  id: Id('Id of the link'),
  from_object: ObjectName,
  from_id: Id('The record that was asked for'),
  to_object: ObjectName,
  to_id: Id('The record that it is linked with; of a merged one the survivor'),
  to_name: Nullable(Type.String({ description: 'Name, number or title of that record' })),
  label: Label,
  inverse_label: Inverse,
  field: Nullable(
    Type.String({ description: 'Field of a record that says it, and that changes when the link is removed; null = a link of its own' }),
  ),
  created_by: Type.String({ description: 'E-mail address of the user who linked them; of a field, who made its record' }),
  created_at: Timestamp('When they were linked; of a field, when its record was made'),
})
/** Input of `listAssociations`; `label` is compared without case. */
export const AssociationQuery = Closed({
  object: ObjectName,
  record_id: IdOf({ by: 'object' }, 'The record whose links are listed'),
  to_object: Type.Optional(Text(60, { description: 'Only links with records of this type, plural' })),
  label: Type.Optional(Text(100, { description: 'Only links with this label' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Links on a page' })),
  cursor: Type.Optional(Cursor),
  fields: Type.Optional(FieldNames),
})
/** Output of `listAssociations`. */
export const Associations = Closed({
  associations: Type.Array(AssociationRecord, { description: 'As seen from the record, newest first' }),
  next_cursor: NextCursor,
})
/** Input of `createAssociation`: which records are linked, and what they are to each other. */
export const AssociationCreate = Closed({
  from_object: ObjectName,
  from_id: IdOf({ by: 'from_object' }, 'The one record'),
  to_object: ObjectName,
  to_id: IdOf({ by: 'to_object' }, 'The other record'),
  label: Type.Optional(Label),
  inverse_label: Type.Optional(
    Nullable(Text(100, { description: 'What this record (`from`) is to the other one; left out: the same as label, as between partners' })),
  ),
})
