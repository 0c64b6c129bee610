import { CrmError } from '../operation/errors.ts'
import type { MailRoute } from './mailer.ts'

/** The server of an address `smtp://user:password@host:port` or `smtps://...`; throws `invalid_input` for any other. */
export function routeOfUrl(address: string): MailRoute {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new CrmError('invalid_input', 'The server that sends must be an address such as smtp://user:password@mail.example.com:587')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isTls = url.protocol === 'smtps:'
  return {
    key: address,
    host,
    port: Number(url.port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : isLoopback(host) ? 'opportunistic' : 'starttls',
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    isTrusted: true,
  }
}

/** Whether a host is this machine itself, by its name or address: only there a connection may be plain. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
