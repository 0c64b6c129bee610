import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Audience, CrmError } from 'rapport-crm'
import { type PageResponse, rawProblem } from '../browser/document.ts'
import { addressesOf, resourceMetadataUrl } from './addresses.ts'
import type { SignInSite } from './index.ts'
import { metadataAnswer, resourceMetadata, wellKnownOf } from './well-known.ts'

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
    node({ method = 'GET', url = '/' }: IncomingMessage, res: ServerResponse, next) {
      const path = url.split(/[?#]/, 1)[0] ?? '/'
      if (next && !path.startsWith('/.well-known/')) return next()
      const known = wellKnownOf(path, addresses())
      const { status, headers, body } = metadataOf(method, known && 'resource' in known ? known.resource : undefined)
      res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(method === 'HEAD' ? null : body)
    },
  }

  function metadataOf(method: string, audience: Audience | undefined): PageResponse {
    try {
      if (audience === undefined) throw new CrmError('not_found', 'Page not found')
      return metadataAnswer(method, resourceMetadata(addresses(), audience, issuers))
    } catch (error) {
      if (error instanceof CrmError) return rawProblem(error)
      throw error
    }
  }
}
