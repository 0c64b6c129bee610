import { hidden, optional, readOnly, integer, text, timestamp } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** The fields of a tag that somebody has made. */
export const tagFields = {
  ...ownFields,
  name: text({ min: 1, max: 100, description: 'As records show it; compared without case', example: 'vip' }),
  /** The name as tags are compared: NFC, trimmed, lower case. */
  name_key: hidden(text()),
  color: optional(text({ max: 40, description: 'For people', example: '#d32f2f' })),
  created_by: readOnly(text()),
  created_at: readOnly(timestamp()),
  updated_at: readOnly(timestamp()),
  version: readOnly(integer({ description: 'Bumps on each write; for `If-Match`' })),
}

const schema = entity('Tag', 'tags', tagFields, { uniques: [['name_key']] })

/**
 * What is said about a tag besides the records that have it: its spelling and color. One row per name, none for tags that only records
 * know.
 */
export class Tag extends schema.class {}
schema.setClass(Tag)
