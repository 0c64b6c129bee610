import { setImmediate } from 'node:timers/promises'

const [BACKSLASH, LETTER_U] = [92, 117]
/** So many bytes take a few milliseconds. */
const PART = 512 * 1024
/** A `\uXXXX` has so many characters behind its `u`. */
const DIGITS = 4

/** One text of a JSON document that is too long to be parsed in one go, such as an uploaded file: it is parsed part by part. */
export class LongText {
  readonly #bytes: Buffer
  readonly #start: number
  readonly #end: number

  /** Of the bytes from the opening quote to behind the closing one. */
  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start + 1
    this.#end = end - 1
  }

  /** The text; other calls are served meanwhile. Throws `SyntaxError` for what is no text of JSON. */
  async read(): Promise<string> {
    let text = ''
    for (let at = this.#start; at < this.#end;) {
      const end = this.#cut(at)
      text += String(JSON.parse(`"${this.#bytes.toString('utf8', at, end)}"`))
      at = end
      await setImmediate()
    }
    return text
  }

  /** Where the part ends that begins at `from`: not within an escape, and not within a character. */
  #cut(from: number): number {
    let at = from + PART
    if (at >= this.#end) return this.#end
    for (let back = 1; back <= DIGITS; back++)
      if (this.#bytes[at - back] === LETTER_U && this.#isEscaped(from, at - back)) return at - back + 1 + DIGITS
    if (this.#isEscaped(from, at)) at += this.#bytes[at] === LETTER_U ? 1 + DIGITS : 1
    while (isInside(this.#bytes[at])) at++
    return Math.min(at, this.#end)
  }

  /** Whether an odd number of backslashes stands before this byte. */
  #isEscaped(from: number, at: number): boolean {
    let slashes = 0
    while (at - 1 - slashes >= from && this.#bytes[at - 1 - slashes] === BACKSLASH) slashes++
    return slashes % 2 === 1
  }
}

/** Whether a byte of UTF-8 is not the first one of its character. */
function isInside(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
