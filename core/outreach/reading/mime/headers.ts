import { readingLimits } from '../limits.ts'

/** The headers of a message or of one of its parts, in the order in which they stand; names are in lower case. */
export class Headers {
  readonly #values = new Map<string, string[]>()

  constructor(fields: Iterable<readonly [name: string, value: string]> = []) {
    for (const [name, value] of fields) {
      const values = this.#values.get(name)
      if (values) values.push(value)
      else this.#values.set(name, [value])
    }
  }

  /** The first header of the name, or undefined. */
  first(name: string): string | undefined {
    return this.#values.get(name)?.[0]
  }

  /** All headers of the name. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? []
  }

  /** Whether there is such a header, even an empty one. */
  has(name: string): boolean {
    return this.#values.has(name)
  }

  /** How many names there are. */
  get size(): number {
    return this.#values.size
  }
}

/** The headers at the start of a block of bytes, and where its body begins. */
export function readHeaders(raw: Buffer, start: number, limit: number): { readonly headers: Headers; readonly body: number } {
  const end = Math.min(raw.length, start + limit)
  const lines: string[] = []
  let at = start
  while (at < end) {
    const next = raw.indexOf(0x0a, at)
    const stop = next < 0 ? raw.length : next
    const isBlank = stop === at || (stop === at + 1 && raw[at] === 0x0d)
    if (isBlank) return { headers: new Headers(unfold(lines)), body: Math.min(raw.length, stop + 1) }
    lines.push(textOf(raw.subarray(at, Math.min(stop, end))))
    at = stop + 1
  }
  return { headers: new Headers(unfold(lines)), body: at < raw.length ? afterBlankLine(raw, at - 1) : raw.length }
}

function afterBlankLine(raw: Buffer, from: number): number {
  const [short, long] = [raw.indexOf('\n\n', from), raw.indexOf('\n\r\n', from)]
  if (short >= 0 && (long < 0 || short < long)) return short + 2
  return long < 0 ? raw.length : long + 3
}

/** Reads headers that stand in a text, up to its first blank line. */
export function headersOfText(text: string): Headers {
  return readHeaders(Buffer.from(text.trimStart()), 0, readingLimits.headerBytes).headers
}

/** Headers out of lines; a line that is neither a header nor goes one on is left out. */
function* unfold(lines: readonly string[]): Generator<readonly [string, string]> {
  let name = ''
  let value: string[] = []
  const field = (): readonly [string, string] => [name, value.join(' ').trim()]
  for (const line of lines) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      value.push(line.trim())
      continue
    }
    const colon = line.indexOf(':')
    const found = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : ''
    if (found === '' || found.includes(' ') || found.length > 100) continue
    if (name !== '') yield field()
    name = found
    value = [line.slice(colon + 1).trim()]
  }
  if (name !== '') yield field()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bytes of a header, which are UTF-8 where they can be, without what no database stores. */
function textOf(bytes: Buffer): string {
  const line = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes
  return charsOf(line).replaceAll('\0', '')
}

function charsOf(line: Buffer): string {
  try {
    return utf8.decode(line)
  } catch {
    return line.toString('latin1')
  }
}
