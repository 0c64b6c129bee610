import { hidden, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** Fields of a link; both ends keep the id that they had when it was made. */
export const associationFields = {
  ...ownFields,
  from_object: readOnly(text('Plural of a record type')),
  from_id: readOnly(uuid('The record that was linked')),
  to_object: readOnly(text('Plural of a record type')),
  to_id: readOnly(uuid('The record that it was linked with')),
  label: readOnly(optional(text('What the second record is to the first'))),
  inverse_label: readOnly(optional(text('What the first record is to the second'))),
  created_by: readOnly(text('E-mail address of the user who linked them')),
  created_at: readOnly(timestamp('When they were linked')),
  /** The same from both sides, so that parallel calls make one link. */
  link_key: hidden(text()),
}

const schema = entity('Association', 'associations', associationFields, {
  uniques: [['link_key']],
  indexes: [['from_id'], ['to_id']],
  privacy: { by: ['from_id', 'to_id'] },
})

/**
 * A link of two records. It keeps the ids that they had when it was created: merged records are resolved when it is read, and links of
 * deleted records are not shown, so that undo and restore need no write.
 */
export class Association extends schema.class {}
schema.setClass(Association)
