import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { AccessGeneration } from './access-generation.ts'
import { VisibilityResolver } from './visibility-resolver.ts'

/** Finds whose records the users of an embedding app see, who come without a key. */
export class KeylessCallers {
  static readonly uses = { visibility: VisibilityResolver, generation: AccessGeneration }
  readonly #uses: Resolved<typeof KeylessCallers.uses>
  /** By what became of them, those of whom it was not known yet. */
  readonly #unresolved = new WeakMap<CurrentActor, CurrentActor>()
  /** Those of whom it was not asked, but remembered. */
  readonly #supposed = new WeakSet<CurrentActor>()

  constructor(uses: Resolved<typeof KeylessCallers.uses>) {
    this.#uses = uses
  }

  /** The same actor, with the visibility of the stored user; with `ahead`, with the one that was last known, which `judge` looks at again. */
  async withVisibility(actor: CurrentActor, ahead = false): Promise<CurrentActor> {
    const { visibility, generation } = this.#uses
    const remembered = ahead ? visibility.remembered(actor) : undefined
    const resolved = remembered ?? (await visibility.resolve(actor, await generation.current()))
    const found = resolved.sees ? new CurrentActor({ ...actor, ...resolved }) : new CurrentActor(actor)
    this.#unresolved.set(found, actor)
    if (remembered) this.#supposed.add(found)
    return found
  }

  /** The actor as it is now, if its visibility was remembered; the same object while that is right. */
  async judge(actor: CurrentActor): Promise<CurrentActor> {
    return this.#supposed.has(actor) ? await this.renew(actor) : actor
  }

  /** The actor as it is now, if its visibility was found here; the same object while nothing has changed. */
  async renew(actor: CurrentActor): Promise<CurrentActor> {
    const unresolved = this.#unresolved.get(actor)
    if (!unresolved) return actor
    const generation = await this.#uses.generation.current()
    const { sees } = await this.#uses.visibility.resolve(unresolved, generation)
    return JSON.stringify(sees) === JSON.stringify(actor.sees) ? actor : await this.withVisibility(unresolved)
  }
}
