import type { IncomingMessage } from 'node:http'
import { CrmError } from 'rapport-crm'

/** A request as body parsers leave it. */
export interface HostRequest extends IncomingMessage {
  /** What they have parsed, or why they could not. */
  body?: unknown
  /** The bytes or the text of which they have parsed it, where they keep them. */
  rawBody?: unknown
}

/** What body parsers of Express throw, as `http-errors` makes it. */
export interface ParserError {
  readonly type?: unknown
  readonly status?: unknown
  readonly message?: unknown
  /** The text that is no JSON. */
  readonly body?: unknown
}

/**
 * Keeps the bytes of a body beside what is parsed of it, so that integers beyond 2^53 keep all their digits: the option `verify` of body
 * parsers, as in `express.json({ verify: keepBody })`.
 */
export function keepBody(req: IncomingMessage, _res: unknown, bytes: Uint8Array): void {
  const request: HostRequest = req
  request.rawBody = bytes
}

/** Leaves on the request what a failed body parser knows of its body, so that it is answered as without a parser; false for other errors. */
export function afterParser(req: HostRequest, { type, status, message, body }: ParserError): boolean {
  if (typeof type !== 'string' || typeof status !== 'number' || !faultsOfBodies.has(type)) return false
  if (type === 'entity.parse.failed' && typeof body === 'string') req.rawBody ??= body
  // A parser that has read nothing leaves it to the API to judge the body.
  else if (req.readableDidRead) req.body = new CrmError(codes[status] ?? 'malformed_input', `The body was refused: ${String(message)}`)
  return true
}

// What the app itself refuses, such as a signature in `verify`, stays refused.
const faultsOfBodies = new Set([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
  'request.size.invalid',
])
const codes: Readonly<Record<number, 'too_large' | 'unsupported_media_type'>> = { 413: 'too_large', 415: 'unsupported_media_type' }

/** Moves to the request what a body parser of Koa has left elsewhere. */
export function withBody(req: HostRequest, { body, rawBody }: Pick<HostRequest, 'body' | 'rawBody'>): IncomingMessage {
  if (body !== undefined) req.body = body
  if (rawBody !== undefined) req.rawBody = rawBody
  return req
}
