import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { deleteGone, expiredAtOnce } from '../../kernel/storage/units/expired.ts'
import { StoredFile } from '../../kernel/storage/files/entity.ts'
import { type DroppedFile, FileLedger } from '../../kernel/storage/files/file-ledger.ts'
import { Attachment, RESTORABLE_MS } from './entity.ts'
import { FileStores } from './file-stores.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
// Files of one round: each is a call of a store.
const FILES = 20
// An upload that has not ended by then has died with its process.
const ABANDONED_MS = 24 * HOUR_MS

/**
 * Drops bytes that no attachment has: at once where attachments were deleted for good, and within an hour where an upload has died a day ago, or
 * where 30 days have passed since a delete. What a store cannot drop is tried again a minute later.
 */
export class Sweep implements BackgroundLoop {
  static readonly uses = { database: Database, ledger: FileLedger, stores: FileStores, logger: Logger }
  readonly watches = [Attachment, StoredFile]
  readonly #uses: Resolved<typeof Sweep.uses>
  #hourly = 0
  #retry = 0
  /** Where the round goes on behind a file that could not be dropped. */
  #after: string | null = null

  constructor(uses: Resolved<typeof Sweep.uses>) {
    this.#uses = uses
  }

  /** One round; with more to drop than one takes, it is gone on with at once. */
  async run(now: Date): Promise<Date | null> {
    const time = now.getTime()
    if (time >= this.#hourly) {
      await this.#uses.ledger.giveUpBefore(new Date(time - ABANDONED_MS), expiredAtOnce)
      // Bytes go behind the commit: a trigger marks them with the rows.
      if ((await deleteGone(this.#uses.database, Attachment, new Date(time - RESTORABLE_MS))) === expiredAtOnce) return now
      this.#hourly = time + HOUR_MS
    }
    return await this.#drop(now)
  }

  async #drop(now: Date): Promise<Date | null> {
    if (this.#after !== null && now.getTime() >= this.#retry) this.#after = null
    const files = await this.#uses.ledger.dropping(this.#after, FILES)
    for (const file of files) if (!(await this.#dropOne(file))) this.#later(file, now)
    if (files.length === FILES) return now
    return this.#after === null ? null : new Date(this.#retry)
  }

  #later({ id }: DroppedFile, now: Date): void {
    this.#after = id
    this.#retry = now.getTime() + MINUTE_MS
  }

  async #dropOne(file: DroppedFile): Promise<boolean> {
    const { stores, ledger, logger } = this.#uses
    try {
      await stores.of(file.store).drop(file)
      await ledger.forget(file.id)
      return true
    } catch (error) {
      logger.warn('The bytes of a file could not be dropped; it is tried again', { file: file.id, store: file.store, error: String(error) })
      return false
    }
  }
}
