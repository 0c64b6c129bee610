import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { CrmError, invalid } from './errors.ts'
import { limits } from './limits.ts'
import { parseExact } from './schema/exact.ts'
import { noteRepeatedKey } from './schema/repeated-keys.ts'
import { LongText } from './json-text.ts'

/** Bodies up to this size are parsed at once: whatever they hold takes a few milliseconds. */
const SMALL = 64 * 1024
/** After so many bytes, or after so many milliseconds, other calls get their turn. */
const TURN = 512 * 1024
const TURN_MS = 8
/** How many bytes lie between two looks at the time. */
const LOOK = 16 * 1024
/** Larger objects and lists are parsed part by part, down to this many levels: a batch stands three deep in a call of a tool. */
const LARGE = 128 * 1024
const DIVIDED = 8

const [TAB, NEWLINE, RETURN, SPACE, QUOTE, COMMA, COLON] = [9, 10, 13, 32, 34, 44, 58]
const [MINUS, ZERO, NINE] = [45, 48, 57]
const [OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [91, 92, 93, 123, 125]

/** How a JSON text is read, and what it is called in messages. */
export interface JsonOptions {
  /** Keeps integers that a JavaScript number cannot hold as texts. */
  readonly exact: boolean
  /** Items of one list; default `limits.json_items`. */
  readonly items?: number
  /** Where errors point, and what they call the text; default: the body. */
  readonly of?: { readonly path: string; readonly name: string }
}

/**
 * The value of a JSON text in UTF-8. A large text is looked through before anything is built of it, and its lists are parsed item by item, so
 * that other calls are served meanwhile. Throws `malformed_input` for what is no JSON in UTF-8, and `invalid_input` (`too_deep`, `too_many`)
 * for more than the limits allow.
 */
export async function readJsonBody(bytes: Uint8Array, options: JsonOptions): Promise<unknown> {
  if (!isUtf8(bytes)) throw new CrmError('malformed_input', 'The body is not UTF-8')
  const { exact, of = { path: '', name: 'The body' }, items = limits.json_items.value } = options
  const parse = exact ? parseExact : (text: string): unknown => JSON.parse(text)
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const start = buffer[0] === 0xef ? 3 : 0
    if (buffer.length <= SMALL && isDeep(buffer))
      throw invalid(of.path, 'too_deep', `${of.name} is nested deeper than ${limits.json_depth.value} levels`)
    return buffer.length <= SMALL ? parse(buffer.toString('utf8', start)) : await new LargeJson(buffer, start, { parse, of, items }).read()
  } catch (error) {
    if (error instanceof SyntaxError) throw new CrmError('malformed_input', `${of.name} is not JSON: ${error.message}`)
    throw error
  }
}

type LargeOptions = Required<Pick<JsonOptions, 'of' | 'items'>> & { readonly parse: (text: string) => unknown }

/** Reads a text from its first byte to its last: where values end it finds without building them. */
class LargeJson {
  readonly #bytes: Buffer
  readonly #options: LargeOptions
  #at: number
  #rested = 0
  #restedMs = performance.now()
  #looked = 0
  #values = 0
  /** Whether `#at` stands within a text. */
  #inText = false

  constructor(bytes: Buffer, start: number, options: LargeOptions) {
    this.#bytes = bytes
    this.#at = start
    this.#options = options
  }

  async read(): Promise<unknown> {
    const value = await this.#value(0)
    if (this.#next() !== undefined) throw this.#unexpected()
    return value
  }

  async #object(depth: number): Promise<object> {
    const object: Record<string, unknown> = {}
    let members = 0
    this.#at++
    if (this.#next() === CLOSE) this.#at++
    else
      do {
        if (this.#next() !== QUOTE) throw this.#unexpected()
        const key = await this.#key()
        if (this.#next() !== COLON) throw this.#unexpected()
        this.#at++
        if (++members > limits.json_keys.value) throw this.#tooMany('members in one object', limits.json_keys.value)
        const value = await this.#value(depth)
        if (Object.hasOwn(object, key)) noteRepeatedKey(object, key)
        // `__proto__` is a key like any other, as for `JSON.parse`.
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
      } while (this.#goesOn(CLOSE))
    return object
  }

  async #list(depth: number): Promise<unknown[]> {
    const list: unknown[] = []
    this.#at++
    if (this.#next() === CLOSE_LIST) this.#at++
    else
      do {
        if (list.length === this.#options.items) throw this.#tooMany('items in one list', this.#options.items)
        list.push(await this.#value(depth))
      } while (this.#goesOn(CLOSE_LIST))
    return list
  }

  /** Whether a comma comes next, and not the end. */
  #goesOn(end: number): boolean {
    const next = this.#next()
    this.#at++
    if (next === COMMA) return true
    if (next === end) return false
    this.#at--
    throw this.#unexpected()
  }

  /** A value of which nothing is built before its end is found; a large one is read part by part. */
  async #value(depth: number): Promise<unknown> {
    const first = this.#next()
    const [start, before] = [this.#at, this.#values]
    await this.#skip()
    if (this.#at - start > LARGE && first === QUOTE) return await new LongText(this.#bytes, start, this.#at).read()
    if (this.#at - start > LARGE && depth < DIVIDED && (first === OPEN || first === OPEN_LIST)) {
      this.#at = this.#rested = this.#looked = start
      this.#values = before
      return await (first === OPEN ? this.#object(depth + 1) : this.#list(depth + 1))
    }
    if (this.#values - before > limits.json_part_values.value) throw this.#tooMany('values in one part', limits.json_part_values.value)
    return this.#options.parse(this.#bytes.toString('utf8', start, this.#at))
  }

  /** Goes to the end of the value that begins here. Whether what lies between is JSON is judged when it is parsed. */
  async #skip(): Promise<void> {
    const bytes = this.#bytes
    const open: { readonly isList: boolean; count: number }[] = []
    do {
      if (this.#at - this.#looked > LOOK && this.#isTurn()) await this.#rest()
      const code = bytes[this.#at]
      if (code === QUOTE || this.#inText) this.#passText()
      else if (code === OPEN || code === OPEN_LIST) {
        open.push({ isList: code === OPEN_LIST, count: 1 })
        this.#count()
        this.#at++
        if (open.length > limits.json_depth.value)
          throw this.#refused('too_deep', `is nested deeper than ${limits.json_depth.value} levels`)
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.pop()?.isList !== (code === CLOSE_LIST)) throw this.#unexpected()
        this.#at++
      } else if (code === COMMA && open.length > 0) this.#comma(open.at(-1))
      else if (open.length > 0 && (isSpace(code) || code === COLON)) this.#at++
      else this.#scalar()
    } while (open.length > 0 || this.#inText)
  }

  #comma(within: { readonly isList: boolean; count: number } | undefined): void {
    this.#at++
    this.#count()
    if (!within) return
    const most = within.isList ? this.#options.items : limits.json_keys.value
    if (++within.count > most) throw this.#tooMany(within.isList ? 'items in one list' : 'members in one object', most)
  }

  #count(): void {
    if (++this.#values > limits.json_values.value) throw this.#tooMany('values', limits.json_values.value)
  }

  /** A number or a word ends before the next sign of JSON. */
  #scalar(): void {
    const start = this.#at
    const most = start + limits.json_name_bytes.value
    for (let code = this.#bytes[this.#at]; isOfScalar(code) && this.#at <= most; code = this.#bytes[++this.#at]);
    if (this.#at === start) throw this.#unexpected()
    if (this.#at - start <= limits.json_name_bytes.value) return
    if (!beginsNumber(this.#bytes[start])) throw new SyntaxError(`unexpected sign at byte ${start}`)
    throw this.#refused('too_long', `has a number of more than ${limits.json_name_bytes.value} digits`)
  }

  /** The key of a member that begins here. */
  async #key(): Promise<string> {
    const start = this.#at
    do {
      if (this.#at - this.#looked > LOOK && this.#isTurn()) await this.#rest()
      this.#passText()
    } while (this.#inText)
    if (this.#at - start > limits.json_name_bytes.value)
      throw this.#refused('too_long', `has a key of more than ${limits.json_name_bytes.value} bytes`)
    return String(JSON.parse(this.#bytes.toString('utf8', start, this.#at)))
  }

  /** Goes behind the text that begins here or goes on here; stops within one that is long, so that other calls get their turn. */
  #passText(): void {
    const bytes = this.#bytes
    let at = bytes.indexOf(QUOTE, this.#inText ? this.#at : this.#at + 1)
    this.#inText = true
    while (at >= 0) {
      let slashes = 0
      while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
      this.#at = at + 1
      this.#inText = slashes % 2 === 1
      if (!this.#inText || at - this.#looked > LOOK) return
      at = bytes.indexOf(QUOTE, at + 1)
    }
    throw new SyntaxError('a text does not end')
  }

  /** The next byte that is no white space; undefined at the end. */
  #next(): number | undefined {
    const start = this.#at
    while (isSpace(this.#bytes[this.#at]))
      if (++this.#at - start > limits.json_space_bytes.value)
        throw this.#tooMany('bytes of white space in one place', limits.json_space_bytes.value)
    return this.#bytes[this.#at]
  }

  #isTurn(): boolean {
    this.#looked = this.#at
    return this.#at - this.#rested > TURN || performance.now() - this.#restedMs > TURN_MS
  }

  async #rest(): Promise<void> {
    this.#rested = this.#at
    await setImmediate()
    this.#restedMs = performance.now()
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(this.#at >= this.#bytes.length ? 'it ends too early' : `unexpected sign at byte ${this.#at}`)
  }

  #refused(code: string, message: string): CrmError {
    const { path, name } = this.#options.of
    return invalid(path, code, `${name} ${message}`)
  }

  #tooMany(what: string, most: number): CrmError {
    return this.#refused('too_many', `has more than ${most} ${what}`)
  }
}

function isSpace(code: number | undefined): boolean {
  return code === SPACE || code === NEWLINE || code === RETURN || code === TAB
}

/** Whether a number can begin with this byte. */
function beginsNumber(code: number | undefined): boolean {
  return code === MINUS || (code !== undefined && code >= ZERO && code <= NINE)
}

function isOfScalar(code: number | undefined): boolean {
  return !(
    code === undefined ||
    isSpace(code) ||
    code === COMMA ||
    code === CLOSE ||
    code === CLOSE_LIST ||
    code === QUOTE ||
    code === COLON
  )
}

/** Whether brackets stand deeper inside one another than is allowed: with a reviver `JSON.parse` takes a frame of the stack for each level. */
function isDeep(bytes: Buffer): boolean {
  const { value: most } = limits.json_depth
  if (bytes.length <= most) return false
  let [depth, inText] = [0, false]
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]
    if (code === QUOTE) inText = !inText
    else if (inText && code === BACKSLASH) at++
    else if (!inText && (code === OPEN || code === OPEN_LIST) && ++depth > most) return true
    else if (!inText && (code === CLOSE || code === CLOSE_LIST)) depth--
  }
  return false
}
