import type { Audience } from 'rapport-crm'

/** Where things are on the site, without its own path. */
export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  keys: '/oauth/keys',
  pages: '/sign-in',
  tools: '/mcp',
  api: '/api/v1',
} as const

/** The addresses of one site. */
export interface Addresses {
  /** The site itself, which is the issuer: without a slash at the end. */
  readonly issuer: string
  /** Path of the site, without a slash at the end; usually empty. */
  readonly base: string
  /** Scheme, host and port. */
  readonly origin: string
  /** What tokens are given out for, by what they open. */
  readonly resources: Readonly<Record<Audience, string>>
}

/** The addresses of the site at a public address. */
export function addressesOf(url: string): Addresses {
  const issuer = url.replace(/\/+$/, '')
  const { origin, pathname } = new URL(issuer)
  return {
    issuer,
    base: pathname.replace(/\/+$/, ''),
    origin,
    resources: { tools: `${issuer}${paths.tools}`, api: `${issuer}${paths.api}` },
  }
}

/** What a resource opens; undefined if it is none of this site. */
export function audienceOf({ resources }: Addresses, resource: unknown): Audience | undefined {
  if (resource === resources.tools) return 'tools'
  return resource === resources.api ? 'api' : undefined
}

/** Where the metadata of a protected resource is (RFC 9728, section 3.1). */
export function resourceMetadataUrl({ origin, base }: Addresses, audience: Audience): string {
  return `${origin}/.well-known/oauth-protected-resource${base}${paths[audience]}`
}
