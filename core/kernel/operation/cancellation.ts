import { AsyncLocalStorage } from 'node:async_hooks'

interface Caller {
  /** Undefined once the call is over: what it left running is wanted by others. */
  signal: AbortSignal | undefined
}

const callers = new AsyncLocalStorage<Caller | undefined>()

/** Does the work of a call whose statements end, and are sent no more, once `signal` says that nobody waits for them. */
export async function whileAwaited<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return await work()
  const caller: Caller = { signal }
  try {
    return await callers.run(caller, work)
  } finally {
    caller.signal = undefined
  }
}

/** Does what other calls wait for as well, so that it does not end with the call that happened to begin it. */
export function forAllCallers<T>(work: () => T): T {
  return callers.run(undefined, work)
}

/** Aborted when nobody waits any longer for the call of this async context; undefined where it goes on in any case. */
export function callerSignal(): AbortSignal | undefined {
  return callers.getStore()?.signal
}

/** Throws the reason of the signal if nobody waits any longer for the call of this async context. */
export function refuseUnawaited(): void {
  callerSignal()?.throwIfAborted()
}
