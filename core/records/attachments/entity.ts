import { bigInteger, createOnly, hidden, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { LONGEST_NAME } from './names.ts'

/** Fields of an attachment. */
export const attachmentFields = {
  ...ownFields,
  object: createOnly(text({ max: 60, description: 'Plural of the record type', example: 'deals' })),
  record_id: createOnly(uuid('The record; of a merged one the survivor')),
  name: text({ max: LONGEST_NAME, min: 1, description: 'Name of the file', example: 'Offer.pdf' }),
  media_type: readOnly(text({ description: 'By its bytes', example: 'application/pdf' })),
  size: readOnly(bigInteger({ description: 'Its bytes', example: 48_213 })),
  sha256: readOnly(
    text({ description: 'SHA-256 of the bytes, in hex', example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' }),
  ),
  /** Where the bytes are (`StoredFile`). */
  file_id: hidden(uuid()),
  created_by: readOnly(text('Who uploaded it')),
  created_at: readOnly(timestamp('When it was uploaded')),
  updated_at: readOnly(timestamp('When it was renamed, deleted or restored last')),
  deleted_at: optional(readOnly(timestamp('When it was deleted; its bytes go 30 days later'))),
  version: readOnly(integer('For `If-Match`')),
}

const attachment = entity('Attachment', 'attachments', attachmentFields, {
  indexes: [['record_id', 'id'], ['file_id']],
  ownership: { type: 'object', id: 'record_id' },
})

/**
 * A file on a record, seen by whoever sees the record. It keeps the id that the record had: where that was merged, the survivor is looked up
 * when it is read, so that the undo of a merge needs no write. Its name stands here and nowhere else.
 */
export class Attachment extends attachment.class {}
attachment.setClass(Attachment)

/** How long a deleted attachment can be restored. */
export const RESTORABLE_MS = 30 * 24 * 3_600_000
/** The fields of an attachment that the audit log tells: not its name, which an erasure must find in one place. */
export const told = ['object', 'record_id', 'media_type', 'size', 'deleted_at'] as const
/** An attachment that is about to be added. */
export type NewAttachment = Pick<Attachment, 'object' | 'record_id' | 'name' | 'media_type' | 'size' | 'sha256' | 'file_id'>
