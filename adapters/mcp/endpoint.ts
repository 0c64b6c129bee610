import type { Transport } from '@modelcontextprotocol/server'
import { type Actor, type Core, CrmError, inTraceOf, isRequestId, limits } from 'rapport-crm'
import { authenticate, type Caller, challengeOf, refusal } from './authenticate.ts'
import { type Body, MAX_BODY, readBody, roomFor } from './body.ts'
import { answerDirectly } from './direct.ts'
import { INTERNAL_ERROR, INVALID_REQUEST, ProtocolFault, REFUSED, rpcError } from './fault.ts'
import { type Guard, refusalOf } from './guard.ts'
import type { Answer, HttpCall } from './http-call.ts'
import { answerLegacy, loadLegacySdk, refuseInitialize, withoutTasks } from './legacy.ts'
import { loadSdk, Modern } from './modern.ts'
import { type Service, serviceOf, type ServiceOptions } from './service.ts'
import { type SessionOptions, Sessions } from './sessions.ts'
import type { RequestContext } from './request-context.ts'
import { withBudget, BudgetState } from './budget.ts'
import { fullView, viewOf } from './view.ts'
import { tooNarrow } from './step-up.ts'
import { watched } from './watched.ts'

// No cache keeps an answer, and a browser that opens one guesses no type, runs and embeds nothing.
const safeHeaders = {
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
} as const

/** Calls that are answered at once, as of REST; those whose bodies are still being sent do not count. */
const MAX_CALLS = 1000
const RETRY_AFTER = 1

export interface EndpointOptions extends ServiceOptions {
  /** Calls that are answered at once (default: 1,000). */
  readonly maxCalls?: number | undefined
  readonly guard: Guard
  /** Where a program learns how to sign in. */
  readonly resourceMetadata?: string | (() => string) | undefined
  readonly sessions: SessionOptions | undefined
}

/** Serves every revision of the protocol at one address; loads the protocol libraries with the first request. */
export class Endpoint {
  readonly #engine: Core
  readonly #options: EndpointOptions
  #loaded: Promise<{ service: Service; modern: Modern; isLegacy(request: Request, body: unknown): Promise<boolean> }> | undefined
  #legacySdk: ReturnType<typeof loadLegacySdk> | undefined
  #sessions: Sessions | undefined
  #inside = 0

  constructor(engine: Core, options: EndpointOptions) {
    this.#engine = engine
    this.#options = options
  }

  /** Answers one request; never rejects. */
  async answer(call: HttpCall): Promise<Answer> {
    const given = call.header('x-request-id')
    // The id of the caller, or a new one if it is missing or not safe to log.
    const requestId = isRequestId(given) ? given : crypto.randomUUID()
    const answered = inTraceOf(call.header, () => this.#answer(call, requestId))
    const answer = await answered.catch((error: unknown) => {
      if (error instanceof ProtocolFault) return rpcError(400, error.code, error.message)
      if (error instanceof CrmError) return refusal(error, requestId)
      this.#options.onError(error, requestId)
      return rpcError(500, INTERNAL_ERROR, 'Internal error')
    })
    const own = { 'x-request-id': requestId, ...safeHeaders }
    if (!(answer instanceof Response)) return { ...answer, headers: { ...answer.headers, ...own } }
    for (const [name, value] of Object.entries(own)) answer.headers.set(name, value)
    return answer
  }

  async connect(transport: Transport, actor: Actor): Promise<{ close(): Promise<void> }> {
    const { modern } = await this.#load()
    return modern.connect(transport, { actor, view: fullView })
  }

  async close(): Promise<void> {
    const loaded = await this.#loaded?.catch(() => undefined)
    await Promise.all([this.#sessions?.close(), loaded?.modern.close()])
  }

  async #answer(call: HttpCall, requestId: string): Promise<Answer> {
    const { guard, sessions } = this.#options
    const refused = refusalOf(guard, call)
    if (refused) return refused
    const { method, ip } = call
    const inSession = sessions !== undefined && call.header('mcp-session-id') !== null
    if (method !== 'POST' && !(inSession && ['GET', 'DELETE'].includes(method)))
      return rpcError(405, REFUSED, 'Method not allowed', { allow: sessions ? 'POST, GET, DELETE' : 'POST' })
    const { resourceMetadata: metadata } = this.#options
    const caller = { requestId, ip, resourceMetadata: typeof metadata === 'function' ? metadata() : metadata }
    const actor = await authenticate(this.#engine, call, caller)
    if (actor instanceof Response) return actor
    const held = roomFor(this.#engine, actor, call, requestId)
    if (held instanceof Response) return held
    try {
      const read = method === 'POST' ? await readBody(call, requestId, held) : { body: undefined, bytes: 0 }
      return read instanceof Response
        ? read
        : await this.#admit(requestId, () =>
            this.#answerCall(call, { actor, requestId, resourceMetadata: caller.resourceMetadata, ...read }),
          )
    } finally {
      held.release()
    }
  }

  /** Refuses a call at once where more are under way than are answered soon. */
  async #admit(requestId: string, answer: () => Promise<Answer>): Promise<Answer> {
    const { maxCalls = MAX_CALLS } = this.#options
    if (this.#inside >= maxCalls) {
      const message = 'This host has more to do than it can; send this one again later'
      return refusal(new CrmError('unavailable', message, { retry_after: RETRY_AFTER }), requestId)
    }
    this.#inside += 1
    try {
      return await answer()
    } finally {
      this.#inside -= 1
    }
  }

  async #answerCall(
    call: HttpCall,
    { actor, requestId, resourceMetadata, ...read }: Body & Omit<Caller, 'ip'> & { readonly actor: Actor },
  ): Promise<Answer> {
    if (Array.isArray(read.body) && read.body.length > limits.mcp_batch_messages.value)
      return rpcError(400, INVALID_REQUEST, `A batch has at most ${limits.mcp_batch_messages.value} messages`)
    if (Array.isArray(read.body) && haveSameIds(read.body))
      return rpcError(400, INVALID_REQUEST, 'Two messages of a batch have the same id: their answers could not be told apart')
    const { service, modern, isLegacy } = await this.#load()
    const narrow = tooNarrow(service, actor, read.body)
    if (narrow) return refusal(narrow.refusal, requestId, challengeOf({ resourceMetadata }, narrow))
    // The calls of a batch share one HTTP response, which cannot show the budget of each.
    const budget = Array.isArray(read.body) ? undefined : new BudgetState()
    const context: RequestContext = { actor, view: viewOf(call, service.toolbox.toolsets), requestId, budget, ...read }
    // A session has an order and streams of its own.
    const body = this.#options.sessions ? undefined : await answerDirectly(service, call, context)
    if (body !== undefined) {
      const whole = { status: 200, headers: { 'content-type': 'application/json' }, body }
      return budget ? withBudget(whole, budget) : whole
    }
    const request = call.request()
    const answer = await ((await isLegacy(request, read.body))
      ? this.#answerLegacy(service, request, context)
      : modern.fetch(request, context))
    const whole = budget ? withBudget(answer, budget) : answer
    return whole instanceof Response ? watched(this.#engine, actor, whole) : whole
  }

  async #answerLegacy(service: Service, request: Request, given: RequestContext): Promise<Response> {
    const context = { ...given, body: withoutTasks(given.body) }
    this.#legacySdk ??= loadLegacySdk()
    const sdk = await this.#legacySdk
    const wrong = refuseInitialize(sdk, context.body)
    if (wrong) return wrong
    if (!this.#options.sessions) return answerLegacy(sdk, service, request, context, MAX_BODY)
    this.#sessions ??= new Sessions(sdk, service, this.#options.sessions)
    return this.#sessions.fetch(request, context, MAX_BODY)
  }

  #load() {
    this.#loaded ??= loadSdk().then((sdk) => {
      const service = serviceOf(this.#engine, this.#options)
      return { service, modern: new Modern(sdk, service, MAX_BODY), isLegacy: (request, body) => sdk.isLegacyRequest(request, body) }
    })
    return this.#loaded
  }
}

function haveSameIds(batch: readonly unknown[]): boolean {
  const ids = batch.flatMap((each) => (typeof each === 'object' && each !== null && 'method' in each && 'id' in each ? [each.id] : []))
  return new Set(ids).size < ids.length
}
