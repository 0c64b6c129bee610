import { type H3Event, HTTPResponse } from 'h3'
import { type Core, CrmError, Reply } from 'rapport-crm'
import { actorOf, anonymous, challenge } from './authenticate.ts'
import { etagOf, ifMatch, isKnown } from './conditions.ts'
import { corsHeaders, preflight } from './cors.ts'
import { rateLimitHeaders, requestIdOf } from './headers.ts'
import type { HttpOptions } from './index.ts'
import type { Path } from './paths.ts'
import type { Plan } from './plan.ts'

type Headers = Record<string, string>

/** Answers one request; the promise never rejects, so that no host ever makes the body of an error. */
export type Respond = (event: H3Event, path: Path | undefined) => Promise<HTTPResponse>

export function responder(engine: Core, options: HttpOptions): Respond {
  const onError = options.onError ?? ((error, requestId) => console.error(`[rapport] request ${requestId} failed:`, error))

  return async (event, path) => {
    const requestId = requestIdOf(event.req.headers.get('x-request-id'))
    const reply = new Reply()
    const headers: Headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' }
    try {
      if (!path) throw notFound(event)
      const plan = path.plans.get(event.req.method === 'HEAD' ? 'GET' : event.req.method)
      if (options.cors && (plan ?? path.plans.get('GET'))?.shared)
        Object.assign(headers, corsHeaders(options.cors, event.req.headers.get('origin')))
      if (!plan) return event.req.method === 'OPTIONS' ? optionsOf(path, headers) : failure(event, notAllowed(event, path), reply, headers)
      const value = await call(event, plan, reply, requestId)
      return success(event, plan, value, reply, headers)
    } catch (error) {
      return failure(event, error instanceof CrmError ? error : hidden(error, requestId), reply, headers)
    }
  }

  async function call(event: H3Event, plan: Plan, reply: Reply, requestId: string): Promise<unknown> {
    const { operation } = plan
    const { headers } = event.req
    const actor = operation.scope === 'public' ? anonymous : await actorOf(engine, event.req, ipOf(event), options.authenticate)
    const idempotencyKey = headers.get('idempotency-key')
    // Read behind authorisation and limit, so that a request that cannot be read is counted and logged like any other.
    const input = async () => {
      const version = plan.method === 'GET' ? undefined : ifMatch(headers.get('if-match'))
      if (version !== undefined) reply.ifMatch = version
      return await plan.read(event)
    }
    return await engine.call(operation, input, actor, { reply, requestId, ...(idempotencyKey && { idempotencyKey }) })
  }

  function hidden(error: unknown, requestId: string): CrmError {
    onError(error, requestId)
    return new CrmError('internal_error', 'Something went wrong on our side; its trace is found by the request_id')
  }
}

function success(event: H3Event, plan: Plan, value: unknown, reply: Reply, headers: Headers): HTTPResponse {
  const reads = plan.method === 'GET'
  headers['cache-control'] = !reads
    ? 'no-store'
    : plan.shared && plan.operation.scope === 'public'
      ? 'public, max-age=300'
      : 'private, no-cache'
  if (reply.matchedBy) headers['x-matched'] = reply.matchedBy.replaceAll(/[^\w.-]/g, '_')
  if (reply.replayed) headers['idempotency-replayed'] = 'true'
  rateLimitHeaders(reply, headers)
  // A query asks for another form of the record, which the version alone does not tell apart.
  const etag = event.url.search === '' ? etagOf(value) : undefined
  if (etag) headers['etag'] = etag
  if (reads && etag && isKnown(event.req.headers.get('if-none-match'), etag)) return new HTTPResponse(null, { status: 304, headers })
  headers['content-type'] = 'application/json'
  return sent(event, plan.operation.creates && !reply.matchedBy ? 201 : 200, plan.write(value), headers)
}

function failure(event: H3Event, error: CrmError, reply: Reply, headers: Headers): HTTPResponse {
  const { status, details } = error
  const asked = challenge(error, event.req)
  if (asked) headers['www-authenticate'] = asked
  if (details.allow) headers['allow'] = details.allow.join(', ')
  if (details.retry_after !== undefined) headers['retry-after'] = String(Math.max(0, Math.ceil(details.retry_after)))
  rateLimitHeaders(reply, headers)
  headers['cache-control'] = 'no-store'
  headers['content-type'] = 'application/problem+json'
  const problem = { ...error.toProblem(headers['x-request-id']), ...(details.scopes && { scopes: details.scopes }) }
  return sent(event, status, JSON.stringify(problem), headers)
}

function sent(event: H3Event, status: number, text: string, headers: Headers): HTTPResponse {
  // h3 and fetch drop the body of HEAD; its length is all that is left to tell.
  if (event.req.method === 'HEAD') headers['content-length'] = String(new TextEncoder().encode(text).length)
  return new HTTPResponse(text, { status, headers })
}

function optionsOf(path: Path, headers: Headers): HTTPResponse {
  headers['allow'] = path.allow.join(', ')
  if (headers['access-control-allow-origin']) Object.assign(headers, preflight)
  return new HTTPResponse(null, { status: 204, headers })
}

function notAllowed(event: H3Event, { allow }: Path): CrmError {
  return new CrmError('method_not_allowed', `This path takes ${allow.join(', ')}, not ${event.req.method}`, { allow })
}

function notFound(event: H3Event): CrmError {
  try {
    decodeURIComponent(event.url.pathname)
  } catch {
    return new CrmError('malformed_input', 'The path is not well-formed percent-encoding')
  }
  return new CrmError('not_found', 'There is no such path; see GET /openapi.json for those that there are')
}

function ipOf({ context, req }: H3Event): string | undefined {
  return typeof context['ip'] === 'string' ? context['ip'] : req.ip
}
