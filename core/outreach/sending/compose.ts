import { domainToASCII } from 'node:url'
import { createHash } from 'node:crypto'
import type MailComposer from 'nodemailer/lib/mail-composer'
import { bytesOf } from './mime-bytes.ts'
import type { Email, EmailFile } from '../emails/entity.ts'

// Lines of more than 76 characters are always encoded as quoted-printable. The library reads HTML three times to find that out, and so gets a
// text that it encodes likewise, for which the HTML is put in at the end.
const LONG_LINE = /[^\n\r]{77}/
const LONG_HTML = '\u00e4 stands for the HTML'

/** What a message is made of besides its record. */
export interface Ingredients {
  readonly html: string | null
  readonly text: string | null
  readonly files: readonly EmailFile[]
  /** Further header lines, each on one line. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Those that it answers, for `In-Reply-To`. */
  readonly answered: string | null
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string } | undefined
}

/** The bytes of a message: of the same record the same bytes at every try. Nothing is read from files or addresses. */
export async function compose(email: Email, { html, text, files, headers, answered, dkim }: Ingredients): Promise<Buffer> {
  const id = email.message_id ?? ''
  const subject = email.subject ?? ''
  // Who reads it would take it for what is encoded there, such as line breaks.
  const isEncoded = subject.includes('=?')
  const isLong = html !== null && LONG_LINE.test(html)
  // Loaded with the first message, because it takes a fifth of a start.
  const { default: Composer } = await import('nodemailer/lib/mail-composer')
  const node = new Composer({
    from: { name: email.from_name ?? '', address: aLabel(email.from ?? email.mailbox) },
    to: email.to.map(aLabel),
    cc: email.cc.map(aLabel),
    ...(email.reply_to !== null && { replyTo: aLabel(email.reply_to) }),
    ...(!isEncoded && { subject }),
    messageId: id,
    ...(answered !== null && { inReplyTo: answered }),
    // That of a first message holds its own id: relays that replace the Message-ID leave the references alone.
    references: email.references.length > 0 ? [...email.references] : [id],
    date: email.scheduled_at ?? email.created_at,
    ...(html !== null && { html: isLong ? LONG_HTML : html }),
    ...(text !== null || html === null ? { text: text ?? '' } : {}),
    textEncoding: 'quoted-printable',
    attachments: files.map(({ name, media_type, content, content_id }) => ({
      filename: name,
      contentType: media_type,
      content: Buffer.from(content, 'base64'),
      ...(content_id !== null && { cid: content_id }),
    })),
    headers: [
      ...(isEncoded ? [{ key: 'Subject', value: { prepared: true, foldLines: false, value: encodedWords(subject) } }] : []),
      ...headers.map(([key, value]) => ({ key, value: { prepared: true, foldLines: false, value: oneLine(value) } })),
    ],
    baseBoundary: createHash('sha256')
      .update(email.key ?? email.id)
      .digest('hex')
      .slice(0, 24),
    newline: '\r\n',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const plain = bytesOf(node, isLong ? new Map([[LONG_HTML, html]]) : undefined) ?? (await written(node, html))
  return dkim ? await signed(plain, dkim) : plain
}

/** An address as servers take it: its domain in ASCII. */
export function aLabel(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1))
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`
}

async function signed(message: Buffer, options: NonNullable<Ingredients['dkim']>): Promise<Buffer> {
  const { default: DKIM } = await import('nodemailer/lib/dkim')
  const chunks: Buffer[] = []
  for await (const chunk of new DKIM(options).sign(message)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** A text as words that every reader decodes to just that text (RFC 2047), one on a line. */
function encodedWords(text: string): string {
  const words: string[] = []
  for (const character of oneLine(text).toWellFormed()) {
    const longer = `${words.at(-1) ?? ''}${character}`
    if (words.length > 0 && Buffer.byteLength(longer) <= 45) words[words.length - 1] = longer
    else words.push(character)
  }
  return words.map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ')
}

/** By the streams of the library. */
async function written(node: ReturnType<MailComposer['compile']>, html: string | null): Promise<Buffer> {
  setHtml(node, html)
  return await node.build()
}

function setHtml(node: ReturnType<MailComposer['compile']>, html: string | null): void {
  if (node.content === LONG_HTML && html !== null && node.contentType?.startsWith('text/html')) node.setContent(html)
  for (const child of node.childNodes) setHtml(child, html)
}

const oneLine = (value: string) => value.replaceAll(/\p{Cc}+/gu, ' ')
