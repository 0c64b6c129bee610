import { type Actor, type Core, CrmError, Reply, type Streamed } from 'rapport-crm'
import { actorOf, anonymous, challenge } from './authenticate.ts'
import { ifMatch, isNamed } from './conditions.ts'
import { corsHeaders, preflight } from './cors.ts'
import { headerText, nextLink, rateLimitHeaders, requestIdOf } from './headers.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import type { HttpOptions } from './index.ts'
import type { Path } from './paths.ts'
import type { Route } from './plan.ts'
import { streamHeaders, type Streams } from './stream.ts'

type Headers = Record<string, string>

/** Answers the requests of one mount. */
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

  /** Answers one request, whose path is undefined where there is none such; never rejects, so that no host ever makes the body of an error. */
  async respond(routed: MatchedRequest, path: Path | undefined): Promise<Answer> {
    const { incoming } = routed
    const requestId = requestIdOf(incoming.header('x-request-id'))
    const reply = new Reply()
    const headers: Headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }
    const { cors } = this.#options
    try {
      if (!path) throw notFound(routed)
      const plan = path.plans.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
      if (cors && (plan ?? path.plans.get('GET'))?.shared) Object.assign(headers, corsHeaders(cors, incoming.header('origin')))
      if (!plan)
        return incoming.method === 'OPTIONS' ? optionsOf(path, headers) : failure(incoming, notAllowed(incoming, path), reply, headers)
      const value = await this.#call(routed, plan, reply, requestId)
      if (plan.streams) return this.#streamed(routed, plan, value as AsyncIterator<Streamed>, reply, headers)
      return success(routed, plan, value, reply, headers)
    } catch (error) {
      return failure(incoming, error instanceof CrmError ? error : this.#hidden(error, requestId), reply, headers)
    }
  }

  async #call(routed: MatchedRequest, plan: Route, reply: Reply, requestId: string): Promise<unknown> {
    const { operation } = plan
    const { incoming } = routed
    const actor = await this.#callerOf(routed, plan)
    const idempotencyKey = incoming.header('idempotency-key')
    // Read behind authorisation and limit, so that a request that cannot be read is counted and logged like any other.
    const input = async () => {
      const version = plan.method === 'GET' ? undefined : ifMatch(incoming.header('if-match'))
      if (version !== undefined) reply.ifMatch = version
      if (plan.conditional && incoming.header('if-match') === null) throw unconditional()
      return await plan.read(routed)
    }
    const isKnown = (value: unknown) => {
      const etag = plan.method === 'GET' ? tagOf(routed, plan, value) : undefined
      return etag !== undefined && isNamed(incoming.header('if-none-match'), etag)
    }
    return await this.#engine.call(operation, input, actor, { reply, requestId, isKnown, ...(idempotencyKey && { idempotencyKey }) })
  }

  async #callerOf({ incoming }: MatchedRequest, { operation }: Route): Promise<Actor> {
    return operation.scope === 'public' ? anonymous : await actorOf(this.#engine, incoming, this.#options)
  }

  #streamed(routed: MatchedRequest, plan: Route, items: AsyncIterator<Streamed>, reply: Reply, headers: Headers): Answer {
    Object.assign(headers, streamHeaders)
    rateLimitHeaders(reply, headers)
    const body = this.#streams.serve(items, {
      heartbeatMs: this.#options.heartbeatMs ?? HEARTBEAT_MS,
      isAllowed: () => this.#isAllowed(routed, plan),
      onError: (error) => this.#onError(error, headers['x-request-id'] ?? ''),
    })
    if (routed.incoming.method !== 'HEAD') return { status: 200, headers, body }
    body.cancel()
    void items.return?.()
    return { status: 200, headers, body: null }
  }

  // A key that is revoked, or loses its scope, must not read on for as long as its connection holds.
  async #isAllowed(routed: MatchedRequest, plan: Route): Promise<boolean> {
    try {
      const { scopes } = await this.#callerOf(routed, plan)
      return plan.operation.scope === 'public' || scopes.has(plan.operation.scope)
    } catch (error) {
      return !(error instanceof CrmError && error.status < 500)
    }
  }

  #hidden(error: unknown, requestId: string): CrmError {
    this.#onError(error, requestId)
    return new CrmError('internal_error', 'Something went wrong on our side; its trace is found by the request_id')
  }
}

const HEARTBEAT_MS = 15_000

// A query asks for another form of the record, which the version alone does not tell apart.
function tagOf({ search }: MatchedRequest, plan: Route, value: unknown): string | undefined {
  return search === '' ? plan.tagOf(value) : undefined
}

function success(routed: MatchedRequest, plan: Route, value: unknown, reply: Reply, headers: Headers): Answer {
  const { incoming, search } = routed
  const reads = plan.method === 'GET'
  headers['cache-control'] = !reads
    ? 'no-store'
    : plan.shared && plan.operation.scope === 'public'
      ? 'public, max-age=300'
      : 'private, no-cache'
  if (reply.matchedBy) headers['x-matched'] = headerText(reply.matchedBy)
  if (reply.replayed) headers['idempotency-replayed'] = 'true'
  rateLimitHeaders(reply, headers)
  const etag = tagOf(routed, plan, value)
  if (etag) headers['etag'] = etag
  if (reply.unchanged) return { status: 304, headers, body: null }
  const next = reads ? nextLink(search, value) : undefined
  if (next) headers['link'] = next
  if (plan.media) return file(incoming, value, reply, { ...headers, 'content-type': plan.media })
  headers['content-type'] = 'application/json'
  return sent(incoming, plan.operation.creates && !reply.matchedBy ? 201 : 200, plan.write(value), headers)
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
  // The skins drop the body of HEAD; its length is all that is left to tell.
  if (method === 'HEAD') headers['content-length'] = String(new TextEncoder().encode(body).length)
  return { status, headers, body }
}

function optionsOf(path: Path, headers: Headers): Answer {
  headers['allow'] = path.allow.join(', ')
  if (headers['access-control-allow-origin']) Object.assign(headers, preflight)
  return { status: 204, headers, body: null }
}

function notAllowed({ method }: Incoming, { allow }: Path): CrmError {
  return new CrmError('method_not_allowed', `This path takes ${allow.join(', ')}, not ${method}`, { allow })
}

function unconditional(): CrmError {
  return new CrmError('precondition_required', 'Say by If-Match which version you mean, as the ETag of the record shows it, or * for any')
}

function notFound({ pathname }: MatchedRequest): CrmError {
  try {
    decodeURIComponent(pathname)
  } catch {
    return new CrmError('malformed_input', 'The path is not well-formed percent-encoding')
  }
  return new CrmError('not_found', 'There is no such path; see GET /openapi.json for those that there are')
}
