import { type Audience, CrmError } from 'rapport-crm'
import type { PageResponse } from '../browser/document.ts'
import { type Addresses, paths } from './addresses.ts'
import { scopesOf } from './scopes.ts'

const PREFIX = '/.well-known/'
const RESOURCE = 'oauth-protected-resource'
const SERVERS = ['oauth-authorization-server', 'openid-configuration'] as const

/** What a path below `/.well-known` asks for: metadata of a resource, or those of the authorization server under a path that it knows. */
export type WellKnown = { readonly resource: Audience } | { readonly server: string }

/**
 * What a well-known address asks for. The path of the site stands behind the name (RFC 8414, RFC 9728), or has been taken off by whoever
 * serves the site under it.
 */
export function wellKnownOf(path: string, { base }: Addresses): WellKnown | undefined {
  if (!path.startsWith(PREFIX)) return undefined
  const [name = '', ...rest] = path.slice(PREFIX.length).split('/')
  const below = rest.length === 0 ? '' : `/${rest.join('/')}`
  const within = base !== '' && (below === base || below.startsWith(`${base}/`)) ? below.slice(base.length) : below
  if (SERVERS.some((each) => each === name)) return within === '' ? { server: `${PREFIX}${name}` } : undefined
  if (name !== RESOURCE) return undefined
  if (within === '' || within === paths.tools) return { resource: 'tools' }
  return within === paths.api ? { resource: 'api' } : undefined
}

/** The metadata of a protected resource (RFC 9728); `issuers` give out its tokens, by default the site itself. */
export function resourceMetadata(
  { issuer, resources }: Addresses,
  audience: Audience,
  issuers: readonly string[] = [issuer],
): Readonly<Record<string, unknown>> {
  return {
    resource: resources[audience],
    authorization_servers: issuers,
    scopes_supported: scopesOf[audience],
    bearer_methods_supported: ['header'],
    resource_name: audience === 'tools' ? 'Tools of the CRM' : 'REST API of the CRM',
  }
}

const READS = 'GET, HEAD, OPTIONS'
const PREFLIGHT = {
  allow: READS,
  'access-control-allow-methods': READS,
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
}

/** The answer with the metadata, which programs in browsers may read from any site; throws `method_not_allowed` for what does not read. */
export function metadataAnswer(method: string, metadata: Readonly<Record<string, unknown>>): PageResponse {
  const shared = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }
  // Browsers ask first where a client of MCP names the version of its protocol in a header.
  if (method === 'OPTIONS') return { status: 200, headers: { ...shared, ...PREFLIGHT }, body: '' }
  if (method !== 'GET' && method !== 'HEAD')
    throw new CrmError('method_not_allowed', `These metadata accept ${READS}`, { allow: READS.split(', ') })
  const headers = { ...shared, 'content-type': 'application/json', 'cache-control': 'public, max-age=300' }
  return { status: 200, headers, body: JSON.stringify(metadata) }
}
