import type { Resolved } from '../../kernel/operation/operation.ts'
import { LoadedRecords } from '../../kernel/storage/records/loaded-records.ts'
import { Records } from '../../kernel/storage/records/records.ts'
import { Database } from '../../kernel/storage/units/database.ts'
import { countChange } from './access-generation.ts'
import { SignIn } from './sign-in.ts'

/** Tells all processes of the database that a unit of work changes what some key or user may do. */
export class AccessChanges {
  static readonly uses = { loaded: LoadedRecords, records: Records, database: Database, signIn: SignIn }
  readonly #uses: Resolved<typeof AccessChanges.uses>

  constructor(uses: Resolved<typeof AccessChanges.uses>) {
    this.#uses = uses
  }

  /**
   * From the commit on, every call of every process is judged by what this unit of work has written; so are writes of `user_id` that have
   * begun, unless they end before.
   */
  async note(user_id?: string): Promise<void> {
    const { database, loaded, records, signIn } = this.#uses
    if (user_id !== undefined) await database.withdraw(database.tablesWithin(loaded), user_id)
    await countChange(database.tablesWithin(loaded))
    records.unit.onCommit.push(() => signIn.forget())
  }
}
