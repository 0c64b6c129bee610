import type { Resolved } from '../../kernel/operation/operation.ts'
import { ThreadLimit } from '../../kernel/threads/limits.ts'
import { Threads } from '../../kernel/threads/threads.ts'
import { malformed, readPayload } from './read-body.ts'

/** Larger bodies are read in a thread: of the worst kind, 64 KB took 40 ms and 1 MB a fifth of a second. */
const THREAD_BYTES = 16_384

/** What a thread is asked to read. */
export interface SentPayload {
  readonly body: Uint8Array
  readonly media: string
}

/** Reads what other systems send, without holding up other calls. */
export class PayloadReader {
  static readonly uses = { threads: Threads }
  readonly #threads: Threads

  constructor({ threads }: Resolved<typeof PayloadReader.uses>) {
    this.#threads = threads
  }

  /** As `readPayload`; throws `malformed_input` too where it takes too long, and `unavailable` where too much is being read already. */
  async read(body: Uint8Array, media: string): Promise<unknown> {
    if (body.byteLength < THREAD_BYTES) return await readPayload(body, media)
    try {
      for await (const payload of this.#threads.run('readPayload', { body, media } satisfies SentPayload)) return payload
    } catch (error) {
      if (!(error instanceof ThreadLimit)) throw error
    }
    throw malformed('The body takes too long to read')
  }
}
