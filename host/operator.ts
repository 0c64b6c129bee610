import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressBehind, CrmError, type Engine, type Logger, readJsonBody } from 'rapport-crm'
import type { Config } from './config.ts'
import { type OperatorActionName, operatorActions, runAction } from './operator-actions.ts'
import { type Listener, safeHeaders, sendProblem } from './server.ts'

/** Requests in a minute: of one address with other keys, and with the key itself. */
const PER_MINUTE = 60
const MINUTE_MS = 60_000
const MOST_ADDRESSES = 10_000
const MOST_BYTES = 64 * 1024
const PREFIX = '/operator'

/** `/operator/...`: what the operator does across organizations, for whoever has the key of the installation. */
export function operatorApi(engine: Engine, logger: Logger, key: string, { trustedProxies }: Pick<Config, 'trustedProxies'>): Listener {
  const limit = new MinuteLimit()
  const addressOf = addressBehind(trustedProxies)

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const header = (name: string) => String(request.headers[name] ?? '') || null
    const address = addressOf({ peer: request.socket.remoteAddress, header }) ?? 'unknown'
    const isOperator = isKey(request.headers.authorization, key)
    // By itself, so that nobody without the key keeps the operator out who shares their address, as behind a proxy.
    limit.count(isOperator ? 'the operator' : address)
    if (!isOperator) {
      logger.warn('The key of the operator was refused', { address })
      throw new CrmError('unauthenticated', 'The key of the operator is not valid')
    }
    const { name, params } = routed(request)
    const body = request.method === 'GET' ? {} : await bodyOf(request)
    logger.info('The operator acts', { action: name, address, ...params })
    return { status: operatorActions[name].status ?? 200, body: await runAction(engine, name, { ...body, ...params }) }
  }

  return (request, response) => {
    answer(request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => {
        if (!(error instanceof CrmError)) logger.error('A request of the operator failed', { error })
        const failure = error instanceof CrmError ? error : new CrmError('internal_error', 'Internal error')
        // What was not read of the body must not become the next request.
        sendProblem(response, failure.toProblem(), { ...headersOf(failure), ...(!request.complete && { connection: 'close' }) })
      },
    )
  }
}

function routed({ method = 'GET', url = '/' }: IncomingMessage): { name: OperatorActionName; params: Record<string, string> } {
  const path = url.split(/[?#]/, 1)[0]?.slice(PREFIX.length) ?? ''
  const allow: string[] = []
  for (const [name, { route }] of Object.entries(operatorActions)) {
    const [wanted = '', pattern = ''] = route.split(' ')
    const params = paramsOf(pattern, path)
    if (params && wanted === method) return { name: name as OperatorActionName, params }
    if (params) allow.push(wanted)
  }
  if (allow.length > 0) throw new CrmError('method_not_allowed', `${PREFIX}${path} takes ${allow.join(', ')}`, { allow })
  throw new CrmError('not_found', `Nothing is served at ${PREFIX}${path}`)
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, given] = [pattern.split('/'), path.split('/')]
  if (names.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const value = given[at] ?? ''
    if (name.startsWith('{')) params[name.slice(1, -1)] = decoded(value)
    else if (name !== value) return undefined
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new CrmError('malformed_input', 'The path is not valid')
  }
}

async function bodyOf(request: IncomingMessage): Promise<object> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MOST_BYTES) throw new CrmError('too_large', `The body may have ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  if (size === 0) return {}
  const value = await readJsonBody(Buffer.concat(parts), { exact: false })
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CrmError('malformed_input', 'The body must be a JSON object')
  return value
}

// Of digests, so that neither the time nor the length tells how much of a key is right.
function isKey(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(given), digest(key))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function headersOf({ code, details: { retry_after, allow } }: CrmError): Record<string, string> {
  if (code === 'unauthenticated') return { 'www-authenticate': 'Bearer' }
  return { ...(retry_after !== undefined && { 'retry-after': String(retry_after) }), ...(allow && { allow: allow.join(', ') }) }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...safeHeaders, 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Counts requests by who sends them in the minute that runs; the memory of this process is enough, because the key cannot be guessed. */
class MinuteLimit {
  #minute = 0
  readonly #counts = new Map<string, number>()

  count(address: string): void {
    const now = performance.now()
    const minute = Math.floor(now / MINUTE_MS)
    if (minute !== this.#minute || this.#counts.size >= MOST_ADDRESSES) this.#counts.clear()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    if (count <= PER_MINUTE) return
    const retry_after = Math.max(1, Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000))
    throw new CrmError('rate_limited', `More than ${PER_MINUTE} requests in a minute`, { retry_after })
  }
}
