import { isIP } from 'node:net'
import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { AddressGuard } from '../../kernel/egress/address-guard.ts'
import { blockedAddress } from '../../kernel/egress/resolver.ts'
import { isLoopback } from '../../kernel/ports/mail-route.ts'
import { type ImapInput, imapPorts, type ImapServer, type SmtpInput, smtpPorts, type SmtpServer } from './servers-schema.ts'

/** What is kept sealed of a server: a password, or what gets access tokens. */
export interface ServerSecrets {
  readonly password?: string | undefined
  readonly oauth?: NonNullable<Static<typeof SmtpInput>['oauth']> | undefined
}

/** A server as it is shown, and what is sealed of it; null where nothing was given. */
export interface Server<S> {
  readonly shown: S
  readonly secrets: ServerSecrets | null
}

/** The server that sends, with its defaults; throws `invalid_input` for what can never be connected to. */
export function smtpOf(given: Static<typeof SmtpInput>, guard: AddressGuard): Server<Static<typeof SmtpServer>> {
  const { port = given.security === 'tls' ? 465 : 587, user = null } = given
  const shown = { host: hostOf(given.host), port, security: given.security ?? (port === 465 ? 'tls' : 'starttls'), user }
  check('smtp', shown, { guard, ports: smtpPorts })
  return { shown, secrets: secretsOf(given) }
}

/** The server by which a mailbox is read, with its defaults; throws `invalid_input` for what can never be connected to. */
export function imapOf(given: Static<typeof ImapInput>, guard: AddressGuard): Server<Static<typeof ImapServer>> {
  const { port = given.security === 'starttls' ? 143 : 993, user = null, folders = [] } = given
  const shown = { host: hostOf(given.host), port, security: given.security ?? (port === 143 ? 'starttls' : 'tls'), user, folders }
  check('imap', shown, { guard, ports: imapPorts })
  return { shown, secrets: secretsOf(given) }
}

function hostOf(given: string): string {
  return given.trim().toLowerCase().replace(/\.$/, '')
}

function secretsOf({ password, oauth }: Static<typeof SmtpInput>): ServerSecrets | null {
  return password === undefined && oauth === undefined ? null : { password, oauth }
}

function check(
  field: 'smtp' | 'imap',
  { host, port, security }: Pick<Static<typeof SmtpServer>, 'host' | 'port' | 'security'>,
  { guard, ports }: { readonly guard: AddressGuard; readonly ports: readonly number[] },
): void {
  if (!/^[a-z0-9:._-]+$/.test(host)) throw invalid(`/${field}/host`, 'format', 'must be the name or the address of a server')
  if (isIP(host) !== 0 && !guard.allows(host)) throw invalid(`/${field}/host`, 'blocked_address', blockedAddress)
  // Who runs the engine may name other addresses, with whatever ports they have.
  if (!ports.includes(port) && !guard.names(host))
    throw invalid(`/${field}/port`, 'not_allowed', `must be one of ${ports.join(', ')}`, ports)
  if (security === 'none' && !isLoopback(host))
    throw invalid(
      `/${field}/security`,
      'not_allowed',
      'A plain connection would show the password to everybody on the way: take tls or starttls',
      ['tls', 'starttls'],
    )
}
