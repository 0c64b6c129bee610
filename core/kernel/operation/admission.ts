import { AsyncLocalStorage } from 'node:async_hooks'

interface Waiting {
  /** Undefined once the caller is admitted. */
  admission: Promise<void> | undefined
}

const callers = new AsyncLocalStorage<Waiting>()

/**
 * Does the work of a call that is not counted yet: it looks up what it needs, but what it writes is not sent before `admission` resolves, and
 * fails with it.
 */
export async function admittedLater<T>(admission: Promise<void>, work: () => Promise<T>): Promise<T> {
  const caller: Waiting = { admission }
  admission.then(
    () => (caller.admission = undefined),
    () => undefined,
  )
  return await callers.run(caller, work)
}

/** What the writes of this async context wait for; undefined where they need not. */
export function callerAdmission(): Promise<void> | undefined {
  return callers.getStore()?.admission
}
