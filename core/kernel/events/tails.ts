import type { Resolved } from '../operation/operation.ts'
import { EventTail, type Follower } from './tail.ts'

/** Reads the log of each organization once for all of its streams in this process. */
export class EventTails {
  static readonly uses = EventTail.uses
  readonly #uses: Resolved<typeof EventTails.uses>
  readonly #tails = new Map<string, EventTail>()

  constructor(uses: Resolved<typeof EventTails.uses>) {
    this.#uses = uses
  }

  /**
   * Lets a stream follow that has read everything up to `position`; false where the log has been read further for the others
   * meanwhile, so that the stream has to read on first.
   */
  join(organization: string, follower: Follower, position: number): boolean {
    const tail = this.#tails.get(organization)
    if (tail) return tail.join(follower, position)
    const begun = new EventTail(this.#uses, () => this.#tails.size > 1, organization, position)
    this.#tails.set(organization, begun)
    begun.join(follower, position)
    void begun.run().then((left) => {
      this.#forget(organization, begun)
      for (const each of left) each.fallBehind()
    })
    return true
  }

  /** Ends `join`. */
  leave(organization: string, follower: Follower): void {
    const tail = this.#tails.get(organization)
    if (tail?.leave(follower)) this.#forget(organization, tail)
  }

  #forget(organization: string, tail: EventTail): void {
    if (this.#tails.get(organization) === tail) this.#tails.delete(organization)
  }
}
