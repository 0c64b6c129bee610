import { decodeWords } from 'postal-mime'

/** A header with parameters, such as Content-Type: its value in lower case, and the parameters by name. */
export interface Structured {
  readonly value: string
  readonly params: ReadonlyMap<string, string>
}

const LONGEST = 4_000

/** Reads a header with parameters, also a broken one whose semicolons are missing. */
export function structured(header: string | undefined): Structured {
  const pieces = piecesOf((header ?? '').slice(0, LONGEST).toWellFormed())
  const [first = '', ...others] = pieces
  const params = new Map<string, string>()
  const [value = '', ...stray] = first.trim().split(/[\s]/)
  for (const piece of [...others, ...stray]) {
    const equals = piece.indexOf('=')
    if (equals < 1) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    if (!params.has(name)) params.set(name, unquoted(piece.slice(equals + 1).trim()))
  }
  return { value: value.trim().toLowerCase(), params }
}

/** The name of a file, however it is written: encoded words, RFC 2231, or in pieces. */
export function fileName(...headers: readonly Structured[]): string | null {
  for (const { params } of headers)
    for (const name of ['filename', 'name']) {
      const found = params.get(name) ?? extended(params, name)
      if (found !== undefined && found !== '') return plainName(decodeWords(found))
    }
  return null
}

function extended(params: ReadonlyMap<string, string>, name: string): string | undefined {
  const whole = params.get(`${name}*`)
  if (whole !== undefined) return percentDecoded(whole)
  const pieces: string[] = []
  for (let at = 0; at < 50; at++) {
    const piece = params.get(`${name}*${at}*`) ?? params.get(`${name}*${at}`)
    if (piece === undefined) break
    pieces.push(piece)
  }
  return pieces.length > 0 ? percentDecoded(pieces.join('')) : undefined
}

function percentDecoded(text: string): string {
  const parts = text.split("'")
  const [charset, encoded] = parts.length >= 3 ? [parts[0], parts.slice(2).join("'")] : ['utf-8', text]
  const bytes = Buffer.from(
    encoded.replaceAll(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** A name without folders and control characters. */
function plainName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  return last
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 255)
    .toWellFormed()
}

/** Splits at semicolons that stand outside of quotation marks. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') isQuoted = !isQuoted
    else if (text[at] === ';' && !isQuoted) {
      pieces.push(text.slice(start, at))
      start = at + 1
    }
  }
  pieces.push(text.slice(start))
  return pieces
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  const end = text.indexOf('"', 1)
  return text.slice(1, end < 0 ? text.length : end)
}
