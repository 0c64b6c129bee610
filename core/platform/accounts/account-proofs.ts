import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { Credentials } from './credentials.ts'
import { Memberships } from './memberships.ts'
import type { ChangeOrigin } from './passkeys.ts'
import { checkPassword } from './password-rules.ts'
import { Passwords } from './passwords.ts'
import { SecondFactorDemand } from './second-factor-demand.ts'
import { type NewSecret, SecondFactors } from './second-factors.ts'
import type { OwnSession } from './sessions.ts'

/**
 * What somebody must do before an organization lets them in: sign in again, because its administrator has signed them out; set up the second factor that
 * it demands; or sign in with the one that they have.
 */
export type SignInDue = 'again' | 'set_up' | 'prove'

/** What a person may know of the second factor of their account. */
export interface FactorStanding {
  /** Whether an authenticator app is set up. */
  readonly app: boolean
  /** Whether there is one at all: the app, or a passkey. */
  readonly any: boolean
  /** Names of the organizations that demand one. */
  readonly demanded_by: readonly string[]
}

/** What an account is proved with, changed by its owner: the password and the authenticator app. */
export class AccountProofs {
  static readonly uses = {
    credentials: Credentials,
    demand: SecondFactorDemand,
    factors: SecondFactors,
    memberships: Memberships,
    passwords: Passwords,
    store: AccountStore,
  }
  readonly #uses: Resolved<typeof AccountProofs.uses>

  constructor(uses: Resolved<typeof AccountProofs.uses>) {
    this.#uses = uses
  }

  /**
   * Changes the password by the one until now; all sessions end but the one in which it is done. Throws `forbidden` for a wrong password,
   * `rate_limited`, `invalid_input` for one that is too easy, `not_found`.
   */
  async changePassword(account_id: string, current: string, next: string, { ip, session }: ChangeOrigin = {}): Promise<void> {
    const { memberships, passwords, store } = this.#uses
    const account = await this.#find(account_id)
    await this.#prove(account, current, ip)
    const near = await memberships.of(account.id)
    checkPassword(next, [account.email, ...near.flatMap(({ organization, name }) => [organization, name])], '/new_password')
    const password_hash = await passwords.hash(next)
    await store.write((tables) => store.changeCredentials(tables, [account.id], { password_hash }, session?.id), true)
    await memberships.note(account.id, 'password_changed', ip)
  }

  /** Throws `forbidden` for a wrong password, `rate_limited`, `not_found`. */
  async checkPassword(account_id: string, password: string, { ip }: ChangeOrigin = {}): Promise<void> {
    await this.#prove(await this.#find(account_id), password, ip)
  }

  /** What the account has for a second factor, and who demands one. */
  async secondFactor(account_id: string): Promise<FactorStanding> {
    const { demand } = this.#uses
    const { totp_secret } = await this.#find(account_id)
    return { app: totp_secret !== null, any: await demand.isMet(account_id), demanded_by: await demand.by(account_id) }
  }

  /** What an account must still do to be let in as one of its users, in a session if one is given; undefined where nothing stands in the way. */
  async due(account_id: string, user_id: string, session?: OwnSession): Promise<SignInDue | undefined> {
    const member = (await this.#uses.memberships.of(account_id)).find((each) => each.user_id === user_id)
    if (!member) return undefined
    if (session && member.signed_out_at && session.confirmed_at <= member.signed_out_at) return 'again'
    return member.second_factor ? await this.#uses.demand.due(account_id, session) : undefined
  }

  /**
   * Begins to set up an authenticator app for somebody who has proved who they are. Throws `conflict` where there is one, and where an organization
   * demands a second factor and the session was not proved with the one that is there.
   */
  async beginApp(account_id: string, { session }: ChangeOrigin = {}): Promise<NewSecret> {
    const account = await this.#find(account_id)
    if (account.totp_secret !== null) throw new CrmError('conflict', 'There is a second factor already; remove it first')
    await this.#uses.demand.checkAdding(account_id, session)
    return await this.#uses.factors.begin(account)
  }

  /** What is being set up, for whoever has mistyped a code; undefined where nothing is. */
  async pendingApp(account_id: string): Promise<NewSecret | undefined> {
    return await this.#uses.factors.pending(await this.#find(account_id))
  }

  /**
   * Ends the set-up by a code of the app; answers the recovery codes, which are shown only now. All sessions end but the one in which it is done. Throws
   * as `beginApp` does, `conflict` where nothing was begun, `forbidden` for a wrong code, `rate_limited`.
   */
  async confirmApp(account_id: string, code: string, { ip, session }: ChangeOrigin = {}): Promise<readonly string[]> {
    const { credentials, demand, factors, memberships } = this.#uses
    const account = await this.#find(account_id)
    if (account.totp_pending === null) throw new CrmError('conflict', 'No second factor is being set up; begin first')
    await demand.checkAdding(account_id, session)
    const codes = await credentials.attempt(account, ip, () => factors.confirm(account, code, session))
    if (!codes) throw new CrmError('forbidden', 'The code is not right; take the one that the app shows now')
    await memberships.note(account.id, 'second_factor_added', ip)
    return codes
  }

  /**
   * Removes the app by a last code, or a recovery code; all sessions end but the one in which it is done. Throws `conflict` where there is none, and for
   * the last second factor where an organization demands one; `forbidden` for a wrong code, `rate_limited`.
   */
  async removeApp(account_id: string, code: string, { ip, session }: ChangeOrigin = {}): Promise<void> {
    const { credentials, demand, factors, memberships } = this.#uses
    const account = await this.#find(account_id)
    if (account.totp_secret === null) throw new CrmError('conflict', 'There is no second factor')
    const isRight = await credentials.attempt(account, ip, () => factors.verify(account, code))
    if (!isRight) throw new CrmError('forbidden', 'The code is not right')
    await factors.drop(account.id, session?.id, await demand.guardOf(account_id))
    await memberships.note(account.id, 'second_factor_removed', ip)
  }

  // Not `unauthenticated`: the key or session of the call is valid, and clients would take the answer for its end.
  async #prove(account: AccountRecord, password: string, ip: string | undefined): Promise<void> {
    if (!(await this.#uses.credentials.isPassword(account, password, ip))) throw new CrmError('forbidden', 'The password is not right')
  }

  async #find(account_id: string): Promise<AccountRecord> {
    const account = await this.#uses.store.find(account_id)
    if (!account) throw new CrmError('not_found', 'There is no such account')
    return account
  }
}
