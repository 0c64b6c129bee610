import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { CurrentActor } from '../../kernel/operation/actor.ts'
import { Directory } from '../access/directory.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { Credentials } from './credentials.ts'
import { Memberships } from './memberships.ts'
import { checkPassword } from './password-rules.ts'
import { Passwords } from './passwords.ts'
import { type NewSecret, SecondFactors } from './second-factors.ts'

/** The account of the caller, who proves each time that it is theirs: a key alone changes nothing of it. */
export class OwnAccount {
  static readonly uses = {
    actor: CurrentActor,
    directory: Directory,
    credentials: Credentials,
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    factors: SecondFactors,
  }
  readonly #uses: Resolved<typeof OwnAccount.uses>

  constructor(uses: Resolved<typeof OwnAccount.uses>) {
    this.#uses = uses
  }

  /** Changes the password; all sessions end. Throws `conflict` without an account, `forbidden` for a wrong password, `rate_limited`, `invalid_input`. */
  async changePassword(current: string, next: string): Promise<void> {
    const { memberships, passwords, store } = this.#uses
    const account = await this.#proved(current)
    const near = await memberships.of(account.id)
    checkPassword(next, [account.email, ...near.flatMap(({ organization, name }) => [organization, name])], '/new_password')
    const password_hash = await passwords.hash(next)
    await store.write((tables) => store.changeCredentials(tables, [account.id], { password_hash }), true)
    await this.#note(account, 'password_changed')
  }

  /** Begins to set up a second factor; throws as `changePassword` does. */
  async beginSecondFactor(password: string): Promise<NewSecret> {
    const account = await this.#proved(password)
    if (account.totp_secret !== null) throw new CrmError('conflict', 'There is a second factor already; remove it first')
    return await this.#uses.factors.begin(account)
  }

  /** Ends the set-up by a code of the app; answers the recovery codes. Throws `conflict` where nothing was begun, `forbidden` for a wrong code. */
  async confirmSecondFactor(code: string): Promise<readonly string[]> {
    const account = await this.#own()
    if (account.totp_pending === null) throw new CrmError('conflict', 'No second factor is being set up; begin first')
    const codes = await this.#uses.credentials.attempt(account, this.#ip, () => this.#uses.factors.confirm(account, code))
    if (!codes) throw new CrmError('forbidden', 'The code is not right; take the one that the app shows now')
    await this.#note(account, 'second_factor_added')
    return codes
  }

  /** Takes the second factor away; throws as `changePassword` does, and `forbidden` for a wrong code. */
  async removeSecondFactor(password: string, code: string): Promise<void> {
    const account = await this.#proved(password)
    if (account.totp_secret === null) throw new CrmError('conflict', 'There is no second factor')
    const isRight = await this.#uses.credentials.attempt(account, this.#ip, () => this.#uses.factors.verify(account, code))
    if (!isRight) throw new CrmError('forbidden', 'The code is not right')
    await this.#uses.factors.remove([account.id])
    await this.#note(account, 'second_factor_removed')
  }

  // Not `unauthenticated`: the key of the call is valid, and clients would take the answer for the end of their session.
  async #proved(password: string): Promise<AccountRecord> {
    const account = await this.#own()
    if (!(await this.#uses.credentials.isPassword(account, password, this.#ip)))
      throw new CrmError('forbidden', 'The password is not right')
    return account
  }

  async #own(): Promise<AccountRecord> {
    const { directory, actor, store } = this.#uses
    const user = await directory.read((tables) => directory.user(tables, actor.organization, actor.user))
    const account = user?.account_id ? await store.find(user.account_id) : undefined
    if (!account) throw new CrmError('conflict', 'You cannot sign in yet: an administrator can invite you (POST /users/{id}/invitation)')
    return account
  }

  async #note({ id }: AccountRecord, action: string): Promise<void> {
    await this.#uses.memberships.note(id, action, this.#ip)
  }

  get #ip(): string | undefined {
    return this.#uses.actor.credential?.origin?.ip
  }
}
