import type { IncomingMessage, ServerResponse } from 'node:http'
import { H3, H3Event } from 'h3'
import type { Core } from 'rapport-crm'
import { checkOptions } from './options.ts'
import type { Authenticate } from './authenticate.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import { changesRecord, conditionalOf } from './conditions.ts'
import { fromNode, sendTo } from './node.ts'
import { description } from './openapi/operation.ts'
import { pathsOf } from './paths.ts'
import { routeOf } from './route.ts'
import { Responder } from './responder.ts'
import { Streams } from './stream.ts'
import { fromRequest, toResponse } from './web.ts'

export type { Authenticate } from './authenticate.ts'
export { type Docs, docs, type DocsOptions } from './docs/index.ts'

/** Options of `http`. */
export interface HttpOptions {
  /** Path up to and including the version segment, as in the requests that arrive here (default `/api/v1`). */
  readonly base?: string
  /**
   * Identifies callers by the sign-in of the embedding app; API keys are used if it returns `undefined`. A write that a page of another site
   * could make a browser send with the cookies of the app is refused (403).
   */
  readonly authenticate?: Authenticate
  /** Address of the client, for keys that are bound to addresses; behind your proxies, `addressBehind` of `rapport-crm` (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /**
   * Browser origins whose pages may call the API with a key of their own, such as `https://app.example.com`; never with cookies. `'*'`: those of
   * all sites (default: none, but all may read the catalog and the OpenAPI description; `[]`: not even these). Which pages may use a widget-only
   * key stands in the key (`allowed_origins`).
   */
  readonly cors?: '*' | readonly string[]
  /** Public address of the API, for `servers` of the OpenAPI description (default: `base`). */
  readonly publicUrl?: string
  /** Refuses updates and deletes of records without `If-Match` with 428 (default: false). */
  readonly requireIfMatch?: boolean
  /** Serves the OpenAPI description without a key (default: false). */
  readonly publicDescription?: boolean
  /**
   * Requests that are worked on at once (default 1,000); others get 503 with `Retry-After` at once, as do those that the event loop reads more
   * than a second after they arrived. Open streams do not count.
   */
  readonly maxRequests?: number
  /** Milliseconds between the heartbeats of a stream; at each of them `authenticate` is asked again (default 15,000). */
  readonly heartbeatMs?: number
  /** Where a program learns how to sign in, for the challenges of refused requests (RFC 9728); see `rapport-crm/sign-in`. */
  readonly resourceMetadata?: string | (() => string)
  /** Called with each error of which the client sees only a `500` with a request id, also of plugins (default: `console.error`). */
  readonly onError?: (error: unknown, requestId: string) => void
}

/** The REST API of one engine, in the two forms that hosts mount. */
export interface Http {
  /** Web-standard form: Hono, Next.js, h3, Bun, Deno; never rejects. */
  readonly fetch: (request: Request, context?: { readonly ip?: string }) => Promise<Response>
  /** Node form: node:http, Express, Fastify; with `next`, paths outside `base` are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
  /** Ends all open streams, so that the server can close. */
  readonly close: () => void
}

/** Serves every operation of the engine as a REST route; can be mounted below any prefix. Throws `invalid_input` for wrong options. */
export function http(engine: Core, options: HttpOptions = {}): Http {
  checkOptions(options)
  const base = (options.base ?? '/api/v1').replace(/\/+$/, '')
  const isConditional = conditionalOf(engine.registry.list)
  const routes = engine.registry.list.map((operation) =>
    routeOf(operation, { conditional: options.requireIfMatch === true && changesRecord(operation) && isConditional(operation) }),
  )
  routes.push(description(engine.registry, { ...options, server: options.publicUrl ?? (base || '/') }))
  const streams = new Streams()
  const responder = new Responder(engine, options, streams)

  // h3 does only the routing; requests and responses are read and written here, the same on every host.
  const app = new H3({ allowMalformedURL: true })
  for (const path of pathsOf(routes)) app.all(base + path.pattern, (event) => responder.respond(routed(event), path))
  app.all('/**', (event) => responder.respond(routed(event), undefined))
  // The router of h3 reads only method and URL of the request.
  const answer = (incoming: Incoming) => app.handler(new H3Event(incoming as unknown as Request, { incoming }, app)) as Promise<Answer>

  return {
    async fetch(request, context) {
      return toResponse(await answer(fromRequest(request, context?.ip)), request.method)
    },
    node(req, res, next) {
      if (next && !isBelow(base, req.url ?? '/')) return next()
      const incoming = fromNode(req, res)
      void answer(incoming).then((each) => sendTo(res, each, incoming.method))
    },
    close: () => streams.close(),
  }
}

function routed({ context, url }: H3Event): MatchedRequest {
  return { incoming: context['incoming'] as Incoming, pathname: url.pathname, search: url.search, params: context.params ?? {} }
}

function isBelow(base: string, url: string): boolean {
  return url.startsWith(base) && (url.length === base.length || '/?'.includes(url.charAt(base.length)))
}
