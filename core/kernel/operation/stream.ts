import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import { CrmError } from './errors.ts'
import { InFlightCalls } from './in-flight-calls.ts'

/** One item of a stream; a later call that is given its id as `after` goes on behind it. */
export interface Streamed<T = unknown> {
  /** `after` of the call that goes on behind it. */
  readonly id: string
  /** As the output of the operation says. */
  readonly data: T
}

/** Output of an operation that answers item after item until its caller has enough or the engine closes. */
export function Stream<S extends TSchema>(items: S): TUnsafe<AsyncIterableIterator<Streamed<Static<S>>>> {
  return Type.Unsafe({ type: 'array', items, [MARK]: true })
}

/** Whether an operation with this output streams, so that a transport sends what it answers item by item. */
export function isStream(output: TSchema): boolean {
  return output[MARK] === true
}

/** The streams that one engine feeds: so many at most to one organization, and none longer than the engine is open. */
export class OpenStreams {
  readonly #closing = new AbortController()
  readonly #open = new Map<string, number>()
  /** What streams are reading, which the database has to outlast. */
  readonly reads = new InFlightCalls()

  /** Aborted when the engine closes. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Streams that are open now, over all organizations. */
  get count(): number {
    return [...this.#open.values()].reduce((sum, each) => sum + each, 0)
  }

  /** Takes a place and answers what gives it back; throws `rate_limited` when there is none. */
  enter(organization: string): () => void {
    const open = this.#open.get(organization) ?? 0
    if (open >= MOST) throw new CrmError('rate_limited', `There are ${MOST} open streams already; close one first`, { retry_after: 10 })
    this.#open.set(organization, open + 1)
    let entered = true
    return () => {
      if (entered) this.#leave(organization)
      entered = false
    }
  }

  /** Ends all streams, and answers when none of them reads any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.reads.settled()
  }

  #leave(organization: string): void {
    const open = (this.#open.get(organization) ?? 1) - 1
    if (open > 0) this.#open.set(organization, open)
    else this.#open.delete(organization)
  }
}

// By which the schema of a stream is told from that of a list; readers of JSON Schema pass over words with `x-`.
const MARK = 'x-stream'

// Each asks the database at every commit: what many listeners need is a webhook.
const MOST = 50
