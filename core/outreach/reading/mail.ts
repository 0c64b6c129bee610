import { addressParser, decodeWords } from 'postal-mime'
import { htmlToText } from './html-text.ts'
import { readingLimits } from './limits.ts'
import { sizeOfPart, textOfPart } from './mime/decode.ts'
import type { Headers } from './mime/headers.ts'
import { type Part, splitMessage } from './mime/split.ts'
import { fileName, type Structured } from './mime/structured.ts'
import { idsOf } from './thread-keys.ts'

/** Somebody who wrote or was written to. */
export interface Address {
  /** The display name, or an empty text. */
  readonly name: string
  /** The address as it stands, in lower case. */
  readonly address: string
}

/** A file that came with a message; `bytes` is close enough to be shown. */
export interface MailFile {
  readonly name: string | null
  readonly media_type: string
  readonly bytes: number
}

/** A message as it was read: decoded, and within the limits of reading. */
export interface Mail {
  readonly headers: Headers
  readonly type: Structured
  readonly parts: readonly Part[]
  /** Without angle brackets; null where the message has none. */
  readonly message_id: string | null
  readonly in_reply_to: readonly string[]
  readonly references: readonly string[]
  readonly from: Address | null
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly reply_to: readonly Address[]
  readonly subject: string
  readonly date: Date | null
  /** The address that errors go to; an empty text where there is none (`<>`), null where the header is missing. */
  readonly return_path: string | null
  /** The plain text, made of the HTML where there is none. */
  readonly text: string
  readonly html: string | null
  readonly files: readonly MailFile[]
  readonly bytes: number
}

/**
 * Reads a message. Headers are decoded by postal-mime; parts are split and decoded here, because postal-mime does not bound how many there
 * are, and keeps each line of a text as an object of its own: a message of 10 KB takes it 20 ms. It never throws.
 */
export function readMail(message: Uint8Array): Mail {
  const { headers, type, parts } = splitMessage(message)
  const { text, html } = bodies(parts)
  const from = addresses(headers, 'from')[0] ?? addresses(headers, 'sender')[0] ?? null
  return {
    headers,
    type,
    parts,
    message_id: idsOf(headers.first('message-id'))[0] ?? null,
    in_reply_to: idsOf(headers.first('in-reply-to')),
    references: idsOf(headers.first('references')),
    from,
    to: addresses(headers, 'to'),
    cc: addresses(headers, 'cc'),
    bcc: addresses(headers, 'bcc'),
    reply_to: addresses(headers, 'reply-to'),
    subject: decodedHeader(headers, 'subject'),
    date: dateOf(headers.first('date')),
    return_path: returnPathOf(headers),
    text,
    html,
    files: parts.filter(isFile).map(shownFile),
    bytes: message.byteLength,
  }
}

/** A header with its encoded words decoded, on one line. */
export function decodedHeader(headers: Headers, name: string): string {
  const value = decodeWords((headers.first(name) ?? '').slice(0, readingLimits.header))
  return value.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

/** The addresses of a header, those of groups among them. */
export function addresses(headers: Headers, name: string): Address[] {
  const found: Address[] = []
  for (const value of headers.all(name))
    for (const { name: shown, address } of addressParser(value.slice(0, readingLimits.header), { flatten: true })) {
      if (found.length >= readingLimits.addresses) return found
      if (address) found.push({ name: cut(decodeWords(shown), 200), address: cut(address.trim().toLowerCase(), 320) })
    }
  return found
}

/** Whether a part is the text that somebody wrote. */
export function isText({ type, disposition }: Part): boolean {
  return (type.value === 'text/plain' || type.value === 'text/html') && disposition.value !== 'attachment'
}

function bodies(parts: readonly Part[]): { readonly text: string; readonly html: string | null } {
  const plain: string[] = []
  const html: string[] = []
  let left: number = readingLimits.textBytes
  for (const part of parts.filter(isText)) {
    if (left <= 0) break
    const found = textOfPart(part, left)
    left -= found.length
    if (part.type.value === 'text/html') html.push(found)
    else plain.push(found)
  }
  const text = plain.join('\n')
  const whole = html.length > 0 ? html.join('\n') : null
  return { text: text.trim() === '' && whole !== null ? htmlToText(whole) : text, html: whole }
}

function isFile(part: Part): boolean {
  return !isText(part) && !part.type.value.startsWith('multipart/')
}

function shownFile(part: Part): MailFile {
  return { name: fileName(part.disposition, part.type), media_type: cut(part.type.value, 100), bytes: sizeOfPart(part) }
}

/** The beginning of a text, as every database stores it. */
function cut(text: string, characters: number): string {
  return text.replaceAll('\0', '').slice(0, characters).toWellFormed()
}

// What was written before there was any mail has no date.
function dateOf(header: string | undefined): Date | null {
  const date = new Date((header ?? '').slice(0, 100))
  return date.getTime() > 0 ? date : null
}

function returnPathOf(headers: Headers): string | null {
  const header = headers.first('return-path')
  if (header === undefined) return null
  return header
    .replaceAll(/[<>\s]/g, '')
    .toLowerCase()
    .slice(0, 320)
}
