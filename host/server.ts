import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { CrmError, type ErrorCode, isRequestId, limits, type Problem } from 'rapport-crm'

// Long enough for a long transaction on an SQLite file.
const READY_MS = 5_000

/** A Node request listener. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => void

export interface Mounts {
  /** Answers the path `/`. */
  readonly front?: Listener
  /** By path prefix, without a slash at the end. */
  readonly paths: Readonly<Record<string, Listener>>
  /** Rejects when the host cannot serve now. */
  ready(): Promise<void>
  /** Whether browsers reach it over https, and shall use nothing else for a year. */
  readonly secure?: boolean
}

/** Headers of every answer of the host itself: a browser guesses no type, runs and embeds nothing, and no cache keeps it. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
} as const

/** The HTTP server of the host: liveness, readiness, and what is mounted; every other answer is a problem document. */
export function httpServer({ front, paths, ready, secure = false }: Mounts): Server {
  const mounts = Object.entries(paths)
  // The strict parser refuses ambiguous lengths, whatever flags Node was started with.
  const options = { requestTimeout: 60_000, keepAliveTimeout: 65_000, requireHostHeader: false, insecureHTTPParser: false }
  const pipelined = new WeakMap<Duplex, number>()
  const server = createServer(options, (request, response) => {
    if (isFlooded(pipelined, request, response)) return void request.socket.destroy()
    if (secure) response.setHeader('strict-transport-security', 'max-age=31536000; includeSubDomains')
    // RFC 9112, section 3.2; Node's own response would have no explanation.
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      return sendProblem(response, new CrmError('malformed_input', 'The header Host is missing').toProblem(), { connection: 'close' })
    const path = pathOf(request)
    const mounted = mounts.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
    if (mounted) return mounted[1](request, response)
    if (path === '/' && front) return front(request, response)
    if (path === '/healthz') return health(request, response, async () => {})
    if (path === '/readyz') return health(request, response, ready)
    sendProblem(response, new CrmError('not_found', `Nothing is served at ${path}`).toProblem())
  })
  return server.on('clientError', refuse)
}

// Node gives a response its socket when all that were asked for before it are sent.
function isFlooded(pipelined: WeakMap<Duplex, number>, { socket }: IncomingMessage, response: ServerResponse): boolean {
  const waiting = response.socket === null ? (pipelined.get(socket) ?? 0) + 1 : 0
  if (waiting > 0 || pipelined.has(socket)) pipelined.set(socket, waiting)
  return waiting > limits.pipelined_requests.value
}

/** Sends an error of the host itself, outside of any adapter. */
export function sendProblem(response: ServerResponse, problem: Problem, headers: Record<string, string> = {}): void {
  const given = response.req.headers['x-request-id']
  const request_id = typeof given === 'string' && isRequestId(given) ? given : randomUUID()
  send(
    response,
    problem.status,
    { ...problem, request_id },
    { 'content-type': 'application/problem+json', 'x-request-id': request_id, ...headers },
  )
}

function health(request: IncomingMessage, response: ServerResponse, check: () => Promise<void>): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const allow = ['GET', 'HEAD']
    return sendProblem(response, new CrmError('method_not_allowed', 'Only GET is answered here', { allow }).toProblem(), {
      allow: allow.join(', '),
    })
  }
  const answered = Promise.race([check(), delay(READY_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('late')))])
  answered.then(
    () => send(response, 200, { status: 'ok' }, { 'content-type': 'application/json' }),
    (error: unknown) =>
      sendProblem(
        response,
        new CrmError('unavailable', error instanceof CrmError ? error.message : 'The database does not answer').toProblem(),
      ),
  )
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { ...safeHeaders, ...headers }).end(JSON.stringify(body))
}

function pathOf({ url = '/' }: IncomingMessage): string {
  // Proxies may send the whole address (RFC 9112, section 3.2.2).
  const target = url.startsWith('/') || !URL.canParse(url) ? url : new URL(url).pathname
  return target.split(/[?#]/, 1)[0] ?? '/'
}

const refusals: Readonly<Record<string, { status: number; code: ErrorCode; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', detail: 'The headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'malformed_input', detail: 'The request did not arrive in time' },
}

// Input that Node's parser refuses never becomes a request, so the response is written to the socket.
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, code, detail } = refusals[error.code ?? ''] ?? {
    status: 400,
    code: 'malformed_input',
    detail: 'This is not a valid HTTP request',
  }
  const body = JSON.stringify({ ...new CrmError(code, detail).toProblem(), status, request_id: randomUUID() })
  const headers = {
    ...safeHeaders,
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${body}`)
}
