import type { CurrentActor } from './actor.ts'

/** Judges callers, as sign-in does. */
export interface AccessJudge {
  /** The actor as it is now; throws `unauthenticated` if its key no longer works. */
  renew(actor: CurrentActor): Promise<CurrentActor>
  /** Calls `listener` after each change of access that this process makes; returns what ends that. */
  onChange(listener: () => void): () => void
}

/** What long calls, such as streams, ask while they run: whether their caller still has the access with which the call began. */
export class CallerAccess implements AccessJudge {
  readonly #judge: () => AccessJudge

  constructor(judge: () => AccessJudge) {
    this.#judge = judge
  }

  /**
   * The actor as it is now: with the scopes, the role and the visibility that its key, user and team have. Answers the same object while
   * nothing has changed, at the cost of one small read that all who ask at the same time share. Throws `unauthenticated` if the key is
   * revoked, has ended or does not work from its address, or if its user is not active.
   */
  renew(actor: CurrentActor): Promise<CurrentActor> {
    return this.#judge().renew(actor)
  }

  /** Calls `listener` after each change of keys, users or teams that this process makes, never for those of others; returns what ends that. */
  onChange(listener: () => void): () => void {
    return this.#judge().onChange(listener)
  }
}
