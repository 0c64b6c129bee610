import type { Kysely } from 'kysely'
import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { Directory } from '../access/directory.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { PasswordReset } from './entity.ts'
import { hashToken, newToken, RESET_MS } from './tokens.ts'

/** Links by which the owner of an address sets a new password. */
export class PasswordResets {
  static readonly uses = { directory: Directory, store: AccountStore }
  readonly #uses: Resolved<typeof PasswordResets.uses>

  constructor(uses: Resolved<typeof PasswordResets.uses>) {
    this.#uses = uses
  }

  /** Makes the token of an address, in place of earlier ones. */
  async issue(email: string): Promise<{ token: string; expires_at: Date }> {
    const { directory, store } = this.#uses
    const { random, now } = directory.generators
    const { token, hash } = newToken(random)
    const expires_at = new Date(now.getTime() + RESET_MS)
    await store.write(async (tables) => {
      const outdated = directory.codec(PasswordReset).toColumn('expires_at', now)
      await tables
        .deleteFrom(PasswordReset.table)
        .where((eb) => eb.or([eb('email', '=', email), eb('expires_at', '<=', outdated)]))
        .execute()
      await directory.insert(tables, PasswordReset, { hash, email, expires_at })
    })
    return { token, expires_at }
  }

  /** The address of a token; throws `not_found` once it was used or has expired. */
  async open(token: string): Promise<string> {
    return await this.#uses.directory.read((tables) => this.#find(tables, token))
  }

  /**
   * Sets the password of all accounts of the address. Those without a second factor become one, because their owner is one person, who has
   * proved it; a second factor stays what it was. Throws `not_found`.
   */
  async use(token: string, password_hash: string, accounts: readonly AccountRecord[]): Promise<void> {
    const { directory, store } = this.#uses
    const { now } = directory.generators
    await store.write(async (tables) => {
      await this.#find(tables, token)
      const { numDeletedRows } = await tables.deleteFrom(PasswordReset.table).where('hash', '=', hashToken(token)).executeTakeFirst()
      // Of two who use it at once, one does.
      if (numDeletedRows === 0n) throw gone()
      const ids = accounts.map(({ id }) => id)
      await store.changeCredentials(tables, ids, { password_hash, proven_at: now })
      // Until now nobody had proved the address: a passkey may be of whoever was invited with it elsewhere.
      await store.forgetPasskeys(
        tables,
        accounts.filter(({ proven_at }) => proven_at === null).map(({ id }) => id),
      )
      const [first, ...others] = accounts.filter(({ totp_secret }) => totp_secret === null).map(({ id }) => id)
      if (first !== undefined) await store.unite(tables, first, others)
    }, true)
  }

  async #find(tables: Kysely<Tables>, token: string): Promise<string> {
    const row = await tables.selectFrom(PasswordReset.table).selectAll().where('hash', '=', hashToken(token)).executeTakeFirst()
    const found = row && this.#uses.directory.codec(PasswordReset).fromRow(row)
    if (!found || found.expires_at <= this.#uses.directory.generators.now) throw gone()
    return found.email
  }
}

const gone = () => new CrmError('not_found', 'This link was used or has expired; ask for another one')
