import { type Static, Type } from '@sinclair/typebox'
import { Content } from '../../kernel/operation/bytes.ts'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Cursor, FieldNames, IdOf, NextCursor, Text } from '../../kernel/operation/schema/schema.ts'
import { attachmentFields } from './entity.ts'

const { object, name } = attachmentFields

/** An attachment as it is answered. */
export const AttachmentRecord = recordSchema(attachmentFields)
/** An attachment as it is answered. */
export type AttachmentRecord = Static<typeof AttachmentRecord>
/** The answer of an attachment; `record_id` is that of the record as it is now. */
export const presentAttachment = presenter(attachmentFields)

/** Input of the upload. */
export const AttachmentUpload = Closed({
  object: object.schema,
  record_id: IdOf({ by: 'object' }, 'The record'),
  // Longer ones are cut, because people do not choose them for a CRM.
  name: Text(1000, { minLength: 1, description: 'Name of the file; a path is left out', examples: ['Offer.pdf'] }),
  media_type: Type.Optional(
    Text(255, { description: 'What the file is; over HTTP by default the `Content-Type`', examples: ['application/pdf'] }),
  ),
  content: Content('The file; over HTTP it is the body of the request, as it is'),
})
/** Input of `updateAttachment`. */
export const AttachmentUpdate = Closed({ ...ById.properties, name: Type.Optional(name.schema) })
/** Query of a record's attachments. */
export const AttachmentList = Closed({
  object: object.schema,
  record_id: IdOf({ by: 'object' }, 'The record'),
  deleted: Type.Optional(Type.Boolean({ description: 'Only those that were deleted and can be restored' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Attachments on a page' })),
  cursor: Type.Optional(Cursor),
  fields: Type.Optional(FieldNames),
})
/** A page of a record's attachments. */
export const AttachmentPage = Closed({
  attachments: Type.Array(AttachmentRecord, { description: 'The newest first' }),
  next_cursor: NextCursor,
})
