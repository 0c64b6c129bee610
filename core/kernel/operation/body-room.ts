import { CrmError } from './errors.ts'
import { limits } from './limits.ts'

/** Bytes of large request bodies that one process holds at once, from their first byte until their calls are done. */
export const bodyRoom = {
  /** A body up to this size counts for nothing. */
  free: limits.body_bytes.value,
  /** Of all callers together: two bodies of the greatest size. What is made of a body takes several times its bytes. */
  total: limits.large_bodies_bytes.value,
  /** Of one organization, which so leaves room for another. */
  organization: limits.large_bodies_bytes_per_organization.value,
} as const
// Seconds; a call of the greatest size takes about as long.
const RETRY_AFTER = 5

/** The room of one request body; it is asked for more as the body arrives. */
export interface HeldBody {
  /** The body has so many bytes by now; throws `unavailable` when there is no room for them. */
  grow(bytes: number): void
  /** Gives the room back. */
  release(): void
}

/** Lets in as many large bodies as fit into memory, and refuses others before they are read. */
export class BodyRoom {
  #total = 0
  readonly #organizations = new Map<string, number>()

  /** Room for a body of which so many bytes are announced; throws `unavailable` (with `retry_after`) when there is none. */
  hold(organization: string, announced: number): HeldBody {
    let held = 0
    const grow = (bytes: number) => {
      if (bytes <= Math.max(held, bodyRoom.free)) return
      this.#take(organization, bytes - held)
      held = bytes
    }
    const release = () => {
      this.#give(organization, held)
      held = 0
    }
    // A body that announces more than any may have is refused for that, without its bytes.
    grow(Math.min(announced, bodyRoom.organization))
    return { grow, release }
  }

  #take(organization: string, bytes: number): void {
    const own = this.#organizations.get(organization) ?? 0
    if (own + bytes > bodyRoom.organization || this.#total + bytes > bodyRoom.total)
      throw new CrmError('unavailable', 'Other large requests are under way; send this one again later, or in smaller parts', {
        retry_after: RETRY_AFTER,
      })
    this.#total += bytes
    this.#organizations.set(organization, own + bytes)
  }

  #give(organization: string, bytes: number): void {
    const own = (this.#organizations.get(organization) ?? 0) - bytes
    this.#total -= bytes
    if (own > 0) this.#organizations.set(organization, own)
    else this.#organizations.delete(organization)
  }
}
