import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { Memberships } from './memberships.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'

const HOUR_MS = 3_600_000
const MOST_REMEMBERED = 10_000

/** What somebody signs in with. */
export interface SignInInput {
  /** Address of the account, in any case. */
  readonly email: string
  /** Its password. */
  readonly password: string
  /** Code of the second factor, or a recovery code. */
  readonly code?: string | undefined
}

/** What came of an attempt to sign in: the account, or the question for its second factor. */
export type SignedIn = { readonly account_id: string; readonly email: string } | { readonly second_factor: 'totp' }

/** Checks passwords and codes; whoever is wrong is slowed down, and it is logged. */
export class Credentials {
  static readonly uses = {
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    attempts: AttemptLimits,
    factors: SecondFactors,
    logger: Logger,
  }
  readonly #uses: Resolved<typeof Credentials.uses>
  /** By account, when a refusal was last written to the audit log, in milliseconds since 1970. */
  readonly #auditedAt = new Map<string, number>()

  constructor(uses: Resolved<typeof Credentials.uses>) {
    this.#uses = uses
  }

  /** See `Accounts.signIn`. */
  async signIn({ email, password, code }: SignInInput, ip: string | undefined): Promise<SignedIn> {
    const address = email.trim().toLowerCase()
    const attempt = await this.#uses.attempts.admit(address, ip)
    const known = await this.#uses.store.ofAddress(address)
    const found = await this.#chosen(await this.#withPassword(known, password), code)
    if (found === 'code') {
      await attempt.undo()
      return { second_factor: 'totp' }
    }
    if (!found || (await this.#uses.memberships.of(found.id)).length === 0) {
      await this.#noteRefusal(known, ip)
      throw wrong()
    }
    await attempt.succeeded()
    await this.#uses.memberships.note(found.id, 'signed_in', ip)
    return { account_id: found.id, email: found.email }
  }

  /** See `Accounts.confirm`. */
  async confirm(account_id: string, password: string, ip: string | undefined): Promise<void> {
    const account = await this.#uses.store.find(account_id)
    if (!account || !(await this.isPassword(account, password, ip))) throw wrong()
  }

  /** Whether it is the password of the account; throws `rate_limited`. */
  async isPassword(account: AccountRecord, password: string, ip: string | undefined): Promise<boolean> {
    return await this.attempt(account, ip, () => this.#uses.passwords.verify(account.password_hash, password))
  }

  /** Does what proves an account; slowed down and logged as sign-in is where it answers nothing. Throws `rate_limited`. */
  async attempt<T>(account: AccountRecord, ip: string | undefined, prove: () => Promise<T>): Promise<T> {
    const attempt = await this.#uses.attempts.admit(account.email, ip)
    const proof = await prove()
    if (proof) await attempt.undo()
    else await this.#noteRefusal([account], ip)
    return proof
  }

  // All are tried, so that the time does not tell which was the one.
  async #withPassword(accounts: readonly AccountRecord[], password: string): Promise<AccountRecord[]> {
    const { passwords } = this.#uses
    if (accounts.length === 0) await passwords.verify(undefined, password)
    const fits = await Promise.all(accounts.map(({ password_hash }) => passwords.verify(password_hash, password)))
    return accounts.filter((_, at) => fits[at])
  }

  /** With a code the account that it is of; without one the first that needs none, otherwise the question for it. */
  async #chosen(fitting: readonly AccountRecord[], code: string | undefined): Promise<AccountRecord | 'code' | undefined> {
    const plain = fitting.find(({ totp_secret }) => totp_secret === null)
    if (!code) return plain ?? (fitting.length > 0 ? 'code' : undefined)
    for (const account of fitting) if (await this.#uses.factors.verify(account, code)) return account
    return fitting.some(({ totp_secret }) => totp_secret !== null) ? undefined : plain
  }

  // Written once an hour for each account: whoever guesses cannot fill the audit log.
  async #noteRefusal(accounts: readonly AccountRecord[], ip: string | undefined): Promise<void> {
    this.#uses.logger.info('Sign-in refused', { address: ip ?? null, account_ids: accounts.map(({ id }) => id) })
    const now = this.#uses.store.now.getTime()
    for (const { id } of accounts) {
      if (now - (this.#auditedAt.get(id) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) continue
      if (this.#auditedAt.size >= MOST_REMEMBERED) this.#auditedAt.clear()
      this.#auditedAt.set(id, now)
      await this.#uses.memberships.note(id, 'sign_in_refused', ip)
    }
  }
}

const wrong = () => new CrmError('unauthenticated', 'E-mail, password or code is not right')
