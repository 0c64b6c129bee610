import type { Kysely } from 'kysely'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { countChange } from '../access/access-generation.ts'
import { Directory } from '../access/directory.ts'
import { User } from '../access/entity.ts'
import { SignIn } from '../access/sign-in.ts'
import { Account, Passkey } from './entity.ts'
import { forgetSessions } from './session-rows.ts'

/** A stored account. */
export type AccountRecord = RecordOf<typeof Account.fields>

// Of one address: one for each organization that has invited it, where its owner did not sign in to accept.
const MOST_ACCOUNTS = 5

/** The rows of accounts, and the users that belong to them; written directly, because an account belongs to no organization. */
export class AccountStore {
  static readonly uses = { directory: Directory, signIn: SignIn }
  readonly #uses: Resolved<typeof AccountStore.uses>

  constructor(uses: Resolved<typeof AccountStore.uses>) {
    this.#uses = uses
  }

  /** The time by the clock of the engine. */
  get now(): Date {
    return this.#uses.directory.generators.now
  }

  /** One transaction; what keys, users and sessions may do is judged again afterwards where `changesAccess`. */
  async write<T>(work: (tables: Kysely<Tables>) => Promise<T>, changesAccess = false): Promise<T> {
    const value = await this.#uses.directory.write(async (tables) => {
      const done = await work(tables)
      if (changesAccess) await countChange(tables)
      return done
    })
    if (changesAccess) this.#uses.signIn.forget()
    return value
  }

  /** The accounts of an address that belong to some user, at most five: those whose owner has proved the address first. */
  async ofAddress(email: string): Promise<AccountRecord[]> {
    return await this.#uses.directory.read(async (tables) => {
      const rows = await tables
        .selectFrom(Account.table)
        .selectAll()
        .where('email', '=', email)
        .where(({ exists, selectFrom }) =>
          exists(selectFrom(User.table).select('id').whereRef(`${User.table}.account_id`, '=', `${Account.table}.id`)),
        )
        .orderBy((eb) => eb.case().when('proven_at', 'is', null).then(1).else(0).end())
        .orderBy('id')
        .limit(MOST_ACCOUNTS)
        .execute()
      return rows.map((row) => this.#codec.fromRow(row))
    })
  }

  /** One account; undefined where there is none. */
  async find(id: string): Promise<AccountRecord | undefined> {
    return await this.#uses.directory.read(async (tables) => {
      const row = await tables.selectFrom(Account.table).selectAll().where('id', '=', id).executeTakeFirst()
      return row && this.#codec.fromRow(row)
    })
  }

  /** The same within a transaction, which keeps others from changing it until it ends. */
  async locked(tables: Kysely<Tables>, id: string): Promise<AccountRecord | undefined> {
    const { table } = Account
    // On SQLite one transaction follows the other; an update that changes nothing locks the row on PostgreSQL, and reads what was committed last.
    const row = await tables.updateTable(table).set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
    return row && this.#codec.fromRow(row)
  }

  /** Makes an account for an address. */
  async create(tables: Kysely<Tables>, email: string, password_hash: string): Promise<AccountRecord> {
    const { ids, now } = this.#uses.directory.generators
    const factor = { totp_secret: null, totp_pending: null, totp_step: null, recovery_hashes: [] }
    const account = { id: ids.next(), email, password_hash, ...factor, proven_at: null, credentials_changed_at: now, created_at: now }
    await this.#uses.directory.insert(tables, Account, account)
    return account
  }

  /** Changes some columns of accounts. */
  async update(tables: Kysely<Tables>, ids: readonly string[], changes: Partial<AccountRecord>): Promise<void> {
    if (ids.length === 0) return
    await tables.updateTable(Account.table).set(this.#codec.toRow(changes)).where('id', 'in', ids).execute()
  }

  /** Changes what accounts are proved with; all of their sessions end with it, but for the one in which it is done. */
  async changeCredentials(tables: Kysely<Tables>, ids: readonly string[], changes: Partial<AccountRecord>, kept?: string): Promise<void> {
    await this.update(tables, ids, { ...changes, credentials_changed_at: this.now })
    await forgetSessions(tables, 'account_id', ids, kept)
  }

  /** Uses a code of the second factor: false where another attempt has used this step of time, or a later one. */
  async useStep(id: string, totp_step: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#uses.directory.write((tables) =>
      tables
        .updateTable(Account.table)
        .set({ totp_step })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', totp_step)]))
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  /** Gives a user to an account; accounts that have no user left are deleted. */
  async link(tables: Kysely<Tables>, user_id: string, account_id: string): Promise<void> {
    await this.#uses.directory.withdraw(tables, user_id)
    const row = await tables.selectFrom(User.table).select('account_id').where('id', '=', user_id).executeTakeFirst()
    const before = row && this.#uses.directory.codec(User).pick(row, ['account_id']).account_id
    await tables.updateTable(User.table).set({ account_id }).where('id', '=', user_id).execute()
    if (before) await this.#dropUnused(tables, before)
  }

  /** Gives all users of some accounts to another one, and deletes those accounts. */
  async unite(tables: Kysely<Tables>, into: string, others: readonly string[]): Promise<void> {
    if (others.length === 0) return
    await tables.updateTable(User.table).set({ account_id: into }).where('account_id', 'in', others).execute()
    await tables.deleteFrom(Account.table).where('id', 'in', others).execute()
    await this.forgetPasskeys(tables, others)
  }

  /** Deletes all passkeys of some accounts, as when whoever added them may have been somebody else. */
  async forgetPasskeys(tables: Kysely<Tables>, account_ids: readonly string[]): Promise<void> {
    if (account_ids.length === 0) return
    await tables.deleteFrom(Passkey.table).where('account_id', 'in', account_ids).execute()
  }

  async #dropUnused(tables: Kysely<Tables>, id: string): Promise<void> {
    const { numDeletedRows } = await tables
      .deleteFrom(Account.table)
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom(User.table).select('id').whereRef(`${User.table}.account_id`, '=', `${Account.table}.id`))),
      )
      .executeTakeFirst()
    if (numDeletedRows > 0n) await this.forgetPasskeys(tables, [id])
  }

  get #codec() {
    return this.#uses.directory.codec(Account)
  }
}
