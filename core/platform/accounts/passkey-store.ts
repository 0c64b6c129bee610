import type { Kysely } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Directory } from '../access/directory.ts'
import { AccountStore } from './account-store.ts'
import { Passkey, SignInSession } from './entity.ts'
import { forgetSessions, prove } from './session-rows.ts'
import { type OwnSession, PASSKEY_METHODS } from './sessions.ts'

/** A stored passkey. */
export type PasskeyRecord = RecordOf<typeof Passkey.fields>

/** Passkeys of one account: more than a person has devices. */
export const MOST_PASSKEYS = 10

/** The rows of passkeys; written directly, because an account belongs to no organization. */
export class PasskeyStore {
  static readonly uses = { directory: Directory, store: AccountStore }
  readonly #uses: Resolved<typeof PasskeyStore.uses>

  constructor(uses: Resolved<typeof PasskeyStore.uses>) {
    this.#uses = uses
  }

  /** Those of an account, the newest first. */
  async ofAccount(account_id: string): Promise<PasskeyRecord[]> {
    const rows = await this.#uses.directory.read((tables) =>
      tables.selectFrom(Passkey.table).selectAll().where('account_id', '=', account_id).orderBy('id', 'desc').execute(),
    )
    return rows.map((row) => this.#codec.fromRow(row))
  }

  /** The one that an authenticator calls so. */
  async byCredential(credential_id: string): Promise<PasskeyRecord | undefined> {
    const row = await this.#uses.directory.read((tables) =>
      tables.selectFrom(Passkey.table).selectAll().where('credential_id', '=', credential_id).executeTakeFirst(),
    )
    return row && this.#codec.fromRow(row)
  }

  /**
   * Adds one; the session in which the first second factor of an account is set up counts as proved with it. Throws `already_exists`, `conflict` for
   * an account that has ten.
   */
  async add(passkey: PasskeyRecord, session: OwnSession | undefined): Promise<void> {
    const { directory, store } = this.#uses
    await store.write(async (tables) => {
      // Of two that are added at once, one follows the other, so that both are counted.
      const account = await store.locked(tables, passkey.account_id)
      const own = tables.selectFrom(Passkey.table).select(['id', 'credential_id'])
      const rows = await own
        .where((eb) => eb.or([eb('account_id', '=', passkey.account_id), eb('credential_id', '=', passkey.credential_id)]))
        .execute()
      if (rows.some(({ credential_id }) => credential_id === passkey.credential_id))
        throw new CrmError('already_exists', 'This passkey was added before')
      if (rows.length >= MOST_PASSKEYS) throw new CrmError('conflict', `There are ${MOST_PASSKEYS} passkeys already; remove one first`)
      await directory.insert(tables, Passkey, passkey)
      if (session && account?.totp_secret === null && rows.length === 0)
        await prove(tables, directory.codec(SignInSession), session, PASSKEY_METHODS)
    })
  }

  /**
   * Notes a use: false where the counter of the device is not beyond the one that is known, as when somebody has copied the key. Devices that do
   * not count stay at zero.
   */
  async use(id: string, counter: number): Promise<boolean> {
    return await this.#change(id, { counter, last_used_at: this.#uses.store.now }, 'counter', counter)
  }

  /** Gives it another name; false where the account has no such passkey. */
  async rename(account_id: string, id: string, name: string): Promise<boolean> {
    return await this.#change(id, { name }, 'account_id', account_id)
  }

  /** Whether an account has one. */
  async has(account_id: string, tables?: Kysely<Tables>): Promise<boolean> {
    const find = (db: Kysely<Tables>) => db.selectFrom(Passkey.table).select('id').where('account_id', '=', account_id).limit(1).execute()
    return (await (tables ? find(tables) : this.#uses.directory.read(find))).length > 0
  }

  /**
   * Removes it, and ends the sessions of its account but one; false where the account has no such passkey. Throws what `refuseLast` throws, which is
   * called where the account has no second factor afterwards.
   */
  async remove(account_id: string, id: string, kept: string | undefined, refuseLast: () => void): Promise<boolean> {
    return await this.#uses.store.write(async (tables) => {
      const account = await this.#uses.store.locked(tables, account_id)
      const one = tables.deleteFrom(Passkey.table).where('id', '=', id).where('account_id', '=', account_id)
      if ((await one.executeTakeFirst()).numDeletedRows === 0n) return false
      if (account?.totp_secret === null && !(await this.has(account_id, tables))) refuseLast()
      await forgetSessions(tables, 'account_id', [account_id], kept)
      return true
    })
  }

  async #change(id: string, changes: Partial<PasskeyRecord>, where: 'account_id' | 'counter', value: string | number): Promise<boolean> {
    const { numUpdatedRows } = await this.#uses.store.write((tables) =>
      tables
        .updateTable(Passkey.table)
        .set(this.#codec.toRow(changes))
        .where('id', '=', id)
        .where((eb) => {
          if (where === 'account_id') return eb('account_id', '=', value)
          return value === 0 ? eb('counter', '=', 0) : eb('counter', '<', value)
        })
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }

  get #codec() {
    return this.#uses.directory.codec(Passkey)
  }
}
