import type { Static } from '@sinclair/typebox'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { CrmError, invalid } from '../../kernel/operation/errors.ts'
import { limits } from '../../kernel/operation/limits.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Places } from '../../kernel/operation/places.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Units } from '../../kernel/storage/units/units.ts'
import { headOf, inPieces, Meter } from '../../kernel/storage/files/pieces.ts'
import { FileLedger } from '../../kernel/storage/files/file-ledger.ts'
import { FileStores } from './file-stores.ts'
import { mediaTypeOf } from './media-types.ts'
import type { AttachmentRecord, AttachmentUpload } from './schema.ts'
import { AttachmentService, nameOf } from './service.ts'

const RETRY_AFTER = 5

/** The uploads that are under way in one engine. */
export class OpenUploads {
  readonly #organizations = new Places(limits.uploads_per_organization.value)

  /** Takes a place and answers what gives it back; throws `unavailable` when there is none. */
  enter(organization: string): () => void {
    const leave = this.#organizations.take(organization)
    if (leave) return leave
    throw new CrmError('unavailable', 'Other uploads of your organization are under way; send this one again later', {
      retry_after: RETRY_AFTER,
    })
  }
}

/**
 * Takes files: the bytes are written first, under an id that nothing names yet, and the attachment is committed behind them. What fails in between
 * leaves bytes that are marked, and dropped by `Sweep`.
 */
export class Uploads {
  static readonly uses = {
    units: Units,
    actor: CurrentActor,
    settings: Settings,
    stores: FileStores,
    ledger: FileLedger,
    open: OpenUploads,
  }
  readonly #uses: Resolved<typeof Uploads.uses>

  constructor(uses: Resolved<typeof Uploads.uses>) {
    this.#uses = uses
  }

  /**
   * Adds an attachment to a record. No more than a piece of the file is in memory. Throws `invalid_input` for an unknown record, an empty file, a
   * program and a type that the bytes contradict; `too_large`; `conflict` where the record or the organization has as much as it may; `unavailable`.
   */
  async upload({
    object,
    record_id,
    name: given,
    media_type: declared,
    content,
  }: Static<typeof AttachmentUpload>): Promise<AttachmentRecord> {
    const { units, actor, settings, open } = this.#uses
    const name = nameOf(given)
    const leave = open.enter(actor.organization)
    try {
      // Who may not, and where there is no room, nothing is read.
      await units.read(actor, (resolve) => resolve(AttachmentService).checkRoom(object, record_id))
      const meter = new Meter(settings.attachments.maxBytes)
      const { head, all } = await headOf(meter.through(inPieces(content)))
      try {
        if (head.length === 0) throw invalid('/content', 'required', 'The file is empty')
        const media_type = await mediaTypeOf(declared, head)
        const file_id = await this.#kept(all)
        return await this.#added(file_id, { object, record_id, name, media_type, size: meter.size, sha256: meter.sha256() })
      } finally {
        await all.return(undefined)
      }
    } finally {
      leave()
    }
  }

  async #kept(content: AsyncIterable<Uint8Array>): Promise<string> {
    const { ledger, stores, actor } = this.#uses
    const store = stores.current
    const file = await ledger.begin(actor.organization, store.name)
    try {
      await store.write(file, content)
      return file.id
    } catch (error) {
      // What went wrong first is told; where this fails, too, the bytes are dropped a day later.
      await ledger.giveUp(file.id).catch(() => undefined)
      throw error
    }
  }

  async #added(file_id: string, values: Omit<Parameters<AttachmentService['add']>[0], 'file_id'>): Promise<AttachmentRecord> {
    const { units, actor, ledger } = this.#uses
    try {
      return await units.write(actor, (resolve) => resolve(AttachmentService).add({ ...values, file_id }))
    } catch (error) {
      await ledger.giveUp(file_id).catch(() => undefined)
      throw error
    }
  }
}
