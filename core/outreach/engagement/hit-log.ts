import { CrmError } from '../../kernel/operation/errors.ts'
import type { BackgroundLoop } from '../../kernel/operation/background-loop.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import { Codec } from '../../kernel/storage/schema/codec.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { chunks } from '../../kernel/storage/writing/chunks.ts'
import { EmailHit } from './entity.ts'

/** Hits that wait for the commit before theirs, at most. */
const MOST_WAITING = 10_000
const CHUNK = 200

type Hit = RecordOf<typeof EmailHit.fields>

/** Stores hits as they come: those that arrive while others are committed share the next commit. */
export class HitLog implements BackgroundLoop {
  static readonly uses = { database: Database }
  readonly #uses: Resolved<typeof HitLog.uses>
  readonly watches = []
  #waiting: Hit[] = []
  #next: Promise<void> | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(uses: Resolved<typeof HitLog.uses>) {
    this.#uses = uses
  }

  /** Stores a hit; it is committed when this returns. Throws `unavailable` while too many wait. */
  add(hit: Hit): Promise<void> {
    if (this.#waiting.length >= MOST_WAITING) throw new CrmError('unavailable', 'Too many hits wait to be stored: try again')
    this.#waiting.push(hit)
    this.#next ??= this.#after(this.#last)
    return this.#next
  }

  /** Nothing is left to be done: who adds a hit waits for its commit. */
  async run(): Promise<null> {
    await this.#last.catch(() => undefined)
    return null
  }

  #after(last: Promise<void>): Promise<void> {
    const write = async () => {
      const hits = this.#waiting
      this.#waiting = []
      this.#next = undefined
      await this.#insert(hits)
    }
    // Those of a commit that has failed know it; the others go on.
    this.#last = last.catch(() => undefined).then(write)
    return this.#last
  }

  async #insert(hits: readonly Hit[]): Promise<void> {
    const codec = Codec.of(EmailHit.fields, this.#uses.database.dialect)
    await this.#uses.database.transaction(async (tables) => {
      for (const chunk of chunks(hits, CHUNK))
        await tables
          .insertInto(EmailHit.table)
          .values(chunk.map((each) => codec.toRow(each)))
          .execute()
    })
  }
}
