import { AccessWatch } from '../../kernel/events/access-watch.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import type { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { Exports } from './service.ts'

/** Reads the files of exports for as long as their readers may. */
export class ExportPieces {
  static readonly uses = { units: Units, actor: CurrentActor, access: AccessWatch }
  readonly #uses: Resolved<typeof ExportPieces.uses>

  constructor(uses: Resolved<typeof ExportPieces.uses>) {
    this.#uses = uses
  }

  /**
   * The file of an export in UTF-8, of which no more than one part is in memory. Each part is read in a unit of work of its own, so
   * that a slow reader holds no connection. Throws the reason within a second after the reader may no longer read it.
   */
  async *of(id: string): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder()
    for await (const text of this.texts(id)) yield encoder.encode(text)
  }

  /** The same as it is stored. */
  async *texts(id: string): AsyncGenerator<string> {
    const { units, access } = this.#uses
    let { actor } = this.#uses
    let reason: CrmError | undefined
    const renewed = (now: CurrentActor) => void (actor = now)
    const ended = (why: CrmError) => void (reason = why)
    const unwatch = access.watch({ actor, scope: 'read', renewed, ended })
    try {
      for (let position = 0; ; position += 1) {
        if (reason) throw reason
        const text = await units.read(actor, async (resolve) => {
          // Who sees fewer records than before may not read on.
          if (actor !== this.#uses.actor) await resolve(Exports).file(id)
          return await resolve(Exports).part(id, position)
        })
        if (text === undefined) return
        yield text
      }
    } finally {
      unwatch()
    }
  }
}
