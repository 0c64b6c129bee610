import { invalid } from '../../../kernel/operation/errors.ts'

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
const SAMPLE = 4096

/** The text of a file: in the encoding that is given, else by its byte order mark, else UTF-8 where it is that, else Windows-1252. */
export async function textOf(bytes: Uint8Array, given?: string): Promise<{ text: string; encoding: string }> {
  // Most files are UTF-8: the tables of the other encodings are loaded for those that need them.
  const encoding = given?.toLowerCase() ?? encodingOf(bytes)
  if (encoding === 'utf-8' || encoding === 'utf8')
    return { text: readable(withoutMark(new TextDecoder('utf-8').decode(bytes))), encoding: 'utf-8' }
  const { default: iconv } = await import('iconv-lite')
  if (!iconv.encodingExists(encoding))
    throw invalid('/encoding', 'not_allowed', `Unknown encoding ${encoding}: give one such as utf-8 or windows-1252`)
  return { text: readable(withoutMark(iconv.decode(Buffer.from(bytes), encoding))), encoding }
}

function encodingOf(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return marked[0]
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 1].map((start) => sample.filter((byte, at) => at % 2 === start && byte === 0).length)
  // Every other byte of western text in UTF-16 is zero; UTF-8 has none.
  if ((zeros[1] ?? 0) > sample.length / 5) return 'utf-16le'
  if ((zeros[0] ?? 0) > sample.length / 5) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

// A damaged or foreign binary file decodes to something in any encoding: what is mostly control characters is no text.
function readable(text: string): string {
  const sample = text.slice(0, SAMPLE)
  const strange = sample.match(/[^\P{Cc}\t\n\v\f\r]|\ufffd/gu)?.length ?? 0
  if (strange > sample.length / 20)
    throw invalid('/content_base64', 'not_readable', 'This is neither text nor an XLSX file: it may be damaged, or of another format')
  return text
}
