import { isIP } from 'node:net'
import type { AddressGuard } from './address-guard.ts'

/** Why a URL can never be called, whatever its name resolves to. */
export type TargetProblem = 'malformed' | 'not_https' | 'credentials' | 'forbidden_port' | 'blocked_address'

/** A URL that may be called, as far as that can be said without resolving its name, or why not. */
export type Target = { url: URL } | { problem: TargetProblem }

/** Checks everything of a URL that needs no name resolution (scheme, credentials, port, literal address) and normalizes it. */
export function judgeTarget(text: string, guard: AddressGuard): Target {
  // The URL parser repairs what must be refused: it drops tabs and line ends, trims, and reads "\" as "/".
  if (/[\s\\]|\p{Cc}/u.test(text)) return { problem: 'malformed' }
  if (!/^https:/i.test(text)) return { problem: URL.canParse(text) ? 'not_https' : 'malformed' }
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined || !URL.canParse(text)) return { problem: 'malformed' }
  if (authority.includes('@')) return { problem: 'credentials' }
  const url = new URL(text)
  // "example.com." is the same host, but no certificate contains the dot.
  url.hostname = url.hostname.replace(/\.$/, '')
  if (url.hostname.length > 253 || url.hostname.split('.').includes('')) return { problem: 'malformed' }
  if (!guard.ports.allows(url.port)) return { problem: 'forbidden_port' }
  const literal = literalAddress(url.hostname)
  if (literal !== undefined && !guard.allows(literal)) return { problem: 'blocked_address' }
  return { url }
}

/** The IP address in a URL's host, without brackets; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}
