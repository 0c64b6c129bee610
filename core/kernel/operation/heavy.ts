import { AsyncLocalStorage } from 'node:async_hooks'
import type { AnyOperation } from './operation.ts'

const heavy = new AsyncLocalStorage<boolean>()

/** Whether the greatest input of the operation keeps a database busy for a while. */
export function isHeavy({ batch = false, heavy: declared = batch }: AnyOperation): boolean {
  return declared
}

// With these a list reads a page and no more: in its usual order, or by a key that has an index, which must not wait for those that read all.
const SHORT = new Set(['limit', 'cursor', 'fields', 'include', 'deleted', 'id', 'email', 'domain', 'sku', 'number', 'external_id'])

/** Whether a call may go through all records of a large database: a heavy one, one that says so, or a list that is narrowed or sorted. */
export function mayReadAll(operation: AnyOperation, input: unknown): boolean {
  if (isHeavy(operation) || operation.readsMany) return true
  if (!operation.id.startsWith('list') || typeof input !== 'object' || input === null) return false
  return Object.keys(input).some((name) => !SHORT.has(name))
}

/** Does the work of a call of such an operation, so that storages can let the short ones go first. */
export async function heavily<T>(work: () => Promise<T>): Promise<T> {
  return await heavy.run(true, work)
}

/** Whether this async context belongs to a call that may take long. */
export function isHeavyCall(): boolean {
  return heavy.getStore() === true
}
