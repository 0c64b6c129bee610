import type { Resolved } from '../../kernel/operation/operation.ts'
import type { AdminTarget } from '../access/directory.ts'
import { AccountProofs } from './account-proofs.ts'
import { AccountStore } from './account-store.ts'
import { Credentials, type SignedIn, type SignInInput, type SignInOrigin } from './credentials.ts'
import { Invitations, type OpenInvitation } from './invitations.ts'
import { Links } from './links.ts'
import { LostPasswords, type TimedLink } from './lost-passwords.ts'
import { type Membership, Memberships } from './memberships.ts'
import { checkPassword } from './password-rules.ts'
import { Passkeys } from './passkeys.ts'
import { Passwords } from './passwords.ts'
import { SignInSessions } from './sessions.ts'

/** Sign-in of people, across organizations: for hosts and adapters that have pages for it, not for CRM data. */
export class Accounts {
  static readonly uses = {
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    credentials: Credentials,
    invitations: Invitations,
    lost: LostPasswords,
    links: Links,
    passkeys: Passkeys,
    proofs: AccountProofs,
    sessions: SignInSessions,
  }
  readonly #uses: Resolved<typeof Accounts.uses>

  constructor(uses: Resolved<typeof Accounts.uses>) {
    this.#uses = uses
  }

  /**
   * Checks e-mail and password, and the code where a second factor is set up. Throws `unauthenticated` with one message for every reason,
   * and `rate_limited` with `retry_after` (seconds) after too many failures.
   */
  async signIn(input: SignInInput, origin: SignInOrigin = {}): Promise<SignedIn> {
    return await this.#uses.credentials.signIn(input, origin)
  }

  /** What accounts are proved with, and what organizations demand of it. */
  get proofs(): AccountProofs {
    return this.#uses.proofs
  }

  /** Passkeys of people. */
  get passkeys(): Passkeys {
    return this.#uses.passkeys
  }

  /** The browsers in which people are signed in. */
  get sessions(): SignInSessions {
    return this.#uses.sessions
  }

  /** Asks an account for its password again; throws `unauthenticated`, `rate_limited`. */
  async confirm(account_id: string, password: string, { ip }: SignInOrigin = {}): Promise<void> {
    await this.#uses.credentials.confirm(account_id, password, ip)
  }

  /**
   * Asks an account for its password again, and for a code where a second factor is set up, before it changes what it is proved with; throws
   * `unauthenticated` with one message for every reason, `rate_limited`.
   */
  async reauthenticate(account_id: string, input: Omit<SignInInput, 'email'>, { ip }: SignInOrigin = {}): Promise<void> {
    await this.#uses.credentials.reauthenticate(account_id, input, ip)
  }

  /** Notes in the audit log that somebody has denied a program what it asked for. */
  async noteDenial(account_id: string, { ip }: SignInOrigin = {}): Promise<void> {
    await this.#uses.memberships.note(account_id, 'consent_denied', ip)
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
    const { invitations, credentials, passwords, store } = this.#uses
    const { email, organization, name } = await invitations.open(token)
    if (account_id !== undefined) {
      await credentials.confirm(account_id, password, ip)
      return { account_id: await invitations.accept(token, ip, async () => account_id) }
    }
    checkPassword(password, [email, organization, name])
    const hash = await passwords.hash(password)
    return { account_id: await invitations.accept(token, ip, async (tables) => (await store.create(tables, email, hash)).id) }
  }

  /**
   * Invites a user on behalf of the installation, in place of an earlier invitation; by default the first administrator. Throws `not_found`
   * where there is no such active user.
   */
  async invite(target: AdminTarget = {}): Promise<OpenInvitation & { readonly link: string }> {
    const { token, ...invitation } = await this.#uses.invitations.issue(target)
    return { ...invitation, link: this.#uses.links.to('invitation', token) }
  }

  /**
   * Sends a link for a new password to the address, if there is an account and a mail server. The answer is the same at the same time
   * whether there is or not. Throws `rate_limited` for too many requests from one network.
   */
  async requestReset(email: string, { ip }: SignInOrigin = {}): Promise<void> {
    await this.#uses.lost.request(email, ip)
  }

  /** Sets a new password by a token that was sent; what it was sent to is proved to be theirs. Throws `not_found`, `invalid_input`. */
  async reset(token: string, password: string, { ip }: SignInOrigin = {}): Promise<void> {
    await this.#uses.lost.reset(token, password, ip)
  }

  /**
   * A link for a new password on behalf of the installation, which has made sure of who asked; with `second_factor: 'remove'` for whoever
   * has lost it, too, with the passkeys. Throws `not_found` for an address without an account.
   */
  async resetLink(email: string, { second_factor }: { readonly second_factor?: 'remove' | undefined } = {}): Promise<TimedLink> {
    return await this.#uses.lost.linkFor(email, second_factor)
  }

  /** Resolves when all messages that are under way have been handed over, and all refusals are in the audit log. */
  async settled(): Promise<void> {
    await Promise.all([this.#uses.lost.settled(), this.#uses.credentials.settled()])
  }
}
