import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Attachment } from './draft.ts'
import type { EmailSending } from './schema.ts'

const MOST_BYTES = 10 * 1024 * 1024

/** The files of a message as they were given; throws `invalid_input` for names, base64 and sizes that cannot be sent. */
export function filesOf(given: Static<typeof EmailSending>['attachments'] = []): Attachment[] {
  const files = given.map(({ name, media_type, content }, at) => {
    if (/[\p{Cc}/\\]/u.test(name))
      throw invalid(`/attachments/${at}/name`, 'format', 'A file name has no slashes, line ends or control characters')
    // Without its white space, so that the expression reads every character once.
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content.replaceAll(/\s/g, '')))
      throw invalid(`/attachments/${at}/content`, 'format', 'must be base64')
    return { name, media_type, content: Buffer.from(content, 'base64') }
  })
  const bytes = files.reduce((all, { content }) => all + content.byteLength, 0)
  if (bytes > MOST_BYTES) throw invalid('/attachments', 'too_long', 'The files of a message have at most 10 MB together')
  return files
}
