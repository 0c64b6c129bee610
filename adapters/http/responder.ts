import { type Actor, type Core, CrmError, type HeldBody, inTraceOf, isUnexpected, Reply, type Streamed, writes } from 'rapport-crm'
import { Admission, type Admitted } from './admission.ts'
import { failure, type Headers, optionsOf, success, tagOf } from './answers.ts'
import { actorOf, anonymous } from './authenticate.ts'
import { ifMatch, isNamed } from './conditions.ts'
import { consentTo } from './cors.ts'
import { rateLimitHeaders, requestIdOf, safeHeaders } from './headers.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import type { HttpOptions } from './index.ts'
import type { Path } from './paths.ts'
import type { Route } from './route.ts'
import { streamHeaders, type Streams } from './stream.ts'

/** Answers the requests of one mounted API. */
export class Responder {
  readonly #engine: Core
  readonly #options: HttpOptions
  readonly #streams: Streams
  readonly #admission: Admission
  readonly #onError: NonNullable<HttpOptions['onError']>

  constructor(engine: Core, options: HttpOptions, streams: Streams) {
    this.#engine = engine
    this.#options = options
    this.#streams = streams
    this.#admission = new Admission(options.maxRequests)
    this.#onError = options.onError ?? ((error, requestId) => console.error(`[rapport] request ${requestId} failed:`, error))
  }

  /** Answers one request; `path` is undefined if none matches. Never rejects, so that hosts never create error bodies of their own. */
  async respond(routed: MatchedRequest, path: Path | undefined): Promise<Answer> {
    const { incoming } = routed
    const requestId = requestIdOf(incoming.header('x-request-id'))
    const reply = new Reply()
    const { headers: allowing, preflight } = consentTo(incoming.header('origin'), path, {
      cors: this.#options.cors,
      method: incoming.method,
    })
    const headers: Headers = { 'x-request-id': requestId, ...safeHeaders, ...allowing }
    let admitted: Admitted | undefined
    try {
      admitted = this.#admission.enter(incoming.fromSocket)
      if (!path) throw notFound(routed)
      const route = path.routes.get(incoming.method === 'HEAD' ? 'GET' : incoming.method)
      if (!route)
        return incoming.method === 'OPTIONS'
          ? optionsOf(path, { ...headers, ...preflight })
          : failure(incoming, notAllowed(incoming, path), reply, headers, this.#metadata)
      const value = await this.#call(routed, route, reply, { requestId, admitted })
      if (route.streams) return this.#streamed(routed, route, value as AsyncIterator<Streamed>, reply, headers)
      return success(routed, route, value, reply, headers)
    } catch (error) {
      return failure(incoming, this.#shown(error, requestId), reply, headers, this.#metadata)
    } finally {
      admitted?.leave()
    }
  }

  async #call(
    routed: MatchedRequest,
    route: Route,
    reply: Reply,
    { requestId, admitted }: { readonly requestId: string; readonly admitted: Admitted },
  ): Promise<unknown> {
    const { operation } = route
    const { incoming } = routed
    const actor = await this.#callerOf(routed, route)
    const idempotencyKey = incoming.header('idempotency-key')
    // Searches and reports may take long. Lists are short; a write goes on without its client, which may have sent it and left: a form, a webhook.
    const signal = route.method === 'POST' && !writes(operation) ? incoming.signal : undefined
    let held: HeldBody | undefined
    // Read after authorization and rate limit, so that invalid requests are counted and logged like any other.
    const input = async () => {
      const version = route.method === 'GET' ? undefined : ifMatch(incoming.header('if-match'))
      if (version !== undefined) reply.ifMatch = version
      if (route.conditional && incoming.header('if-match') === null) throw unconditional()
      // An upload is never in memory as a whole.
      const room = this.#engine.holdBody(actor, operation.upload ? 0 : Number(incoming.header('content-length')) || 0)
      held = room
      // A client that sends slowly keeps nobody else out.
      return route.method === 'GET'
        ? await route.read(routed)
        : await admitted.waiting(() => route.read({ ...routed, grow: room.grow, piecesOf: (pieces) => waited(pieces, admitted) }))
    }
    const isKnown = (value: unknown) => {
      const etag = route.method === 'GET' ? tagOf(routed, route, value, reply) : undefined
      return etag !== undefined && isNamed(incoming.header('if-none-match'), etag)
    }
    try {
      const options = {
        reply,
        requestId,
        transport: 'http',
        isKnown,
        ...(idempotencyKey !== null && { idempotencyKey }),
        ...(signal && { signal }),
      } as const
      return await inTraceOf(incoming.header, () => this.#engine.call(operation, input, actor, options))
    } catch (error) {
      // Nobody reads this answer, and nothing has failed.
      throw signal?.aborted && error === signal.reason ? new CrmError('unavailable', 'The client did not wait for the answer') : error
    } finally {
      held?.release()
    }
  }

  async #callerOf({ incoming }: MatchedRequest, { operation }: Pick<Route, 'operation'>): Promise<Actor> {
    return operation.scope === 'public' ? anonymous : await actorOf(this.#engine, incoming, this.#options)
  }

  #streamed(routed: MatchedRequest, route: Route, items: AsyncIterator<Streamed>, reply: Reply, headers: Headers): Answer {
    Object.assign(headers, streamHeaders)
    rateLimitHeaders(reply, headers)
    const body = this.#streams.serve(items, {
      heartbeatMs: this.#options.heartbeatMs ?? HEARTBEAT_MS,
      refusal: () => this.#refusal(routed, route),
      requestId: headers['x-request-id'] ?? '',
      onError: (error) => this.#onError(error, headers['x-request-id'] ?? ''),
    })
    if (routed.incoming.method !== 'HEAD') return { status: 200, headers, body }
    body.cancel()
    void items.return?.()
    return { status: 200, headers, body: null }
  }

  // The engine knows its keys; whom the embedding app has signed in is asked for again.
  async #refusal(routed: MatchedRequest, { operation }: Route): Promise<CrmError | undefined> {
    try {
      const { scopes } = await this.#callerOf(routed, { operation })
      if (operation.scope === 'public' || scopes.has(operation.scope)) return undefined
      return new CrmError('insufficient_scope', `${operation.id} needs the scope ${operation.scope}`, { scopes: [operation.scope] })
    } catch (error) {
      return error instanceof CrmError && error.status < 500 ? error : undefined
    }
  }

  #shown(error: unknown, requestId: string): CrmError {
    if (isUnexpected(error)) this.#onError(error, requestId)
    if (error instanceof CrmError) return error
    return new CrmError('internal_error', 'Internal error; the log of the server has it under the request_id')
  }

  get #metadata(): string | undefined {
    const { resourceMetadata } = this.#options
    return typeof resourceMetadata === 'function' ? resourceMetadata() : resourceMetadata
  }
}

const HEARTBEAT_MS = 15_000

// A client that sends slowly keeps nobody else out.
async function* waited(pieces: AsyncGenerator<Uint8Array>, admitted: Admitted): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const { done, value } = await admitted.waiting(() => pieces.next())
      if (done) return
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
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
