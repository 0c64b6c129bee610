import type { Resolved } from '../../operation/operation.ts'
import { Clock } from '../../ports/clock.ts'
import { sql } from 'kysely'
import { Database } from './database.ts'

/** Often enough for whoever steers traffic, and rare enough to cost nothing. */
const EVERY_MS = 5_000
/** Several pages of a file: less could find room where no record does. */
const FILLER = 'x'.repeat(32_768)

/** Tells whether the database takes writes: one that answers reads on a full disk is not ready. */
export class WriteProbe {
  static readonly uses = { database: Database, clock: Clock }
  readonly #uses: Resolved<typeof WriteProbe.uses>
  #known: { readonly at: number; readonly written: Promise<void> } | undefined

  constructor(uses: Resolved<typeof WriteProbe.uses>) {
    this.#uses = uses
  }

  /**
   * Reads the table, and writes a row and takes it away again, which it does at most every five seconds: askers in between get the same
   * answer about writes. Throws what the driver throws.
   */
  async check(): Promise<void> {
    const now = this.#uses.clock.steady()
    if (this.#known !== undefined && now - this.#known.at < EVERY_MS) await this.#read()
    else this.#known = { at: now, written: this.#write() }
    await this.#known.written
  }

  async #read(): Promise<void> {
    await this.#uses.database.tables().selectFrom('write_probe').select('id').limit(1).execute()
  }

  async #write(): Promise<void> {
    const { database } = this.#uses
    // Committed in between, because a database writes nothing to the disk for what is undone at once.
    await database.transaction(async (tables) => {
      const row = tables.insertInto('write_probe').values({ id: 1, filler: FILLER })
      await row.onConflict((conflict) => conflict.column('id').doUpdateSet({ filler: sql`excluded.filler` })).execute()
    })
    await database.transaction(async (tables) => {
      await tables.deleteFrom('write_probe').where('id', '=', 1).execute()
    })
  }
}
