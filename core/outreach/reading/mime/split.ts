import { readingLimits } from '../limits.ts'
import { type Headers, readHeaders } from './headers.ts'
import { type Structured, structured } from './structured.ts'

/** A part of a message that has no parts itself. Its body is as it came, not decoded. */
export interface Part {
  readonly headers: Headers
  readonly type: Structured
  readonly disposition: Structured
  readonly body: Buffer
}

/** A message in its parts; `type` is that of the whole. */
export interface Parts {
  readonly headers: Headers
  readonly type: Structured
  readonly parts: readonly Part[]
}

interface Container {
  readonly boundary: string
  readonly isDigest: boolean
}
interface Open {
  readonly headers: Headers
  readonly type: Structured
  readonly start: number
}

/**
 * Splits a message into its parts in one pass over its lines, within the limits of reading: depth, breadth, headers and lines.
 * Messages within a message are one part, because what they say is not what the sender says.
 */
export function splitMessage(message: Uint8Array): Parts {
  return new Splitter(Buffer.from(message.buffer, message.byteOffset, Math.min(message.byteLength, readingLimits.bytes))).split()
}

class Splitter {
  readonly #raw: Buffer
  readonly #containers: Container[] = []
  readonly #parts: Part[] = []
  #open: Open | undefined
  #headerBytes: number = readingLimits.headerBytes

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  split(): Parts {
    const { headers, body } = this.#headersAt(startOf(this.#raw))
    const type = typeOf(headers, false)
    this.#begin(headers, type, body)
    this.#walk(body)
    if (this.#open) this.#end(this.#raw.length)
    // A message whose parts cannot be told apart is one text.
    if (this.#parts.length === 0) this.#keep({ headers, type: plain, start: body }, this.#raw.length)
    return { headers, type, parts: this.#parts }
  }

  #walk(from: number): void {
    const raw = this.#raw
    let at = from
    for (let lines = 0; at < raw.length && lines < readingLimits.lines && this.#containers.length > 0; lines++) {
      const next = raw.indexOf(0x0a, at)
      const stop = next < 0 ? raw.length : next
      const start = at
      at = stop + 1
      if (raw[start] !== 0x2d || raw[start + 1] !== 0x2d || stop - start > 1_000 || stop - start < 3 || raw[start + 2] === 0x0d) continue
      const body = this.#delimit(raw.toString('latin1', start + 2, stop).trimEnd(), start, at)
      if (body === undefined) return
      at = body
    }
  }

  /** Ends and begins parts where the line is a boundary; where to go on, or undefined when there are parts enough. */
  #delimit(line: string, start: number, next: number): number | undefined {
    const level = this.#containers.findLastIndex(({ boundary }) => line === boundary || line === `${boundary}--`)
    const container = this.#containers[level]
    if (!container) return next
    if (this.#open) this.#end(start)
    this.#open = undefined
    this.#containers.length = level + 1
    if (line.length > container.boundary.length) {
      this.#containers.pop()
      return next
    }
    if (this.#parts.length >= readingLimits.parts) return undefined
    const { headers, body } = this.#headersAt(next)
    this.#begin(headers, typeOf(headers, container.isDigest), body)
    return body
  }

  #begin(headers: Headers, type: Structured, start: number): void {
    const boundary = type.params.get('boundary')
    const isContainer = type.value.startsWith('multipart/') && boundary !== undefined && boundary !== ''
    if (isContainer && this.#containers.length < readingLimits.depth)
      this.#containers.push({ boundary: Buffer.from(boundary).toString('latin1').trimEnd(), isDigest: type.value === 'multipart/digest' })
    else this.#open = { headers, type: type.value.startsWith('multipart/') ? plain : type, start }
  }

  #end(at: number): void {
    if (this.#open) this.#keep(this.#open, at)
  }

  #keep({ headers, type, start }: Open, stop: number): void {
    // The line break before a boundary belongs to the boundary.
    const raw = this.#raw
    let end = stop
    if (stop < raw.length && end > start && raw[end - 1] === 0x0a) end -= end - 1 > start && raw[end - 2] === 0x0d ? 2 : 1
    const disposition = structured(headers.first('content-disposition'))
    this.#parts.push({ headers, type, disposition, body: raw.subarray(start, Math.max(start, end)) })
  }

  #headersAt(at: number): { readonly headers: Headers; readonly body: number } {
    const found = readHeaders(this.#raw, at, Math.max(0, this.#headerBytes))
    this.#headerBytes -= found.body - at
    return found
  }
}

const plain: Structured = { value: 'text/plain', params: new Map() }

function typeOf(headers: Headers, inDigest: boolean): Structured {
  const found = structured(headers.first('content-type'))
  if (found.value.includes('/')) return found
  return { value: inDigest ? 'message/rfc822' : 'text/plain', params: found.params }
}

/** Where the headers begin: after blank lines, and after the line that separates messages in a mailbox file. */
function startOf(raw: Buffer): number {
  let at = 0
  while (at < raw.length && at < 1_000 && (raw[at] === 0x0a || raw[at] === 0x0d)) at++
  if (raw[at] === 0xef && raw[at + 1] === 0xbb) at += 3
  if (raw.toString('latin1', at, at + 5) === 'From ' || raw.toString('latin1', at, at + 6) === '>From ') {
    const next = raw.indexOf(0x0a, at)
    return next < 0 ? raw.length : next + 1
  }
  return at
}
