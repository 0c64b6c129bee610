import type { Resolved } from '../../operation/operation.ts'
import type { StoredBytes } from '../../ports/file-store.ts'
import { Database } from '../units/database.ts'
import { inPieces } from './pieces.ts'
import { FilePart } from './entity.ts'

// Parts that one transaction deletes: 4 MB, of which SQLite has to look up every page.
const PARTS = 16

/** Keeps bytes in the database, each piece in a transaction of its own, so that no writer waits for a whole file. */
export class DatabaseFiles {
  static readonly uses = { database: Database }
  readonly name = 'database'
  readonly #database: Database

  constructor({ database }: Resolved<typeof DatabaseFiles.uses>) {
    this.#database = database
  }

  async write({ organization: user_from, id: file_id }: StoredBytes, given: AsyncIterable<Uint8Array>): Promise<void> {
    let position = 0
    for await (const content of inPieces(given)) {
      const row = { user_from, file_id, position, content }
      await this.#database.transaction((tables) => tables.insertInto(FilePart.table).values(row).execute())
      position += 1
    }
  }

  async *read({ organization, id }: StoredBytes): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position += 1) {
      const parts = this.#database.tables().selectFrom(FilePart.table).select('content').where('file_id', '=', id)
      const row = await parts.where('user_from', '=', organization).where('position', '=', position).executeTakeFirst()
      if (!row) return
      if (row.content instanceof Uint8Array) yield row.content
    }
  }

  async drop({ organization, id }: StoredBytes): Promise<void> {
    for (let more = true; more;) more = (await this.#dropSome(organization, id)) === PARTS
  }

  // The last first: what is left of a file is never taken for the whole of a shorter one.
  async #dropSome(organization: string, id: string): Promise<number> {
    return await this.#database.transaction(async (tables) => {
      const mine = tables.selectFrom(FilePart.table).where('file_id', '=', id).where('user_from', '=', organization)
      const found = await mine.select('position').orderBy('position', 'desc').limit(PARTS).execute()
      const last = found.at(-1)?.position
      if (last === undefined) return 0
      const gone = tables.deleteFrom(FilePart.table).where('file_id', '=', id).where('user_from', '=', organization)
      await gone.where('position', '>=', last).execute()
      return found.length
    })
  }
}
