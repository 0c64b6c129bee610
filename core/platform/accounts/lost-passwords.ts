import { CrmError } from '../../kernel/operation/errors.ts'
import type { Resolved } from '../../kernel/operation/operation.ts'
import { Logger } from '../../kernel/ports/logger.ts'
import { networkOf } from '../../kernel/values/network.ts'
import { PublicLimits } from '../access/public-limits.ts'
import { AccountMail } from './account-mail.ts'
import { AccountStore } from './account-store.ts'
import { Links } from './links.ts'
import { Memberships } from './memberships.ts'
import { checkPassword } from './password-rules.ts'
import { PasswordResets } from './password-resets.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'
import { hashToken } from './tokens.ts'

const HOUR_MS = 3_600_000
// Messages in an hour: to one address, and asked for from one network.
const MESSAGES = { address: 3, network: 20 }

/** A link that somebody is given, and until when it works. */
export interface TimedLink {
  /** Address of the page. */
  readonly link: string
  /** Until when it works. */
  readonly expires_at: Date
}

/** The way of whoever has lost a password, or the second factor, too. */
export class LostPasswords {
  static readonly uses = {
    store: AccountStore,
    memberships: Memberships,
    passwords: Passwords,
    factors: SecondFactors,
    resets: PasswordResets,
    links: Links,
    mail: AccountMail,
    limits: PublicLimits,
    logger: Logger,
  }
  readonly #uses: Resolved<typeof LostPasswords.uses>
  readonly #sending = new Set<Promise<void>>()

  constructor(uses: Resolved<typeof LostPasswords.uses>) {
    this.#uses = uses
  }

  /** See `Accounts.requestReset`. What depends on the account is done after the answer, so that its time tells nothing. */
  async request(email: string, ip: string | undefined): Promise<void> {
    const network = { key: `reset:${hashToken(networkOf(ip ?? 'unknown'))}`, most: MESSAGES.network, milliseconds: HOUR_MS }
    await this.#uses.limits.count([network], 'Too many requests for a new password; try again later')
    const sending = this.#send(email.trim().toLowerCase()).catch((error: unknown) => {
      this.#uses.logger.error('A link for a new password was not sent', { error })
    })
    this.#sending.add(sending)
    void sending.finally(() => this.#sending.delete(sending))
  }

  /** See `Accounts.reset`. */
  async reset(token: string, password: string, ip: string | undefined): Promise<void> {
    const { resets, store, memberships, passwords } = this.#uses
    const email = await resets.open(token)
    const accounts = await store.ofAddress(email)
    const near = await Promise.all(accounts.map(async ({ id }) => await memberships.of(id)))
    checkPassword(password, [email, ...near.flat().flatMap(({ organization, name }) => [organization, name])])
    await resets.use(token, await passwords.hash(password), accounts)
    for (const { id } of accounts) await memberships.note(id, 'password_reset', ip)
  }

  /** See `Accounts.resetLink`. */
  async linkFor(email: string, second_factor: 'remove' | undefined): Promise<TimedLink> {
    const { store, factors, memberships, resets, links } = this.#uses
    const address = email.trim().toLowerCase()
    const accounts = await store.ofAddress(address)
    if (accounts.length === 0) throw new CrmError('not_found', `No account has the address ${address}; invite the user instead`)
    if (second_factor === 'remove')
      await factors.remove(
        accounts.map(({ id }) => id),
        true,
      )
    const action = second_factor === 'remove' ? 'second_factor_removed' : 'password_reset_requested'
    for (const { id } of accounts) await memberships.note(id, action, undefined, 'installation')
    const { token, expires_at } = await resets.issue(address)
    return { link: links.to('reset', token), expires_at }
  }

  /** Resolves when all messages that are under way have been handed over. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending)
  }

  async #send(email: string): Promise<void> {
    const { store, memberships, resets, limits, mail, links } = this.#uses
    const accounts = await store.ofAddress(email)
    if (accounts.length === 0) return
    const perAddress = { key: `reset-to:${hashToken(email)}`, most: MESSAGES.address, milliseconds: HOUR_MS }
    await limits.count([perAddress], 'Too many messages to one address')
    const { token } = await resets.issue(email)
    await mail.send({ to: email, subject: 'Set a new password', text: textWith(links.to('reset', token)) })
    for (const { id } of accounts) await memberships.note(id, 'password_reset_requested', undefined)
  }
}

function textWith(link: string): string {
  return [
    'Somebody has asked for a new password for this address. Set it within an hour here:',
    link,
    'If that was not you, there is nothing to do: your password stays as it is.',
  ].join('\n\n')
}
