import { setImmediate } from 'node:timers/promises'
import { authorize } from './access-rules.ts'
import { type Actor, CurrentActor } from './actor.ts'
import { admittedLater } from './admission.ts'
import { asGiven } from './aliases.ts'
import { canonical } from './schema/canonical.ts'
import { CrmError } from './errors.ts'
import { guardInSteps } from './guard.ts'
import { type AnyOperation, type CallOptions, type Token, writes } from './operation.ts'
import { resolveAll } from './services.ts'
import { Reply } from './reply.ts'
import { storable } from './schema/storable.ts'
import { validate } from './validate.ts'

/** Returns the service of a token in the current unit of work, created on first use. */
export type Resolve = <T>(token: Token<T>) => T
/** The value that stands for a token, or `Later`. */
export type Binding = readonly [token: Token, value: unknown]

/** A value that is made when it is asked for first. */
export class Later<T = unknown> {
  readonly make: () => T

  constructor(make: () => T) {
    this.make = make
  }
}

/** One call as the call log stores it. */
export interface CallEntry {
  /** What was called. */
  readonly operation: AnyOperation
  /** By whom. */
  readonly actor: CurrentActor
  /** HTTP status. */
  readonly status: number
  /** Of the error; null where there was none. */
  readonly code: string | null
  /** When it came in. */
  readonly startedAt: Date
  /** Milliseconds until the answer. */
  readonly durationMs: number
  /** By which the answer names the call. */
  readonly requestId: string | undefined
}

/** The steps of a call that the engine provides to the pipeline. */
export interface Stages {
  /** By the clock of the engine. */
  now(): Date
  /** Whether a call may begin beside the question what its caller may do now, which `limit` asks in any case. */
  beginsAhead(operation: AnyOperation, actor: CurrentActor): boolean
  /** The same actor, with whose records the user sees; with `ahead`, as it was last known. */
  seeing(actor: CurrentActor, ahead: boolean): Promise<CurrentActor>
  /** The actor as it is now, if its key, user or team has changed since it was found; throws `unauthenticated`. */
  renew(actor: CurrentActor): Promise<CurrentActor>
  /**
   * Counts the call against rate limit and quota; throws when one is used up. Answers the actor as `renew` does, at no further cost: the same
   * object while nothing has changed.
   */
  limit(actor: CurrentActor, reply: Reply): Promise<CurrentActor>
  /** Gives the call back to the rate limit. */
  unlimit(actor: CurrentActor, reply: Reply): Promise<void>
  /** Runs the handler in a unit of work: committed with its events, or nothing at all. */
  unitOfWork(call: Call, handle: (resolve: Resolve) => Promise<unknown>): Promise<unknown>
  /**
   * Waits while too many large calls are under way, and answers what ends this one; undefined for one that is not large. Throws `unavailable`
   * where too many wait.
   */
  enter(operation: AnyOperation, actor: CurrentActor, options: CallOptions): Promise<(() => void) | undefined>
  /** The input with the days and times that it names as people do (`next friday`), by the calendar of the caller. */
  datesMeant(operation: AnyOperation, input: unknown, actor: CurrentActor): Promise<unknown>
  /** The input with the teammates that it names as people do; `resolve` is that of the unit of work. */
  ownersMeant(operation: AnyOperation, input: unknown, resolve: Resolve): Promise<unknown>
  /** What the handler has answered, before it is stored and sent. Throws `conflict` for what a plugin may not answer. */
  answered(operation: AnyOperation, input: unknown, answer: unknown): unknown
  /** The error that the caller gets: `PluginError` for what a plugin throws that is no `CrmError`. */
  failure(operation: AnyOperation, error: unknown): unknown
  /** Adds the call to the call log; returns at once. */
  log(entry: CallEntry): void
}

/** One call that is authorized, within its limits, and whose input is valid. */
export interface Call {
  readonly operation: AnyOperation
  readonly actor: CurrentActor
  readonly input: unknown
  readonly reply: Reply
  readonly options: CallOptions
}

/** The input, or a function that reads it. The pipeline calls it after authorization and rate limit, so that a malformed body counts too. */
export type Input = unknown | (() => Promise<unknown>)

// As proxies log a request whose client did not wait for the answer; no status of HTTP is meant for it.
const CANCELED = 499
// Milliseconds for which a body may be read before its caller is judged again.
const SLOW_MS = 100
// Instead of an answer: its body took longer than that.
const TOO_LATE = Symbol('too late')

/**
 * The only way into the core: authorize, limit, validate, unit of work, handle, commit, log. Returns the result of the handler. Throws
 * `insufficient_scope`, `forbidden`, `rate_limited`, `quota_exceeded`, `invalid_input`, and whatever the handler throws; each is logged
 * with its status. Once `options.signal` is aborted, it throws its reason, and nothing is committed any longer.
 */
export async function runPipeline(
  stages: Stages,
  operation: AnyOperation,
  given: Input,
  caller: Actor,
  options: CallOptions = {},
): Promise<unknown> {
  const startedAt = stages.now()
  const reply = options.reply ?? new Reply()
  const actor = await actorOf(stages, operation, given, caller, options)
  const running = new RunningCall(stages, operation, given, actor, reply, options)
  const finish = (status: number, code: string | null) => {
    const durationMs = Math.max(0, stages.now().getTime() - startedAt.getTime())
    stages.log({ operation, actor: running.actor, status, code, startedAt, durationMs, requestId: options.requestId })
  }
  try {
    const value = await running.answer()
    reply.unchanged = options.isKnown?.(value) === true
    if (reply.unchanged) await stages.unlimit(running.actor, reply)
    finish(statusOf(operation, reply), null)
    return value
  } catch (thrown) {
    if (options.signal?.aborted && !(thrown instanceof CrmError)) {
      finish(CANCELED, 'canceled')
      throw options.signal.reason
    }
    const error = stages.failure(operation, thrown)
    const failure = error instanceof CrmError ? error : undefined
    finish(failure?.status ?? 500, failure?.code ?? 'internal_error')
    throw failure ? asGiven(failure, running.input) : error
  } finally {
    running.leave?.()
  }
}

/** A call that has come in, and what is known of it so far. */
class RunningCall {
  /** As it was when it was last judged. */
  actor: CurrentActor
  /** Once it is read. */
  input: unknown
  /** Gives the place of a large call to the next one. */
  leave: (() => void) | undefined
  readonly #stages: Stages
  readonly #operation: AnyOperation
  readonly #given: Input
  readonly #reply: Reply
  readonly #options: CallOptions

  constructor(stages: Stages, operation: AnyOperation, given: Input, actor: CurrentActor, reply: Reply, options: CallOptions) {
    this.#stages = stages
    this.#operation = operation
    this.#given = given
    this.actor = actor
    this.#reply = reply
    this.#options = options
  }

  /** Authorizes, limits, validates and handles it. */
  async answer(): Promise<unknown> {
    await this.#permit()
    if (beginsAhead(this.#stages, this.#operation, this.#given, this.actor)) return await this.#answeredAhead()
    this.#goOnAs(await this.#stages.limit(this.actor, this.#reply))
    const counted = this.#stages.now().getTime()
    await this.#readInput()
    this.leave = await this.#stages.enter(this.#operation, this.actor, this.#options)
    if (this.#isSlow(counted)) this.#goOnAs(await this.#stages.renew(this.actor))
    return await this.#handled()
  }

  /** Otherwise a body that is sent slowly, or a call that waits, would keep the rights of its beginning for as long as its sender likes. */
  #isSlow(since: number): boolean {
    return this.#stages.now().getTime() - since > SLOW_MS
  }

  /** Who may not make the call is looked up again first: perhaps the key has just got the scope, or is revoked. */
  async #permit(): Promise<void> {
    try {
      authorize(this.#operation, this.actor)
    } catch (error) {
      const renewed = await this.#stages.renew(this.actor)
      if (renewed === this.actor) throw error
      this.#goOnAs(renewed)
    }
  }

  #goOnAs(now: CurrentActor): void {
    if (now !== this.actor) authorize(this.#operation, now)
    this.actor = now
  }

  /**
   * What the caller may do is asked after the call came in, so an answer that was found beside the question is as good as one found after it.
   * Where something has changed, it is thrown away; a write has then written nothing.
   */
  async #answeredAhead(): Promise<unknown> {
    const { actor } = this
    const since = this.#stages.now().getTime()
    const judging = this.#stages.limit(actor, this.#reply)
    const admission = judging.then((now) => {
      if (now !== actor) throw new Error('What the caller may do has changed')
    })
    const ahead = this.#readInput().then(async () => {
      if (this.#isSlow(since)) return TOO_LATE
      return await (writes(this.#operation) ? admittedLater(admission, () => this.#handled()) : this.#handled())
    })
    const [judged, answered] = await Promise.allSettled([judging, ahead, admission])
    if (judged.status === 'rejected') throw judged.reason
    this.#goOnAs(judged.value)
    const isLate = answered.status === 'fulfilled' && answered.value === TOO_LATE
    if (isLate) this.#goOnAs(await this.#stages.renew(this.actor))
    if (isLate || this.actor !== actor) return await this.#handled()
    if (answered.status === 'rejected') throw answered.reason
    return answered.value
  }

  async #readInput(): Promise<void> {
    this.input = await inputOf(this.#operation, this.#given)
  }

  async #handled(): Promise<unknown> {
    const [stages, operation, options, { input, actor }, reply] = [this.#stages, this.#operation, this.#options, this, this.#reply]
    const dated = await stages.datesMeant(operation, input, actor)
    validate(operation.input, dated, operation.id)
    if (options.ifMatch !== undefined) reply.ifMatch = options.ifMatch
    const { idempotencyKey: key } = options
    if (key !== undefined) reply.idempotencyKey = { caller: actor.caller, key }
    // The input as it was given, by which a repetition under the same idempotency key is known on the next day, too.
    return await stages.unitOfWork({ operation, actor, input, reply, options }, async (resolve) => {
      const uses = resolveAll(operation.uses, resolve)
      const meant = await stages.ownersMeant(operation, dated, resolve)
      return stages.answered(operation, meant, await operation.handle(meant, { ...uses, actor, reply }))
    })
  }
}

/**
 * Whether a call may begin beside the question what its caller may do: a read whose input is there, because a body may be sent slowly, or a
 * write in one transaction, which judges a caller with a key once more.
 */
function beginsAhead(stages: Stages, operation: AnyOperation, given: Input, actor: CurrentActor): boolean {
  const { scope, route, unitOfWork, check, tellsLimits } = operation
  if (scope === 'public' || unitOfWork === false || tellsLimits) return false
  const isFit = writes(operation)
    ? actor.credential !== undefined && check === undefined
    : scope === 'read' && (typeof given !== 'function' || route.startsWith('GET '))
  return isFit && stages.beginsAhead(operation, actor)
}

/** The caller with the reference of this call and, unless they see all records, the owners whose records they see. */
async function actorOf(
  stages: Stages,
  operation: AnyOperation,
  given: Input,
  caller: Actor,
  { requestId }: CallOptions,
): Promise<CurrentActor> {
  const asked = { operation: operation.id, request_id: requestId === undefined ? null : storable(requestId) }
  const actor = new CurrentActor({ ...caller, asked })
  const seesAll = actor.visibility === 'all' || actor.role === 'admin' || operation.scope === 'public'
  if (actor.sees !== undefined || seesAll) return actor
  return await stages.seeing(actor, beginsAhead(stages, operation, given, actor))
}

async function inputOf(operation: AnyOperation, given: Input): Promise<unknown> {
  const read = typeof given === 'function' ? await given() : (given ?? {})
  // A large input is looked through in parts, so that others have their turn.
  for (const parts = guardInSteps(read, operation.foreign, operation.longTexts); !parts.next().done;) await setImmediate()
  return canonical(operation.input, read)
}

function statusOf({ creates }: AnyOperation, { unchanged, matchedBy }: Reply): number {
  if (unchanged) return 304
  return creates && !matchedBy ? 201 : 200
}
