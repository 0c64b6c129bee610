import { bigInteger, bytes, choice, hidden, readOnly, text, timestamp, uuid } from '../../operation/schema/fields.ts'
import { entity, ownFields } from '../schema/entity.ts'

/** `writing`: bytes are arriving; `kept`: an attachment has them; `dropping`: they are to be deleted. */
export const fileStates = ['writing', 'kept', 'dropping'] as const

const file = entity(
  'StoredFile',
  'stored_files',
  {
    ...ownFields,
    state: hidden(choice(fileStates)),
    /** The store that has the bytes: `database`, or the name of a `FileStore`. */
    store: hidden(text()),
    size: hidden(bigInteger()),
    created_at: readOnly(timestamp()),
  },
  { indexes: [['size']], global: [['state', 'id']], privacy: 'kept' },
)

/**
 * What is known of the bytes of a file, from before the first of them is written until the last is gone. A trigger marks it as `dropping` when its
 * attachment is deleted for good, whoever does that.
 */
export class StoredFile extends file.class {}
file.setClass(StoredFile)

const part = entity(
  'FilePart',
  'file_parts',
  { user_from: readOnly(text()), file_id: readOnly(uuid()), position: readOnly(bigInteger()), content: hidden(bytes()) },
  { key: ['file_id', 'position'], privacy: 'kept' },
)

/** Some bytes of a file that is kept in the database, numbered from 0 without gaps. */
export class FilePart extends part.class {}
part.setClass(FilePart)
