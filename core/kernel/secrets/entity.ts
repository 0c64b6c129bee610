import { hidden, readOnly, text, timestamp } from '../operation/schema/fields.ts'
import { entity, ownFields } from '../storage/schema/entity.ts'

const schema = entity(
  'EncryptionKey',
  'encryption_keys',
  { ...ownFields, key: hidden(text()), created_at: readOnly(timestamp()) },
  { indexes: [['id']], privacy: 'kept' },
)

/**
 * The encryption key of one organization, generated if the engine is given none: it keeps secrets out of dumps of single tables, logs and
 * query results.
 */
export class EncryptionKey extends schema.class {}
schema.setClass(EncryptionKey)
