import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { AddressGuard } from '../../kernel/egress/address-guard.ts'
import { blockedAddress } from '../../kernel/egress/resolver.ts'
import { judgeTarget } from '../../kernel/egress/target.ts'
import { isLoopback } from '../../kernel/ports/mail-route.ts'
import { isHostName } from './check.ts'
import { type ImapInput, imapPorts, type ImapServer, type SmtpInput, smtpPorts, type SmtpServer } from './servers-schema.ts'

const CONTROL = /\p{Cc}/u

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
  return { shown, secrets: secretsOf('smtp', given, guard) }
}

/** The server by which a mailbox is read, with its defaults; throws `invalid_input` for what can never be connected to. */
export function imapOf(given: Static<typeof ImapInput>, guard: AddressGuard): Server<Static<typeof ImapServer>> {
  const { port = given.security === 'starttls' ? 143 : 993, user = null, folders = [] } = given
  const shown = { host: hostOf(given.host), port, security: given.security ?? (port === 143 ? 'starttls' : 'tls'), user, folders }
  check('imap', shown, { guard, ports: imapPorts })
  for (const [at, folder] of folders.entries())
    if (folder.trim() === '' || CONTROL.test(folder)) throw invalid(`/imap/folders/${at}`, 'format', 'must be the name of a folder')
  return { shown, secrets: secretsOf('imap', given, guard) }
}

/**
 * Refuses another host for what was sealed for the one before: nobody sees a password again, and who may change the server would have it sent to
 * whatever server they name. Throws `invalid_input`.
 */
export function refuseOtherHost(field: 'smtp' | 'imap', before: { readonly host: string } | null, after: { readonly host: string }): void {
  if (before?.host === after.host) return
  const message = 'Give password or oauth again: what was given for the host before goes to no other one'
  throw invalid(`/${field}/password`, 'required', message)
}

// In ASCII, and addresses that are written as one number as what they are.
function hostOf(given: string): string {
  const text = given.trim().toLowerCase().replace(/\.$/, '')
  return isIP(text) === 0 ? domainToASCII(text) : text
}

function secretsOf(field: 'smtp' | 'imap', { password, oauth }: Static<typeof SmtpInput>, guard: AddressGuard): ServerSecrets | null {
  if (password !== undefined && oauth !== undefined)
    throw invalid(`/${field}/oauth`, 'not_allowed', 'Give either a password or oauth: only one of them can sign in')
  const target = oauth && judgeTarget(oauth.token_url, guard)
  if (target && 'problem' in target)
    throw invalid(`/${field}/oauth/token_url`, target.problem, 'must be a public https address without user name and password')
  return password === undefined && oauth === undefined ? null : { password, oauth }
}

function check(
  field: 'smtp' | 'imap',
  { host, port, security, user }: Static<typeof SmtpServer>,
  { guard, ports }: { readonly guard: AddressGuard; readonly ports: readonly number[] },
): void {
  if (user !== null && CONTROL.test(user)) throw invalid(`/${field}/user`, 'format', 'A user name has no line ends or control characters')
  if (isIP(host) === 0 && !isHostName(host)) throw invalid(`/${field}/host`, 'format', 'must be the name or the address of a server')
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
