import { type Actor, type Core, CrmError, Reply, type Streamed } from 'rapport-crm'
import { actorOf, anonymous, challenge } from './authenticate.ts'
import { ifMatch, isNamed } from './conditions.ts'
import { corsHeaders, preflight } from './cors.ts'
import { headerText, nextLink, rateLimitHeaders, requestIdOf } from './headers.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import type { HttpOptions } from './index.ts'
import type { Path } from './paths.ts'
import type { Route } from './route.ts'
import { streamHeaders, type Streams } from './stream.ts'

type Headers = Record<string, string>

/** Answers the requests of one mounted API. */
export class Responder {
  readonly #engine: Core
  readonly #options: HttpOptions
  readonly #streams: Streams
  readonly #onError: NonNullable<HttpOptions['onError']>

  constructor(engine: Core, options: HttpOptions, streams: Streams) {
    this.#engine = engine
    this.#options = options
    this.#streams = streams
    this.#onError = options.onError ?? ((error, requestId) => console.error(`[rapport] request ${requestId} failed:`, error))
  }

  /** Answers one request; `path` is undefined if none matches. Never rejects, so that hosts never create error bodies of their own. */
  async respond(routed: MatchedRequest, path: Path | undefined): Promise<Answer> {
    const { incoming } = routed
    const requestId = requestIdOf(incoming.header('x-request-id'))
    const reply = new Reply()
    const headers: Headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }
    const { cors } = this.#options
    try {
      if (!path) throw notFound(routed)
      const route = path.routes.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
      if (cors && (route ?? path.routes.get('GET'))?.shared) Object.assign(headers, corsHeaders(cors, incoming.header('origin')))
      if (!route)
        return incoming.method === 'OPTIONS' ? optionsOf(path, headers) : failure(incoming, notAllowed(incoming, path), reply, headers)
      const value = await this.#call(routed, route, reply, requestId)
      if (route.streams) return this.#streamed(routed, route, value as AsyncIterator<Streamed>, reply, headers)
      return success(routed, route, value, reply, headers)
    } catch (error) {
      return failure(incoming, error instanceof CrmError ? error : this.#hidden(error, requestId), reply, headers)
    }
  }

  async #call(routed: MatchedRequest, route: Route, reply: Reply, requestId: string): Promise<unknown> {
    const { operation } = route
    const { incoming } = routed
    const actor = await this.#callerOf(routed, route)
    const idempotencyKey = incoming.header('idempotency-key')
    // Read after authorization and rate limit, so that invalid requests are counted and logged like any other.
    const input = async () => {
      const version = route.method === 'GET' ? undefined : ifMatch(incoming.header('if-match'))
      if (version !== undefined) reply.ifMatch = version
      if (route.conditional && incoming.header('if-match') === null) throw unconditional()
      return await route.read(routed)
    }
    const isKnown = (value: unknown) => {
      const etag = route.method === 'GET' ? tagOf(routed, route, value) : undefined
      return etag !== undefined && isNamed(incoming.header('if-none-match'), etag)
    }
    return await this.#engine.call(operation, input, actor, { reply, requestId, isKnown, ...(idempotencyKey && { idempotencyKey }) })
  }

  async #callerOf({ incoming }: MatchedRequest, { operation }: Route): Promise<Actor> {
    return operation.scope === 'public' ? anonymous : await actorOf(this.#engine, incoming, this.#options)
  }

  #streamed(routed: MatchedRequest, route: Route, items: AsyncIterator<Streamed>, reply: Reply, headers: Headers): Answer {
    Object.assign(headers, streamHeaders)
    rateLimitHeaders(reply, headers)
    const body = this.#streams.serve(items, {
      heartbeatMs: this.#options.heartbeatMs ?? HEARTBEAT_MS,
      isAllowed: () => this.#isAllowed(routed, route),
      onError: (error) => this.#onError(error, headers['x-request-id'] ?? ''),
    })
    if (routed.incoming.method !== 'HEAD') return { status: 200, headers, body }
    body.cancel()
    void items.return?.()
    return { status: 200, headers, body: null }
  }

  // A stream must end soon after its key is revoked or loses its scope.
  async #isAllowed(routed: MatchedRequest, route: Route): Promise<boolean> {
    try {
      const { scopes } = await this.#callerOf(routed, route)
      return route.operation.scope === 'public' || scopes.has(route.operation.scope)
    } catch (error) {
      return !(error instanceof CrmError && error.status < 500)
    }
  }

  #hidden(error: unknown, requestId: string): CrmError {
    this.#onError(error, requestId)
    return new CrmError('internal_error', 'Internal error; the log of the server has it under the request_id')
  }
}

const HEARTBEAT_MS = 15_000

// A query changes the form of the record, which the version does not tell.
function tagOf({ search }: MatchedRequest, route: Route, value: unknown): string | undefined {
  return search === '' ? route.tagOf(value) : undefined
}

function success(routed: MatchedRequest, route: Route, value: unknown, reply: Reply, headers: Headers): Answer {
  const { incoming, search } = routed
  const reads = route.method === 'GET'
  headers['cache-control'] = !reads
    ? 'no-store'
    : route.shared && route.operation.scope === 'public'
      ? 'public, max-age=300'
      : 'private, no-cache'
  if (reply.matchedBy) headers['x-matched'] = headerText(reply.matchedBy)
  if (reply.replayed) headers['idempotency-replayed'] = 'true'
  rateLimitHeaders(reply, headers)
  const etag = tagOf(routed, route, value)
  if (etag) headers['etag'] = etag
  if (reply.unchanged) return { status: 304, headers, body: null }
  const next = reads ? nextLink(search, value) : undefined
  if (next) headers['link'] = next
  if (route.media) return file(incoming, value, reply, { ...headers, 'content-type': route.media })
  headers['content-type'] = 'application/json'
  return sent(incoming, route.operation.creates && !reply.matchedBy ? 201 : 200, route.write(value), headers)
}

function file({ method }: Incoming, value: unknown, { file }: Reply, headers: Headers): Answer {
  const named = file && { 'content-type': file.media, 'content-disposition': `attachment; filename="${headerText(file.name)}"` }
  const isWhole = value instanceof Uint8Array
  const length = isWhole ? (method === 'HEAD' ? value.length : undefined) : file?.bytes
  const sized = { ...headers, ...named, ...(length !== undefined && { 'content-length': String(length) }) }
  if (isWhole) return { status: 200, headers: sized, body: value as Uint8Array<ArrayBuffer> }
  const chunks = value as AsyncGenerator<Uint8Array>
  if (method === 'HEAD') void chunks.return(undefined)
  return { status: 200, headers: sized, body: method === 'HEAD' ? null : { chunks, cancel: () => void chunks.return(undefined) } }
}

function failure(incoming: Incoming, error: CrmError, reply: Reply, headers: Headers): Answer {
  const { status, details } = error
  const asked = challenge(error, incoming)
  if (asked) headers['www-authenticate'] = asked
  if (details.allow) headers['allow'] = headerText(details.allow.join(', '))
  if (details.retry_after !== undefined) headers['retry-after'] = String(Math.max(0, Math.ceil(details.retry_after)))
  rateLimitHeaders(reply, headers)
  headers['cache-control'] = 'no-store'
  headers['content-type'] = 'application/problem+json'
  const problem = { ...error.toProblem(headers['x-request-id']), ...(details.scopes && { scopes: details.scopes }) }
  return sent(incoming, status, JSON.stringify(problem), headers)
}

function sent({ method }: Incoming, status: number, body: string, headers: Headers): Answer {
  // HEAD has no body; only its length is sent.
  if (method === 'HEAD') headers['content-length'] = String(new TextEncoder().encode(body).length)
  return { status, headers, body }
}

function optionsOf(path: Path, headers: Headers): Answer {
  headers['allow'] = path.allow.join(', ')
  if (headers['access-control-allow-origin']) Object.assign(headers, preflight)
  return { status: 204, headers, body: null }
}

function notAllowed({ method }: Incoming, { allow }: Path): CrmError {
  return new CrmError('method_not_allowed', `This path accepts ${allow.join(', ')}, not ${method}`, { allow })
}

function unconditional(): CrmError {
  return new CrmError('precondition_required', 'Send If-Match with the version of the record, as its ETag shows it, or * for any version')
}

function notFound({ pathname }: MatchedRequest): CrmError {
  try {
    decodeURIComponent(pathname)
  } catch {
    return new CrmError('malformed_input', 'The path is not well-formed percent-encoding')
  }
  return new CrmError('not_found', 'Unknown path; GET /openapi.json lists all paths')
}
