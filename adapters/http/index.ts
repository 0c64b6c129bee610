import type { IncomingMessage, ServerResponse } from 'node:http'
import { H3, H3Event } from 'h3'
import type { Core } from 'rapport-crm'
import type { Authenticate } from './authenticate.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import { changesRecord, conditionalOf } from './conditions.ts'
import { fromNode, sendTo } from './node.ts'
import { description } from './openapi/operation.ts'
import { pathsOf } from './paths.ts'
import { routeOf } from './plan.ts'
import { Responder } from './responder.ts'
import { Streams } from './stream.ts'
import { fromRequest, toResponse } from './web.ts'

export type { Authenticate } from './authenticate.ts'
export { type Docs, docs, type DocsOptions } from './docs/index.ts'

/** How the REST API is mounted, and who may call it besides the holders of keys. */
export interface HttpOptions {
  /** Path of the version segment, as requests carry it when they get here (contract section 9; default `/api/v1`). */
  readonly base?: string
  /** Who calls, where the embedding app knows better than an API key; `undefined` leaves it to the key. */
  readonly authenticate?: Authenticate
  /** Address of the client, for keys that are limited to some; behind a proxy of yours, the one that it hands on (default: `peer`). */
  readonly addressOf?: (from: { readonly peer: string | undefined; readonly header: (name: string) => string | null }) => string | undefined
  /** Browser origins that may read the catalog and the OpenAPI description, which are the same for everybody (default: all; `[]`: none). */
  readonly cors?: '*' | readonly string[]
  /** Address below which clients reach the API, for `servers` of the OpenAPI description (default: `base`). */
  readonly publicUrl?: string
  /** Refuses changes and deletes of records that do not say by `If-Match` which version they mean: 428 (default: false). */
  readonly requireIfMatch?: boolean
  /** Serves the OpenAPI description to those without a key, too (default: false). */
  readonly publicDescription?: boolean
  /** Milliseconds after which a stream shows that it is still there, and ends if its key does not let it read on (default 15,000). */
  readonly heartbeatMs?: number
  /** Told of each fault that a client sees only as `500` and a request id (default: `console.error`). */
  readonly onError?: (error: unknown, requestId: string) => void
}

/** The REST API of one engine, in the two forms that hosts mount. */
export interface Http {
  /** Web-standard form: Hono, Next.js, h3, Bun, Deno; never rejects. */
  readonly fetch: (request: Request, context?: { readonly ip?: string }) => Promise<Response>
  /** Node form: node:http, Express, Fastify; with `next`, paths outside `base` are passed on. */
  readonly node: (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void
  /** Ends the streams that are open, so that the server that carries them can close. */
  readonly close: () => void
}

/** Projects every operation of the engine to one REST route (contract section 4), mountable below any prefix. */
export function http(engine: Core, options: HttpOptions = {}): Http {
  const base = (options.base ?? '/api/v1').replace(/\/+$/, '')
  const isConditional = conditionalOf(engine.registry.list)
  const plans = engine.registry.list.map((operation) =>
    routeOf(operation, { conditional: options.requireIfMatch === true && changesRecord(operation) && isConditional(operation) }),
  )
  plans.push(description(engine.registry, { ...options, server: options.publicUrl ?? (base || '/') }))
  const streams = new Streams()
  const responder = new Responder(engine, { ...options, cors: options.cors ?? '*' }, streams)

  // h3 only routes: requests and answers are ours on both sides of it, so no host and no version of it changes their form.
  const app = new H3({ allowMalformedURL: true })
  for (const path of pathsOf(plans)) app.all(base + path.pattern, (event) => responder.respond(routed(event), path))
  app.all('/**', (event) => responder.respond(routed(event), undefined))
  const answer = (incoming: Incoming) => app.handler(new H3Event(incoming as unknown as Request, { incoming }, app)) as Promise<Answer>

  return {
    async fetch(request, context) {
      return toResponse(await answer(fromRequest(request, context?.ip)), request.method)
    },
    node(req, res, next) {
      if (next && !isBelow(base, req.url ?? '/')) return next()
      const incoming = fromNode(req)
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
