import type { Resolved } from '../../operation/operation.ts'
import { Clock } from '../../ports/clock.ts'
import type { StoredBytes } from '../../ports/file-store.ts'
import { Random } from '../../ports/random.ts'
import { Database } from '../units/database.ts'
import { StoredFile } from './entity.ts'
import type { Records } from '../records/records.ts'
import { Codec } from '../schema/codec.ts'

// Of a UUID, which nobody has to guess and nobody gets by it: what it names is read by an attachment.
const ID_BYTES = 16

/** A file whose bytes are to be dropped. */
export interface DroppedFile extends StoredBytes {
  readonly store: string
}

/** Keeps the books of bytes: noted before the first is written, and until the last is gone. Across organizations, outside of units of work. */
export class FileLedger {
  static readonly uses = { database: Database, clock: Clock, random: Random }
  readonly #uses: Resolved<typeof FileLedger.uses>

  constructor(uses: Resolved<typeof FileLedger.uses>) {
    this.#uses = uses
  }

  /** Notes a file that is going to be written, under a random id. */
  async begin(organization: string, store: string): Promise<StoredBytes> {
    const { database, clock, random } = this.#uses
    const id = uuidOf(random.bytes(ID_BYTES))
    const row = { id, user_from: organization, state: 'writing' as const, store, size: 0, created_at: clock.now() }
    const codec = Codec.of(StoredFile.fields, database.dialect)
    await database.transaction((tables) => tables.insertInto(StoredFile.table).values(codec.toRow(row)).execute())
    return { organization, id }
  }

  /** In the unit of work of what has got the bytes: they are kept. Answers whether they are still there. */
  async keep({ db }: Records, id: string, size: number): Promise<boolean> {
    const kept = db.updateTable(StoredFile.table).set({ state: 'kept', size }).where('id', '=', id).where('state', '=', 'writing')
    return Number((await kept.executeTakeFirst()).numUpdatedRows) > 0
  }

  /** Marks the bytes of an upload that has failed; those that an attachment has got stay. */
  async giveUp(id: string): Promise<void> {
    await this.#uses.database.transaction((tables) =>
      tables.updateTable(StoredFile.table).set({ state: 'dropping' }).where('id', '=', id).where('state', '=', 'writing').execute(),
    )
  }

  /** Marks the bytes of uploads that began before this time and were not heard of again: their processes have died. */
  async giveUpBefore(time: Date, most: number): Promise<void> {
    const { database } = this.#uses
    const before = Codec.of(StoredFile.fields, database.dialect).toColumn('created_at', time)
    await database.transaction(async (tables) => {
      const old = tables
        .selectFrom(StoredFile.table)
        .select('id')
        .where('state', '=', 'writing')
        .where('created_at', '<', before)
        .limit(most)
      await tables.updateTable(StoredFile.table).set({ state: 'dropping' }).where('state', '=', 'writing').where('id', 'in', old).execute()
    })
  }

  /** Files that are to be dropped, in the order of their ids behind this one. */
  async dropping(after: string | null, most: number): Promise<DroppedFile[]> {
    const marked = this.#uses.database
      .tables()
      .selectFrom(StoredFile.table)
      .select(['id', 'user_from', 'store'])
      .where('state', '=', 'dropping')
    const rows = await (after === null ? marked : marked.where('id', '>', after)).orderBy('id').limit(most).execute()
    return rows.map(({ id, user_from, store }) => ({ id: String(id), organization: String(user_from), store: String(store) }))
  }

  /** The bytes are gone. */
  async forget(id: string): Promise<void> {
    await this.#uses.database.transaction((tables) =>
      tables.deleteFrom(StoredFile.table).where('id', '=', id).where('state', '=', 'dropping').execute(),
    )
  }
}

// Of version 4, which is all random.
function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
