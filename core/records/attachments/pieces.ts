import { AccessWatch } from '../../kernel/events/access-watch.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import type { Attachment } from './entity.ts'
import { FileStores } from './file-stores.ts'
import { AttachmentService } from './service.ts'

/** Reads the bytes of attachments for as long as their readers may. */
export class AttachmentPieces {
  static readonly uses = { units: Units, actor: CurrentActor, access: AccessWatch, stores: FileStores }
  readonly #uses: Resolved<typeof AttachmentPieces.uses>

  constructor(uses: Resolved<typeof AttachmentPieces.uses>) {
    this.#uses = uses
  }

  /**
   * The bytes, of which no more than a piece is in memory; a slow reader holds no connection. Throws the reason within a second after the reader may
   * no longer read them, and `unavailable` where bytes are missing, so that nobody takes a part for the whole.
   */
  async *of({ id, file_id, size }: Attachment, store: string): AsyncGenerator<Uint8Array> {
    const { units, access, stores } = this.#uses
    let { actor } = this.#uses
    let reason: CrmError | undefined
    const renewed = (now: CurrentActor) => void (actor = now)
    const ended = (why: CrmError) => void (reason = why)
    const unwatch = access.watch({ actor, scope: 'read', renewed, ended })
    let judged = actor
    let sent = 0
    try {
      for await (const piece of stores.of(store).read({ organization: actor.organization, id: file_id })) {
        if (reason) throw reason
        // Who sees fewer records than before may not read on.
        if (actor !== judged) await units.read(actor, (resolve) => resolve(AttachmentService).get(id))
        judged = actor
        sent += piece.length
        yield piece
      }
      if (sent !== size) throw new CrmError('unavailable', 'The file is not there any more, or not as a whole')
    } finally {
      unwatch()
    }
  }
}
