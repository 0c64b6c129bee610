import { Clock } from '../ports/clock.ts'
import { type Actor, CurrentActor, type Scope } from '../operation/actor.ts'
import { CallerAccess } from '../operation/caller-access.ts'
import { CrmError } from '../operation/errors.ts'
import type { Resolved } from '../operation/operation.ts'
import { OpenStreams } from '../operation/stream.ts'

// Twice in the second within which a change that another process makes must tell.
const LOOK_MS = 500
// Callers that are judged at the same time, so that they leave connections for others.
const TOGETHER = 16

/** Something that outlasts the call that began it, such as a stream. */
export interface LongLived {
  /** Who began it. */
  readonly actor: Actor
  /** The scope without which it ends. */
  readonly scope: Scope
  /** Told when the caller has other rights than before, and may go on. */
  renewed?(actor: CurrentActor): void
  /** Told once, when the caller may not go on; `reason` is the error that the same call would answer now. */
  ended(reason: CrmError): void
}

/**
 * Ends what outlasts a call when its caller may no longer make the call: at once after a change of this process, and within a second
 * after one of another, or when a key expires. While nothing changes, all callers together cost one small read for each look.
 */
export class AccessWatch {
  static readonly uses = { access: CallerAccess, clock: Clock, streams: OpenStreams }
  readonly #uses: Resolved<typeof AccessWatch.uses>
  readonly #watched = new Map<LongLived, CurrentActor>()
  #looks = false
  #woken = new AbortController()

  constructor(uses: Resolved<typeof AccessWatch.uses>) {
    this.#uses = uses
  }

  /** Watches over `answer` until it has ended or the function that is answered is called. */
  watch(answer: LongLived): () => void {
    const { actor } = answer
    this.#watched.set(answer, actor instanceof CurrentActor ? actor : new CurrentActor(actor))
    if (!this.#looks) void this.#look()
    return () => void this.#watched.delete(answer)
  }

  async #look(): Promise<void> {
    const { access, clock, streams } = this.#uses
    const wake = () => this.#woken.abort()
    this.#looks = true
    this.#woken = new AbortController()
    const offChange = access.onChange(wake)
    streams.closing.addEventListener('abort', wake, { once: true })
    while (this.#watched.size > 0 && !streams.closing.aborted) {
      await clock.wait(new Date(clock.now().getTime() + LOOK_MS), this.#woken.signal)
      // Before callers are judged, so that no change is missed in between.
      this.#woken = new AbortController()
      if (!streams.closing.aborted) await streams.reads.during(this.#judge())
    }
    streams.closing.removeEventListener('abort', wake)
    offChange()
    this.#looks = false
  }

  async #judge(): Promise<void> {
    const groups = [...Map.groupBy(this.#watched, ([answer, actor]) => callerOf(actor) ?? answer).values()]
    while (groups.length > 0) await Promise.all(groups.splice(0, TOGETHER).map((each) => this.#judgeCaller(each)))
  }

  async #judgeCaller(group: readonly (readonly [LongLived, CurrentActor])[]): Promise<void> {
    const [[, first] = []] = group
    if (!first) return
    try {
      const now = await this.#uses.access.renew(first)
      if (now !== first) for (const [answer, actor] of group) this.#renew(answer, ownOf(now, actor))
    } catch (error) {
      // A database that does not answer says nothing about the caller: the next look may.
      if (error instanceof CrmError && error.status < 500) for (const [answer] of group) this.#end(answer, error)
    }
  }

  #renew(answer: LongLived, actor: CurrentActor): void {
    if (!this.#watched.has(answer)) return
    if (actor.widget || !actor.scopes.has(answer.scope))
      return this.#end(answer, new CrmError('insufficient_scope', `The key has lost the scope ${answer.scope}`, { scopes: [answer.scope] }))
    this.#watched.set(answer, actor)
    answer.renewed?.(actor)
  }

  #end(answer: LongLived, reason: CrmError): void {
    if (this.#watched.delete(answer)) answer.ended(reason)
  }
}

// Everything that one key began from one address is judged at once.
function callerOf({ credential }: CurrentActor): string | undefined {
  return credential && JSON.stringify([credential.secret_id, credential.generation, credential.origin?.ip, credential.origin === undefined])
}

// A caller without a key is known by the object itself.
function ownOf(now: CurrentActor, { asked }: CurrentActor): CurrentActor {
  return now.credential ? new CurrentActor({ ...now, asked }) : now
}
