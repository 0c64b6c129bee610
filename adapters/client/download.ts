import { bytesOf, chunksOf } from './bodies.ts'
import type { Received } from './transport.ts'

const MAX_BYTES = 256 * 1024 * 1024

/** A file that is read once: chunk by chunk (`for await`), or as a whole. */
export class Download implements AsyncIterable<Uint8Array> {
  readonly #received: Received

  constructor(received: Received) {
    this.#received = received
  }

  /** Its media type. */
  get type(): string {
    return this.#received.response.headers.get('content-type') ?? 'application/octet-stream'
  }

  /** Its name, as the server proposes it. */
  get name(): string | undefined {
    const header = this.#received.response.headers.get('content-disposition') ?? ''
    const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(header)?.[1]
    return encoded === undefined ? /filename="([^"]*)"/i.exec(header)?.[1] : decoded(encoded)
  }

  /** Its length in bytes, if the server knows it. */
  get size(): number | undefined {
    const header = this.#received.response.headers.get('content-length')
    return header === null ? undefined : Number(header)
  }

  /** Its chunks, so that a file of any size is never in memory as a whole. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const { response, watch } = this.#received
    try {
      for await (const chunk of chunksOf(response)) {
        watch.rest()
        yield chunk
        watch.alive()
      }
    } catch (error) {
      throw watch.told(error)
    } finally {
      watch.end()
    }
  }

  /** The whole of it; throws `answer_too_large` if it has more bytes than that (default: 256 MiB). */
  async bytes(most: number = MAX_BYTES): Promise<Uint8Array<ArrayBuffer>> {
    return await bytesOf(this, most, this.#received.response)
  }

  /** The whole of it as text in UTF-8. */
  async text(most: number = MAX_BYTES): Promise<string> {
    return new TextDecoder().decode(await this.bytes(most))
  }

  /** Ends the request of a file that nobody wants any more. */
  cancel(): void {
    this.#received.watch.cancel()
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
