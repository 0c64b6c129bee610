import type MailComposer from 'nodemailer/lib/mail-composer'
import { quotedPrintable } from './quoted-printable.ts'

/** A part of a message as the composer of nodemailer makes it. */
type MimeNode = ReturnType<MailComposer['compile']>

const LINE = 76

/**
 * The bytes of a composed message: the headers as nodemailer writes them, the bodies encoded at once instead of by streams, which take most of
 * the time. `instead` has texts that stand for others. Undefined where a part is of another form than text or bytes; the streams of the library write that.
 */
export function bytesOf(root: MimeNode, instead: ReadonlyMap<unknown, string> = new Map()): Buffer | undefined {
  const parts: string[] = []
  if (!write(root, instead, parts)) return undefined
  const text = parts.join('')
  const ended = text.endsWith('\n') ? text : `${text}${text.endsWith('\r') ? '' : '\r'}\n`
  return Buffer.from(ended.replaceAll(/\r?\n/g, '\r\n'))
}

function write(node: MimeNode, instead: ReadonlyMap<unknown, string>, parts: string[]): boolean {
  parts.push(node.buildHeaders(), '\r\n\r\n')
  const { content, contentType = '' } = node
  if (content) {
    // What stands for HTML may be the plain text of somebody.
    const own = contentType.startsWith('text/html') ? (instead.get(content) ?? content) : content
    const encoded = bodyOf(own, node.getTransferEncoding(), contentType)
    if (encoded === undefined) return false
    parts.push(encoded)
  }
  if (!node.multipart) return true
  for (const [at, child] of node.childNodes.entries()) {
    parts.push(`${at > 0 ? '\r\n' : ''}--${node.boundary}\r\n`)
    if (!write(child, instead, parts)) return false
  }
  parts.push(`\r\n--${node.boundary}--\r\n`)
  return true
}

function bodyOf(content: unknown, encoding: string | false, contentType: string): string | undefined {
  if (typeof content === 'string' && encoding === 'quoted-printable' && contentType.startsWith('text/')) return quotedPrintable(content)
  if (typeof content === 'string' && encoding === '7bit') return content
  if (!Buffer.isBuffer(content) || encoding !== 'base64') return undefined
  const text = content.toString('base64')
  const lines = Array.from({ length: Math.ceil(text.length / LINE) }, (_, at) => text.slice(at * LINE, (at + 1) * LINE))
  return lines.join('\r\n')
}
