import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { Memberships } from './memberships.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'
import { CODE_METHODS, SignInSessions } from './sessions.ts'

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
export type SignedIn = Entered | { readonly second_factor: 'totp' }

/** The account of somebody who has signed in. */
export interface Entered {
  /** Id of the account. */
  readonly account_id: string
  /** Its address. */
  readonly email: string
  /** How the account was proved: `pwd`, `otp`, `pop` (RFC 8176). */
  readonly methods: readonly string[]
  /** Of the session that was begun, if one was asked for. */
  readonly session_id?: string
}

/** Where somebody who signs in comes from. */
export interface SignInOrigin {
  /** IPv4 or IPv6 address, where it is known. */
  readonly ip?: string | undefined
  /** Begins a session, which the person finds in the list of theirs and can end: what the browser says that it is. */
  readonly session?: { readonly browser?: string | undefined } | undefined
}

/** Checks passwords and codes; whoever is wrong is slowed down, and it is logged. */
export class Credentials {
  static readonly uses = {
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    attempts: AttemptLimits,
    factors: SecondFactors,
    sessions: SignInSessions,
    logger: Logger,
  }
  readonly #uses: Resolved<typeof Credentials.uses>
  readonly #noting = new Set<Promise<void>>()
  /** By account, when a refusal was last written to the audit log, in milliseconds since 1970. */
  readonly #auditedAt = new Map<string, number>()

  constructor(uses: Resolved<typeof Credentials.uses>) {
    this.#uses = uses
  }

  /** See `Accounts.signIn`. */
  async signIn({ email, password, code }: SignInInput, origin: SignInOrigin): Promise<SignedIn> {
    const { ip } = origin
    const address = email.trim().toLowerCase()
    const attempt = await this.#uses.attempts.admit(address, ip)
    const known = await this.#uses.store.ofAddress(address)
    const found = await this.#chosen(await this.#withPassword(known, password), code)
    if (found === 'code') {
      await attempt.undo()
      return { second_factor: 'totp' }
    }
    if (!found || (await this.#uses.memberships.of(found.id)).length === 0) {
      this.#noteLater(known, ip)
      throw wrong()
    }
    const signedIn = await this.entered(found, found.totp_secret === null ? ['pwd'] : CODE_METHODS, origin)
    await attempt.succeeded()
    return signedIn
  }

  /** Somebody has proved an account: begins their session and tells the audit log. Throws `unauthenticated` where it has just changed. */
  async entered(account: AccountRecord, methods: readonly string[], { ip, session }: SignInOrigin): Promise<Entered> {
    const { sessions, memberships } = this.#uses
    const session_id = session && (await sessions.begin(account, { methods, ip, browser: session.browser }))
    if (session && session_id === undefined) throw wrong()
    await memberships.note(account.id, 'signed_in', ip)
    return { account_id: account.id, email: account.email, methods, ...(session_id !== undefined && { session_id }) }
  }

  /** Resolves when all refusals are in the audit log. */
  async settled(): Promise<void> {
    await Promise.all(this.#noting)
  }

  /** See `Accounts.confirm`. */
  async confirm(account_id: string, password: string, ip: string | undefined): Promise<void> {
    const account = await this.#uses.store.find(account_id)
    if (!account || !(await this.isPassword(account, password, ip))) throw wrong()
  }

  /** See `Accounts.reauthenticate`. */
  async reauthenticate(account_id: string, { password, code = '' }: Omit<SignInInput, 'email'>, ip: string | undefined): Promise<void> {
    const account = await this.#uses.store.find(account_id)
    const prove = async (known: AccountRecord) =>
      (await this.#uses.passwords.verify(known.password_hash, password)) &&
      (known.totp_secret === null || (await this.#uses.factors.verify(known, code)))
    if (!account || !(await this.attempt(account, ip, () => prove(account)))) throw wrong()
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
    else await this.noteRefusal([account], ip)
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

  // After the answer, whose time would tell that there is such an account.
  #noteLater(accounts: readonly AccountRecord[], ip: string | undefined): void {
    const noting = this.noteRefusal(accounts, ip).catch((error: unknown) => {
      this.#uses.logger.error('A refused sign-in was not written to the audit log', { error })
    })
    this.#noting.add(noting)
    void noting.finally(() => this.#noting.delete(noting))
  }

  /** Tells the log that a sign-in was refused, and the audit log once an hour for each account, so that whoever guesses cannot fill it. */
  async noteRefusal(accounts: readonly AccountRecord[], ip: string | undefined): Promise<void> {
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
