import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyOperation } from './operation.ts'

const heavy = new AsyncLocalStorage<boolean>()

/** Whether the greatest input of the operation keeps a database busy for a while. */
export function isHeavy({ batch, heavy: declared }: Pick<AnyOperation, 'batch' | 'heavy'>): boolean {
  return batch === true || declared === true
}

/** Does the work of a call of such an operation, so that storages can let the short ones go first. */
export async function heavily<T>(work: () => Promise<T>): Promise<T> {
  return await heavy.run(true, work)
}

/** Whether this async context belongs to a call that may take long. */
export function isHeavyCall(): boolean {
  return heavy.getStore() === true
}
