import { CrmError, PluginError } from '../../../kernel/operation/errors.ts'
import type { Clock } from '../../../kernel/ports/clock.ts'
import { orUnavailable } from '../../../kernel/storage/connection/outage.ts'
import { isObject } from '../../../kernel/values/is-object.ts'
import { type CallResult, type Prepared, type StepResult, TemporaryFailure } from '../actions/action.ts'
import { MAX_PREPARED, MAX_RESULT, plainObject, plainOf, rubbish, shortText } from './plain.ts'

/** Milliseconds that a step of a plugin may hold its transaction. */
export const STEP_MS = 10_000
/** Milliseconds that one call to the outside may take. */
export const CALL_MS = 15_000
const waits = ['delay', 'event', 'condition'] as const

/** Work that ends in time: what it is given is aborted when the time is over, and then it is waited for no longer. */
export async function within<T>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T> | T,
  { late, signal }: { readonly late: () => Error; readonly signal?: AbortSignal },
): Promise<T> {
  const over = new AbortController()
  const given = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  const done = new AbortController()
  const ended = new Promise<never>((_resolve, reject) => {
    if (given.aborted) reject(late())
    given.addEventListener('abort', () => reject(late()), { once: true })
  })
  // Whoever has an answer by then does not look.
  ended.catch(() => undefined)
  void clock.wait(new Date(clock.now().getTime() + milliseconds), done.signal).then(() => {
    if (!done.signal.aborted) over.abort()
  })
  try {
    return await Promise.race([work(given), ended])
  } finally {
    done.abort()
  }
}

/** What is said of a step that never ends. */
export const tookTooLong = () => new CrmError('internal_error', 'The step took too long, and its changes were taken back')

/** An error of a step as the engine treats it: what does not answer is tried again, and is no outage of the engine's own database. */
export function stepError(error: unknown): Error {
  if (error instanceof TemporaryFailure) return error
  const known = orUnavailable(error)
  if (known instanceof CrmError && known.code === 'unavailable') return new TemporaryFailure(known.message, { cause: error })
  return known instanceof Error ? known : new Error('The step threw what is no error', { cause: error })
}

/** The same for a step of a plugin: what is no `CrmError` names the plugin. */
export function pluginStepError(error: unknown, type: string, plugin: string | undefined): Error {
  const known = stepError(error)
  const isTold = plugin === undefined || known instanceof CrmError || known instanceof TemporaryFailure
  return isTold ? known : new PluginError(plugin, type, known)
}

/** What a step has answered, read and copied: it may be anything, of any size. Throws for what no step may answer. */
export function stepResult(given: unknown): StepResult {
  if (!isObject(given)) throw rubbish('it is no object')
  if ('skipped' in given) return { skipped: shortText(given['skipped'], 'The reason') }
  if (given['stop'] === true) return { stop: true }
  if ('branch' in given) {
    const why = given['why'] === undefined ? {} : { why: plainObject(given['why'], MAX_RESULT, 'What it says of the branch') }
    return { branch: shortText(given['branch'], 'The branch'), ...why }
  }
  if ('wait' in given) return { wait: waitOf(given['wait']) }
  if (!('done' in given)) throw rubbish('it is neither done nor skipped, and waits for nothing')
  const result = { done: plainObject(given['done'], MAX_RESULT, 'The result') }
  return given['wait_result'] === 'received' ? { ...result, wait_result: 'received' } : result
}

/** The same for what a call to the outside has answered. */
export function callResult(given: unknown): CallResult {
  if (isObject(given) && 'wait' in given) return { wait: callWaitOf(given['wait']) }
  const result = stepResult(given)
  if ('done' in result) return { done: result.done }
  if ('skipped' in result) return result
  throw rubbish('a call is done or skipped, or waits')
}

/** The same for what a call needs. */
export function preparedOf(given: unknown): Prepared {
  if (!isObject(given)) throw rubbish('what is prepared is no object')
  if ('skipped' in given) return { skipped: shortText(given['skipped'], 'The reason') }
  return { effect: plainOf(given['effect'] ?? null, MAX_PREPARED, 'What the call needs') }
}

function callWaitOf(given: unknown): Extract<CallResult, { wait: unknown }>['wait'] {
  if (!isObject(given)) throw rubbish('what it waits for is no object')
  const { until, for: what } = given
  if (!(until instanceof Date) || Number.isNaN(until.getTime())) throw rubbish('it waits until no time')
  return { until: new Date(until), for: shortText(what, 'What it waits for') }
}

function waitOf(given: unknown): Extract<StepResult, { wait: unknown }>['wait'] {
  if (!isObject(given)) throw rubbish('what it waits for is no object')
  const { until, event_type } = given
  const what = waits.find((each) => each === given['for'])
  if (!(until instanceof Date) || Number.isNaN(until.getTime())) throw rubbish('it waits until no time')
  if (what === undefined) throw rubbish('it waits for what no run waits for')
  const wait = { until: new Date(until), for: what }
  return event_type === undefined ? wait : { ...wait, event_type: shortText(event_type, 'The event type') }
}
