import { Readable } from 'node:stream'

const CHUNK = 16_384

/** The bytes of a message on their way to a server, which knows whether the end of the message may have left. */
export class MessageStream extends Readable {
  /** The end was asked for: from then on the final dot may be on its way. */
  mayHaveLeft = false
  readonly #message: Buffer
  #at = 0

  constructor(message: Buffer) {
    super({ highWaterMark: CHUNK })
    this.#message = message
  }

  override _read(): void {
    if (this.#at < this.#message.length) {
      this.push(this.#message.subarray(this.#at, (this.#at += CHUNK)))
      return
    }
    this.mayHaveLeft = true
    this.push(null)
  }
}
