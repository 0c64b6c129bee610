import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Audience, CrmError } from 'rapport-crm'
import { rawProblem } from '../browser/document.ts'
import { addressesOf, resourceMetadataUrl } from './addresses.ts'
import type { SignInSite } from './index.ts'
import { resourceMetadata, wellKnownOf } from './well-known.ts'

/** Options of `protectedResources`. */
export interface ProtectedResourcesOptions {
  /** Public address of the site below which MCP (`/mcp`) and REST (`/api/v1`) are reached; a function where it is known late. */
  readonly url: string | (() => string)
  /** Where tokens for them are given out, such as `issuers` of the `TokenVerifier`. */
  readonly issuers: readonly string[]
}

/** Serves no sign-in, but tells programs where they find it: the metadata of MCP and REST (RFC 9728) name the identity providers outside. */
export function protectedResources({ url, issuers }: ProtectedResourcesOptions): SignInSite {
  const addresses = () => addressesOf(typeof url === 'string' ? url : url())
  return {
    prefixes: ['/.well-known'],
    resourceMetadata: (audience: Audience) => resourceMetadataUrl(addresses(), audience),
    node(req: IncomingMessage, res: ServerResponse, next) {
      const path = (req.url ?? '/').split(/[?#]/, 1)[0] ?? '/'
      if (next && !path.startsWith('/.well-known/')) return next()
      const known = wellKnownOf(path, addresses())
      if (known && 'resource' in known) return answer(req, res, resourceMetadata(addresses(), known.resource, issuers))
      const { status, headers, body } = rawProblem(new CrmError('not_found', 'Page not found'))
      res.writeHead(status, headers).end(body)
    },
  }
}

function answer({ method }: IncomingMessage, res: ServerResponse, metadata: Readonly<Record<string, unknown>>): void {
  const body = JSON.stringify(metadata)
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }
  res
    .writeHead(200, { ...headers, 'cache-control': 'public, max-age=300', 'content-length': Buffer.byteLength(body) })
    .end(method === 'HEAD' ? null : body)
}
