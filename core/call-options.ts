import * as v from 'valibot'
import type { CallOptions } from './kernel/operation/operation.ts'
import { parseOptions } from './kernel/values/parse-options.ts'
import { nameText } from './option-values.ts'

/** Options of `Engine.as`. */
export interface ViewOptions {
  /** The handle of a transaction that the app has begun itself on the same database: every call is a part of it. */
  readonly transaction?: unknown
}

/** Options of `Engine.on`. */
export interface ListenerOptions {
  /** Tells of the next event alone. */
  readonly once?: boolean
}

const anything = v.any()

const isFunction = (given: unknown) => typeof given === 'function'

// A signal of another realm, as in a test runner, is no instance of the class of this one.
const isSignal = (given: unknown) =>
  typeof given === 'object' && given !== null && 'aborted' in given && 'throwIfAborted' in given && isFunction(given.throwIfAborted)

const Call = v.strictObject(
  {
    idempotencyKey: v.optional(nameText),
    ifMatch: v.optional(v.pipe(v.number('must be the version of a record'), v.safeInteger('must be a whole number'))),
    requestId: v.optional(v.string('must be a text')),
    transport: v.optional(anything),
    isKnown: v.optional(v.custom(isFunction, 'must be a function')),
    reply: v.optional(anything),
    signal: v.optional(v.custom(isSignal, 'must be the signal of an AbortController')),
  } satisfies Record<keyof CallOptions, v.GenericSchema>,
  'must be an object such as { idempotencyKey, ifMatch, signal }',
)
const View = v.strictObject({ transaction: v.optional(anything) }, 'must be an object such as { transaction }')
const OfListener = v.strictObject({ once: v.optional(v.boolean('must be true or false')) }, 'must be an object such as { once: true }')

/** Checks what an app gives beside the input of an operation; throws `invalid_input` with every fault. */
export function checkCallOptions(what: string, given: unknown): void {
  parseOptions(what, Call, given)
}

/** The options of `engine.as`, checked: a misspelt `transaction` must not leave the calls outside of it. */
export function viewOptions(given: ViewOptions): ViewOptions {
  parseOptions('engine.as', View, given)
  return given
}

/** The options of `engine.on`, checked; throws `invalid_input` with every fault. */
export function listenerOptions(given: ListenerOptions): ListenerOptions {
  parseOptions('engine.on', OfListener, given)
  return given
}
