import type { Part } from './split.ts'

/** The text of a part, of at most so many bytes; the characters are those that its sender most likely meant. */
export function textOfPart(part: Part, bytes: number): string {
  const raw = transferDecoded(part, bytes)
  const text = charsDecoded(raw, part.type.params.get('charset'))
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\0', '')
  if (part.type.params.get('format')?.toLowerCase() !== 'flowed') return lines
  return unflowed(lines, part.type.params.get('delsp')?.toLowerCase() === 'yes')
}

/** How many bytes a part has when it is decoded; close enough to be shown, without decoding it. */
export function sizeOfPart({ headers, body }: Part): number {
  return encodingOf(headers.first('content-transfer-encoding')) === 'base64' ? Math.floor((body.length / 78) * 57) : body.length
}

function transferDecoded({ headers, body }: Part, bytes: number): Buffer {
  switch (encodingOf(headers.first('content-transfer-encoding'))) {
    case 'base64':
      return Buffer.from(body.toString('latin1', 0, bytes * 2), 'base64').subarray(0, bytes)
    case 'quoted-printable':
      return quotedDecoded(body.subarray(0, bytes * 3)).subarray(0, bytes)
    default:
      return body.subarray(0, bytes)
  }
}

function encodingOf(header: string | undefined): 'base64' | 'quoted-printable' | undefined {
  const name = header?.toLowerCase() ?? ''
  if (name.includes('base64')) return 'base64'
  return name.includes('quoted-printable') ? 'quoted-printable' : undefined
}

function quotedDecoded(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length)
  let length = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0
    if (byte !== 0x3d) {
      out[length++] = byte
      continue
    }
    const high = hex(body[at + 1])
    const low = hex(body[at + 2])
    if (high >= 0 && low >= 0) {
      out[length++] = high * 16 + low
      at += 2
    } else if (body[at + 1] === 0x0a) at += 1
    else if (body[at + 1] === 0x0d && body[at + 2] === 0x0a) at += 2
    else out[length++] = byte
  }
  return out.subarray(0, length)
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function charsDecoded(bytes: Buffer, charset: string | undefined): string {
  const named = charset?.trim().toLowerCase()
  if (named !== undefined && named !== '' && named !== 'us-ascii' && named !== 'ascii') {
    const decoder = decoderOf(named)
    if (decoder) return decoder.decode(bytes)
  }
  // Nothing or too little is said of the characters: escapes of Japanese, else UTF-8 where it can be.
  if (bytes.includes('\x1b$')) return decoderOf('iso-2022-jp')?.decode(bytes) ?? bytes.toString('latin1')
  try {
    return utf8.decode(bytes)
  } catch {
    return decoderOf('windows-1252')?.decode(bytes) ?? bytes.toString('latin1')
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}

/** Joins the lines of a flowed text (RFC 3676). */
function unflowed(text: string, dropsSpace: boolean): string {
  const out: string[] = []
  let paragraph: string[] = []
  for (const line of text.split('\n')) {
    const own = line.startsWith(' ') ? line.slice(1) : line
    const isSoft = own.endsWith(' ') && own !== '-- ' && !own.startsWith('>')
    paragraph.push(isSoft && dropsSpace ? own.slice(0, -1) : own)
    if (isSoft) continue
    out.push(paragraph.join(''))
    paragraph = []
  }
  if (paragraph.length > 0) out.push(paragraph.join(''))
  return out.join('\n')
}
