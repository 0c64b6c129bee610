import { createHash } from 'node:crypto'
import { CrmError, invalid } from '../../operation/errors.ts'
import type { FileContent } from '../../operation/bytes.ts'

/** Bytes that are worked on at once: few enough that nobody waits for them. */
export const PIECE = 256 * 1024

/** The same bytes in pieces of `PIECE`, the last of which may be shorter; none of no bytes. */
export async function* inPieces(content: FileContent): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const given of content instanceof Uint8Array ? [content] : content) {
    if (!(given instanceof Uint8Array)) throw invalid('/content', 'invalid_type', 'must be bytes')
    for (let rest = given; rest.length > 0;) {
      const taken = rest.subarray(0, PIECE - size)
      held.push(taken)
      size += taken.length
      rest = rest.subarray(taken.length)
      if (size < PIECE) continue
      yield Buffer.concat(held)
      held = []
      size = 0
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

/** Counts and hashes a file while it passes; throws `too_large` with the piece that goes over the limit, which passes no more. */
export class Meter {
  readonly #most: number
  readonly #hash = createHash('sha256')
  /** Bytes that have passed. */
  size = 0

  constructor(most: number) {
    this.#most = most
  }

  async *through(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      this.size += piece.length
      if (this.size > this.#most) throw new CrmError('too_large', `The file is larger than ${this.#most} bytes`)
      this.#hash.update(piece)
      yield piece
    }
  }

  /** In hex, once all has passed. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

/** The first piece and, with it, all of them; the first is empty where there is none. */
export async function headOf(pieces: AsyncGenerator<Uint8Array>): Promise<{ head: Uint8Array; all: AsyncGenerator<Uint8Array> }> {
  const first = await pieces.next()
  const head = first.done ? new Uint8Array() : first.value
  async function* all() {
    try {
      if (!first.done) yield first.value
      yield* pieces
    } finally {
      await pieces.return(undefined)
    }
  }
  return { head, all: all() }
}
