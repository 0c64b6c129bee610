import { jsonOf } from './bodies.ts'
import { errorOf, RapportError } from './errors.ts'
import type { Call, CallOptions, ClientOptions } from './options.ts'
import { sentFor } from './route.ts'

const RETRIES = 2
const MAX_WAIT_MS = 60_000
const TIMEOUT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const ERROR_BYTES = 1024 * 1024

/** An answer whose body is not read yet. */
export interface Received {
  readonly response: Response
  /** Ends the request when the server says nothing for too long; `alive` starts the time again. */
  readonly watch: Watch
}

/** Sends the calls of one client. */
export class Transport {
  readonly #options: ClientOptions
  readonly #base: string

  constructor(options: ClientOptions) {
    if (options.key !== undefined && options.token !== undefined) throw new TypeError('Give a key or a token, not both')
    const { pathname, origin, username, search, hash } = new URL(options.url)
    if (origin === 'null' || username || search || hash) throw new TypeError('The url is the address of the host alone')
    this.#options = options
    const path = `${pathname}/${options.path ?? '/api/v1'}`.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
    this.#base = `${origin}${path}`
  }

  /** The value of a call; throws `RapportError`. */
  async json(call: Call): Promise<unknown> {
    const { response, watch } = await this.open(call)
    try {
      return await jsonOf(response, this.#options.maxBytes ?? MAX_BYTES)
    } catch (error) {
      throw watch.told(error)
    } finally {
      watch.end()
    }
  }

  /** The answer to a call, once it has succeeded; the caller reads its body. */
  async open(call: Call): Promise<Received> {
    const { route, input, options, upload } = call
    const { method, path, body } = sentFor(route, input, upload)
    const headers = this.#headersOf(method, options)
    if (upload !== undefined) headers.set('content-type', (body instanceof Blob && body.type) || 'application/octet-stream')
    const again = body === undefined || method === 'PUT' || headers.has('idempotency-key')
    const retries = again ? (options.retries ?? this.#options.retries ?? RETRIES) : 0
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(`${this.#base}${path}`, { method, headers, body: body ?? null }, options)
      } catch (error) {
        const wait = attempt < retries ? waitAfter(error, attempt) : undefined
        if (wait === undefined || wait > (this.#options.maxWaitMs ?? MAX_WAIT_MS)) throw error
        await pause(wait, options.signal)
      }
    }
  }

  async #attempt(url: string, init: RequestInit & { readonly headers: Headers }, options: CallOptions): Promise<Received> {
    const { fetch: send = fetch, timeoutMs = TIMEOUT_MS } = this.#options
    options.signal?.throwIfAborted()
    await this.#authorize(init.headers)
    const watch = new Watch(options.timeoutMs ?? timeoutMs, options.signal)
    try {
      const response = await send(url, { ...init, signal: watch.signal, redirect: 'error' })
      watch.alive()
      if (!response.ok) throw errorOf(await jsonOf(response, ERROR_BYTES).catch(watch.orNothing), response)
      const { status, headers } = response
      options.onAnswer?.({
        status,
        headers,
        requestId: headers.get('x-request-id'),
        matchedBy: headers.get('x-matched'),
        replayed: headers.get('idempotency-replayed') === 'true',
      })
      return { response, watch }
    } catch (error) {
      watch.end()
      throw error instanceof RapportError ? error : watch.told(error)
    }
  }

  // Asked for each attempt, because a token may be renewed while a call waits.
  async #authorize(headers: Headers): Promise<void> {
    const { key, token } = this.#options
    const secret = key ?? (typeof token === 'function' ? await token() : token)
    if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`)
  }

  #headersOf(method: string, { idempotencyKey, ifMatch, requestId, headers = {} }: CallOptions): Headers {
    const all = new Headers({ accept: 'application/json', ...this.#options.headers, ...headers })
    if (method !== 'GET' && method !== 'DELETE') all.set('content-type', 'application/json')
    // The same for all attempts: what was done, but not answered, is answered by the next.
    const key = idempotencyKey ?? (method === 'POST' || method === 'PATCH' ? crypto.randomUUID() : undefined)
    if (key !== undefined) all.set('idempotency-key', key)
    if (ifMatch !== undefined) all.set('if-match', `"${ifMatch}"`)
    if (requestId !== undefined) all.set('x-request-id', requestId)
    return all
  }
}

/** The time of one attempt, and the signal that ends it. */
export class Watch {
  readonly #ms: number
  readonly #ended = new AbortController()
  readonly #given: AbortSignal | undefined
  readonly #abort = () => this.#ended.abort(this.#given?.reason)
  #timer: ReturnType<typeof setTimeout> | undefined
  #late = false

  constructor(ms: number, given: AbortSignal | undefined) {
    this.#ms = ms
    this.#given = given
    given?.addEventListener('abort', this.#abort, { once: true })
    this.alive()
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** The server said something: its time starts again. */
  alive(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#late = true
      this.#ended.abort()
    }, this.#ms)
  }

  /** Its time stands still while the caller works with what it said. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  /** Nothing more is expected. */
  end(): void {
    clearTimeout(this.#timer)
    this.#given?.removeEventListener('abort', this.#abort)
  }

  /** Ends the request, too. */
  cancel(): void {
    this.end()
    this.#ended.abort()
  }

  /** What the caller is notified of a failure of the connection: the reason of its own signal as it is. */
  told(error: unknown): unknown {
    if (this.#given?.aborted) return this.#given.reason
    if (error instanceof RapportError) return error
    if (this.#late) return new RapportError('timed_out', `No answer within ${this.#ms} ms`, { cause: error })
    return new RapportError('unreachable', `The connection failed: ${causeOf(error)}`, { cause: error })
  }

  /** For the body of an error: one that cannot be read is told by its status. */
  readonly orNothing = (): undefined => {
    if (this.#given?.aborted) throw this.#given.reason
    return undefined
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

// Milliseconds until the next attempt; undefined: there is none, because it would end the same.
function waitAfter(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof RapportError)) return undefined
  const isPassing = error.status === 429 || error.status === 503 || error.code === 'unreachable'
  // A quota is used up until its month is over.
  if (!isPassing || error.code === 'quota_exceeded') return undefined
  if (error.retry_after !== undefined) return error.retry_after * 1000
  // Not all who were refused at once come back at once.
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1))
  return 250 * 2 ** attempt * (1 + random / 0xffff)
}

/** Waits, unless the signal ends it: then it throws its reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal?.reason)
  const timer = setTimeout(resolve, ms)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
