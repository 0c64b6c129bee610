import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { AccountStore } from './account-store.ts'
import { Memberships } from './memberships.ts'
import { PasskeyStore } from './passkey-store.ts'
import { isProvedTwice, type OwnSession } from './sessions.ts'

/** Holds people to the second factor that an organization demands of them (`organizations.second_factor`). */
export class SecondFactorDemand {
  static readonly uses = { memberships: Memberships, passkeys: PasskeyStore, store: AccountStore }
  readonly #uses: Resolved<typeof SecondFactorDemand.uses>

  constructor(uses: Resolved<typeof SecondFactorDemand.uses>) {
    this.#uses = uses
  }

  /** Names of the organizations that demand a second factor of an account. */
  async by(account_id: string): Promise<readonly string[]> {
    const members = await this.#uses.memberships.of(account_id)
    return members.flatMap(({ name, second_factor }) => (second_factor ? [name] : []))
  }

  /** What stands in the way of an account of which a second factor is demanded: it has none, or the session was begun without it. */
  async due(account_id: string, session: OwnSession | undefined): Promise<'set_up' | 'prove' | undefined> {
    if (!(await this.isMet(account_id))) return 'set_up'
    return session && !isProvedTwice(session) ? 'prove' : undefined
  }

  /** Whether an account has a second factor: an authenticator app, or a passkey. */
  async isMet(account_id: string): Promise<boolean> {
    const { store, passkeys } = this.#uses
    const account = await store.find(account_id)
    return account !== undefined && (account.totp_secret !== null || (await passkeys.has(account_id)))
  }

  /**
   * Throws `conflict` where a further second factor would be added without the one that is there, so that the password alone does not become two
   * factors; without a session nothing but the password was proved.
   */
  async checkAdding(account_id: string, session: OwnSession | undefined): Promise<void> {
    if (session && isProvedTwice(session)) return
    const [first] = await this.by(account_id)
    if (first === undefined || !(await this.isMet(account_id))) return
    throw new CrmError(
      'conflict',
      `${first} demands a second factor: sign in with the one that you have, and add another on the page of your account`,
    )
  }

  /** What refuses to remove the last second factor of an account where an organization demands one; read before the transaction that removes it. */
  async guardOf(account_id: string): Promise<() => void> {
    const [first] = await this.by(account_id)
    return () => {
      if (first !== undefined)
        throw new CrmError('conflict', `${first} demands a second factor: set up another one before you remove the last`)
    }
  }
}
