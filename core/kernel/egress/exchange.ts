import type { Connection, Connections } from './connections.ts'
import { EgressError, toEgressError } from './failure.ts'
import { excerpt, readStart } from './excerpt.ts'

/** One request. */
export type Exchange = {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | undefined
  /** Bytes up to which the whole answer is wanted. */
  readonly bodyLimit?: number | undefined
}

/** The answer to a request, with the start of its body. */
export type Answer = {
  readonly status: number
  readonly response: string
  /** All of it, if it was wanted. */
  readonly body?: string | undefined
  readonly bytes?: Uint8Array | undefined
  readonly etag?: string | undefined
  readonly retryAfter: string | null
}

// Headers of the connection itself, and content codings: a body that is never decompressed cannot be a bomb.
const ownHeaders = /^(accept-encoding|connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/**
 * Sends one request and reads the start of the answer; `answered` is called at the status line. A kept connection that
 * the other side has closed before the first byte of an answer is replaced once.
 */
export async function exchange(connections: Connections, request: Exchange, signal: AbortSignal, answered: () => void): Promise<Answer> {
  const kept = connections.reuse(request.url.origin)
  if (kept !== undefined) {
    try {
      return await once(connections, kept, request, signal, answered)
    } catch (error) {
      const stale = error instanceof EgressError && error.code === 'connection_reset' && !kept.answering
      if (!stale || signal.aborted) throw error
    }
  }
  return await once(connections, connections.open(request.url.origin, signal), request, signal, answered)
}

async function once(
  connections: Connections,
  connection: Connection,
  request: Exchange,
  signal: AbortSignal,
  answered: () => void,
): Promise<Answer> {
  let reusable = false
  connection.begin()
  try {
    const { statusCode, headers, body } = await connection.client.request({
      method: request.method,
      path: request.url.pathname + request.url.search,
      headers: { ...sendable(request.headers), 'Accept-Encoding': 'identity' },
      body: request.body ?? null,
      signal,
    })
    answered()
    const { bytes, complete } = await readStart(body, request.bodyLimit)
    reusable = complete
    if (statusCode > 599) throw new EgressError('protocol_error', 'the answer has no valid status')
    const whole = complete && request.bodyLimit !== undefined ? { body: new TextDecoder().decode(bytes), bytes } : {}
    const [etag] = [headers['etag']].flat()
    return {
      status: statusCode,
      response: excerpt(bytes),
      ...whole,
      ...(etag !== undefined && { etag }),
      retryAfter: [headers['retry-after']].flat()[0] ?? null,
    }
  } catch (error) {
    throw signal.aborted ? toEgressError(signal.reason, 'http') : toEgressError(error, 'http')
  } finally {
    if (reusable) connections.keep(connection)
    else connections.drop(connection)
  }
}

function sendable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)))
}
