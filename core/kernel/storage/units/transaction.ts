import type { ControlledTransaction } from 'kysely'
import type { Tables } from '../schema/tables.ts'

/** A transaction whose statements go over one connection. */
export type OpenTransaction = ControlledTransaction<Tables, string[]>

/** A transaction that was begun here and is ended here. */
export interface BegunTransaction {
  readonly db: OpenTransaction
  commit(): Promise<void>
  /** Does nothing after the commit. */
  undo(): Promise<void>
}
