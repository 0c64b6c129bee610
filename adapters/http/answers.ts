import type { CrmError, Reply } from 'rapport-crm'
import { challenge } from './authenticate.ts'
import { attachment, headerText, nextLink, rateLimitHeaders } from './headers.ts'
import type { Answer, Incoming, MatchedRequest } from './incoming.ts'
import type { Path } from './paths.ts'
import type { Route } from './route.ts'

/** Headers of a response, by name in lower case. */
export type Headers = Record<string, string>

/** The entity tag of an answer. A query changes the form of the record, which the version does not tell. */
export function tagOf({ search }: MatchedRequest, route: Route, value: unknown, { file }: Reply): string | undefined {
  if (route.media) return file?.tag === undefined ? undefined : `"${file.tag}"`
  return search === '' || route.operation.upload ? route.tagOf(value) : undefined
}

/** The response to a call that succeeded. */
export function success(routed: MatchedRequest, route: Route, value: unknown, reply: Reply, headers: Headers): Answer {
  const { incoming, search } = routed
  const reads = route.method === 'GET'
  headers['cache-control'] =
    !reads || !route.shared ? 'no-store' : route.operation.scope === 'public' ? 'public, max-age=300' : 'private, no-cache'
  if (reply.matchedBy) headers['x-matched'] = headerText(reply.matchedBy)
  if (reply.matchedBy && reply.changed) headers['x-changed'] = headerText(reply.changed.join(', '))
  if (reply.replayed) headers['idempotency-replayed'] = 'true'
  rateLimitHeaders(reply, headers)
  const etag = tagOf(routed, route, value, reply)
  if (etag) headers['etag'] = etag
  if (reply.unchanged) return { status: 304, headers, body: null }
  const next = reads ? nextLink(search, value) : undefined
  if (next) headers['link'] = next
  if (route.media) return file(incoming, value, reply, { ...headers, 'content-type': route.media })
  headers['content-type'] = 'application/json'
  return sent(incoming, route.operation.creates && !reply.matchedBy ? 201 : 200, route.write(value), headers)
}

// Of a download: its file is closed, and what it holds of the database.
const STALLED_MS = 60_000

function file({ method }: Incoming, value: unknown, { file }: Reply, headers: Headers): Answer {
  const named = file && { 'content-type': file.media, 'content-disposition': attachment(file.name) }
  const isWhole = value instanceof Uint8Array
  const length = isWhole ? (method === 'HEAD' ? value.length : undefined) : file?.bytes
  const sized = { ...headers, ...named, ...(length !== undefined && { 'content-length': String(length) }) }
  if (isWhole) return { status: 200, headers: sized, body: value as Uint8Array<ArrayBuffer> }
  const chunks = value as AsyncGenerator<Uint8Array>
  if (method === 'HEAD') void chunks.return(undefined)
  return {
    status: 200,
    headers: sized,
    body: method === 'HEAD' ? null : { chunks, stalledMs: STALLED_MS, cancel: () => void chunks.return(undefined) },
  }
}

/** The problem document of an error, with the headers of its status. */
export function failure(incoming: Incoming, error: CrmError, reply: Reply, headers: Headers, metadata?: string): Answer {
  const { status, details } = error
  const asked = challenge(error, incoming, metadata)
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

/** The response to `OPTIONS`, also to those that a browser sends before the request of a page. */
export function optionsOf(path: Path, headers: Headers): Answer {
  headers['allow'] = path.allow.join(', ')
  return { status: 204, headers, body: null }
}
