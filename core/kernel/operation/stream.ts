import { type Static, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { CurrentActor } from './actor.ts'
import { CrmError } from './errors.ts'
import { InFlightCalls } from './in-flight-calls.ts'
import { limits } from './limits.ts'
import { Places } from './places.ts'

/** Streams that are open at once, for one organization and for one of its users, in one process. */
export const maxStreams = { organization: limits.streams_per_organization.value, user: limits.streams_per_user.value } as const
// Seconds after which a client may find a place free.
const RETRY_AFTER = 10

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

/** The streams that one engine feeds: so many at most to one organization and to one user, and none longer than the engine is open. */
export class OpenStreams {
  readonly #closing = new AbortController()
  readonly #organizations = new Places(maxStreams.organization)
  readonly #users = new Places(maxStreams.user)
  /** What streams are reading, which the database has to outlast. */
  readonly reads = new InFlightCalls()

  /** Aborted when the engine closes. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Streams that are open now, over all organizations. */
  get count(): number {
    return this.#organizations.taken
  }

  /** Takes a place and answers what gives it back; throws `rate_limited` when there is none. */
  enter({ organization, user }: Pick<CurrentActor, 'organization' | 'user'>): () => void {
    const leaveUser = this.#users.take(JSON.stringify([organization, user.trim().toLowerCase()]))
    if (!leaveUser) throw tooMany(`You have ${maxStreams.user} open streams already; close one first`)
    const leaveOrganization = this.#organizations.take(organization)
    if (!leaveOrganization) {
      leaveUser()
      throw tooMany(`Your organization has ${maxStreams.organization} open streams already; close one first, or use a webhook`)
    }
    return () => {
      leaveUser()
      leaveOrganization()
    }
  }

  /** Ends all streams, and answers when none of them reads any more. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.reads.settled()
  }
}

function tooMany(message: string): CrmError {
  return new CrmError('rate_limited', message, { retry_after: RETRY_AFTER })
}

// By which the schema of a stream is told from that of a list; readers of JSON Schema pass over words with `x-`.
const MARK = 'x-stream'
