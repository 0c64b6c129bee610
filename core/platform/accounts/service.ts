import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Settings } from '../../kernel/operation/settings.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { networkOf } from '../../kernel/values/network.ts'
import type { AdminTarget } from '../access/directory.ts'
import { PublicLimits } from '../access/public-limits.ts'
import { AccountMail } from './account-mail.ts'
import { type AccountRecord, AccountStore } from './account-store.ts'
import { type Membership, Memberships } from './memberships.ts'
import { type Attempt, AttemptLimits } from './attempt-limits.ts'
import { hashToken, accountPaths } from './tokens.ts'
import { Invitations, type OpenInvitation } from './invitations.ts'
import { checkPassword } from './password-rules.ts'
import { PasswordResets } from './password-resets.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'

const HOUR_MS = 3_600_000
const MOST_REMEMBERED = 10_000
// Messages about a forgotten password in an hour: to one address, and asked for from one network.
const RESETS = { address: 3, network: 20 }

/** Where somebody who signs in comes from. */
export interface SignInOrigin {
  /** IPv4 or IPv6 address, where it is known. */
  readonly ip?: string | undefined
}

/** What came of an attempt to sign in: the account, or the question for its second factor. */
export type SignedIn = { readonly account_id: string; readonly email: string } | { readonly second_factor: 'totp' }

/** Sign-in of people, across organizations: for hosts and adapters that have pages for it, not for CRM data. */
export class Accounts {
  static readonly uses = {
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    attempts: AttemptLimits,
    factors: SecondFactors,
    invitations: Invitations,
    resets: PasswordResets,
    mail: AccountMail,
    limits: PublicLimits,
    logger: Logger,
    settings: Settings,
  }
  readonly #uses: Resolved<typeof Accounts.uses>
  /** By account, when a refusal was last written to the audit log, in milliseconds since 1970. */
  readonly #auditedAt = new Map<string, number>()
  readonly #sending = new Set<Promise<void>>()

  constructor(uses: Resolved<typeof Accounts.uses>) {
    this.#uses = uses
  }

  /**
   * Checks e-mail and password, and the code where a second factor is set up. Throws `unauthenticated` with one message for every reason,
   * and `rate_limited` with `retry_after` (seconds) after too many failures.
   */
  async signIn(
    { email, password, code }: { readonly email: string; readonly password: string; readonly code?: string | undefined },
    { ip }: SignInOrigin = {},
  ): Promise<SignedIn> {
    const address = addressOf(email)
    const attempt = await this.#uses.attempts.admit(address, ip)
    const known = await this.#uses.store.ofAddress(address)
    const fitting = await this.#withPassword(known, password)
    const found = await this.#chosen(fitting, code)
    if (found === 'code') {
      await attempt.undo()
      return { second_factor: 'totp' }
    }
    if (!found || (await this.#uses.memberships.of(found.id)).length === 0) throw await this.#refused(known, ip)
    await attempt.succeeded()
    await this.#uses.memberships.note(found.id, 'signed_in', ip)
    return { account_id: found.id, email: found.email }
  }

  /** The organizations that an account may enter now: its user is active there, and the organization is not suspended. */
  async memberships(account_id: string): Promise<readonly Membership[]> {
    return await this.#uses.memberships.of(account_id)
  }

  /**
   * Address of an account and when its password or second factor changed last, at which all of its earlier sessions have ended; undefined
   * for an account that is no more.
   */
  async standing(account_id: string): Promise<{ readonly email: string; readonly credentials_changed_at: Date } | undefined> {
    const found = await this.#uses.store.find(account_id)
    return found && { email: found.email, credentials_changed_at: found.credentials_changed_at }
  }

  /** Who is invited to what by a token; throws `not_found`. */
  async invitation(token: string): Promise<OpenInvitation> {
    const { email, organization, name, expires_at } = await this.#uses.invitations.open(token)
    return { email, organization, name, expires_at }
  }

  /**
   * Accepts an invitation: with a new password for a new account, or with the account that is signed in, and its password. Throws
   * `not_found`, `invalid_input` for a password that is too easy, `unauthenticated` and `rate_limited` for one that is wrong.
   */
  async accept(
    token: string,
    { password, account_id }: { readonly password: string; readonly account_id?: string | undefined },
    { ip }: SignInOrigin = {},
  ): Promise<{ readonly account_id: string }> {
    const { email, organization, name } = await this.#uses.invitations.open(token)
    if (account_id !== undefined) {
      await this.confirm(account_id, password, { ip })
      return { account_id: await this.#uses.invitations.accept(token, ip, async () => account_id) }
    }
    checkPassword(password, [email, organization, name])
    const hash = await this.#uses.passwords.hash(password)
    const make = async (tables: Parameters<AccountStore['create']>[0]) => (await this.#uses.store.create(tables, email, hash)).id
    return { account_id: await this.#uses.invitations.accept(token, ip, make) }
  }

  /** Asks an account for its password again; throws `unauthenticated`, `rate_limited`. */
  async confirm(account_id: string, password: string, { ip }: SignInOrigin = {}): Promise<void> {
    const account = await this.#uses.store.find(account_id)
    await this.#proved(account, password, ip)
  }

  /**
   * Sends a link for a new password to the address, if there is an account and a mail server. The answer is the same at the same time
   * whether there is or not. Throws `rate_limited` for too many requests from one network.
   */
  async requestReset(email: string, { ip }: SignInOrigin = {}): Promise<void> {
    const network = { key: `reset:${hashToken(networkOf(ip ?? 'unknown'))}`, most: RESETS.network, milliseconds: HOUR_MS }
    await this.#uses.limits.count([network], 'Too many requests for a new password; try again later')
    const sending = this.#sendReset(addressOf(email)).catch((error: unknown) => {
      this.#uses.logger.error('A link for a new password was not sent', { error })
    })
    this.#sending.add(sending)
    void sending.finally(() => this.#sending.delete(sending))
  }

  /** Sets a new password by a token that was sent; what it was sent to is proved to be theirs. Throws `not_found`, `invalid_input`. */
  async reset(token: string, password: string, { ip }: SignInOrigin = {}): Promise<void> {
    const { resets, store, memberships, passwords } = this.#uses
    const email = await resets.open(token)
    const accounts = await store.ofAddress(email)
    const near = await Promise.all(accounts.map(async ({ id }) => await memberships.of(id)))
    checkPassword(password, [email, ...near.flat().flatMap(({ organization, name }) => [organization, name])])
    await resets.use(token, await passwords.hash(password), accounts)
    for (const { id } of accounts) await memberships.note(id, 'password_reset', ip)
  }

  /**
   * Invites a user on behalf of the installation, in place of an earlier invitation; by default the first administrator. Throws `not_found`
   * where there is no such active user.
   */
  async invite(target: AdminTarget = {}): Promise<OpenInvitation & { readonly link: string }> {
    const { token, ...invitation } = await this.#uses.invitations.issue(target)
    return { ...invitation, link: this.link('invitation', token) }
  }

  /**
   * A link for a new password on behalf of the installation, which has made sure of who asked; with `second_factor: 'remove'` for whoever
   * has lost it, too. Throws `not_found` for an address without an account.
   */
  async resetLink(
    email: string,
    { second_factor }: { readonly second_factor?: 'remove' | undefined } = {},
  ): Promise<{ readonly link: string; readonly expires_at: Date }> {
    const address = addressOf(email)
    const accounts = await this.#uses.store.ofAddress(address)
    if (accounts.length === 0) throw new CrmError('not_found', `No account has the address ${address}; invite the user instead`)
    if (second_factor === 'remove') {
      await this.#uses.factors.remove(accounts.map(({ id }) => id))
      for (const { id } of accounts) await this.#uses.memberships.note(id, 'second_factor_removed', undefined)
    }
    const { token, expires_at } = await this.#uses.resets.issue(address)
    return { link: this.link('reset', token), expires_at }
  }

  /** Address of the page for a token; a path where the public address of the host is not known. */
  link(page: keyof typeof accountPaths, token: string): string {
    return `${this.#uses.settings.publicUrl}${accountPaths[page]}/${token}`
  }

  /** Resolves when all messages that are under way have been handed over. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending)
  }

  async #sendReset(email: string): Promise<void> {
    const { store, memberships, resets, limits, mail } = this.#uses
    const accounts = await store.ofAddress(email)
    if (accounts.length === 0) return
    const perAddress = { key: `reset-to:${hashToken(email)}`, most: RESETS.address, milliseconds: HOUR_MS }
    await limits.count([perAddress], 'Too many messages to one address')
    const { token } = await resets.issue(email)
    await mail.send({ to: email, subject: 'Set a new password', text: resetText(this.link('reset', token)) })
    for (const { id } of accounts) await memberships.note(id, 'password_reset_requested', undefined)
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

  async #proved(account: AccountRecord | undefined, password: string, ip: string | undefined): Promise<AccountRecord> {
    const attempt: Attempt = await this.#uses.attempts.admit(account?.email ?? 'unknown', ip)
    const isRight = await this.#uses.passwords.verify(account?.password_hash, password)
    if (!account || !isRight) throw await this.#refused(account ? [account] : [], ip)
    await attempt.undo()
    return account
  }

  // Written once an hour for each account: whoever guesses cannot fill the audit log.
  async #refused(accounts: readonly AccountRecord[], ip: string | undefined): Promise<CrmError> {
    this.#uses.logger.info('Sign-in refused', { address: ip ?? null, account_ids: accounts.map(({ id }) => id) })
    for (const { id } of accounts) {
      const now = this.#uses.store.now.getTime()
      if (now - (this.#auditedAt.get(id) ?? Number.NEGATIVE_INFINITY) < HOUR_MS) continue
      if (this.#auditedAt.size >= MOST_REMEMBERED) this.#auditedAt.clear()
      this.#auditedAt.set(id, now)
      await this.#uses.memberships.note(id, 'sign_in_refused', ip)
    }
    return new CrmError('unauthenticated', 'E-mail, password or code is not right')
  }
}

function addressOf(email: string): string {
  return email.trim().toLowerCase()
}

function resetText(link: string): string {
  return [
    'Somebody has asked for a new password for this address. Set it within an hour here:',
    link,
    'If that was not you, there is nothing to do: your password stays as it is.',
  ].join('\n\n')
}
