import { snippetOf, splitQuotes } from './quotes/split.ts'
import { kindOf, type MailKind, readMessage } from './read.ts'

/** How a message is taken, and why: what `rapport email inspect` prints. */
export interface InspectedEmail {
  /** A message of a person, an automatic one, or a report on one of ours. */
  readonly kind: MailKind
  /** What a report says of each recipient; `code` is an enhanced code, or one of SMTP. */
  readonly recipients: readonly { readonly address: string; readonly kind: string; readonly code: string | null; readonly text: string }[]
  /** Ids of the message that a report is about, or of those that a message answers. */
  readonly message_ids: readonly string[]
  /** Its subject, decoded. */
  readonly subject: string
  /** The first 200 characters of the new part. */
  readonly snippet: string
  /** The new part of the text. */
  readonly text: string
  /** What the text quotes of earlier messages. */
  readonly quoted: string
}

/**
 * Reads a message, or a bare body (`isBody`), as the inbox does. Nothing is known of other messages here: one that names a message that it
 * answers counts as an answer.
 */
export function inspectEmail(content: Uint8Array, isBody = false): InspectedEmail {
  if (isBody) return { kind: 'message', recipients: [], message_ids: [], subject: '', ...partsOf(new TextDecoder().decode(content)) }
  const read = readMessage(content)
  const answered = [...new Set([...read.in_reply_to, ...read.references])]
  return {
    kind: kindOf(read, answered.length > 0),
    recipients: (read.report?.recipients ?? []).map(({ address, kind, code, text }) => ({ address, kind, code, text })),
    message_ids: read.report?.message_ids ?? answered,
    subject: read.subject,
    snippet: read.snippet,
    ...read.split,
  }
}

function partsOf(text: string): Pick<InspectedEmail, 'snippet' | 'text' | 'quoted'> {
  const split = splitQuotes(text.replaceAll('\r\n', '\n'))
  return { snippet: snippetOf(split), ...split }
}
