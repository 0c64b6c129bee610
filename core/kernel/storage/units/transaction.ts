import type { MikroORM } from '@mikro-orm/core'
import type { ControlledTransaction } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import { sqlOf } from './sql-of.ts'

/** A transaction whose statements go over one connection. */
export type OpenTransaction = ControlledTransaction<Tables, string[]>

/** A transaction that was begun here and is ended here. */
export interface BegunTransaction {
  readonly db: OpenTransaction
  commit(): Promise<void>
  /** Does nothing after the commit. */
  undo(): Promise<void>
}

/** Begins a transaction, or a savepoint in one that is open. At the connection, because an entity manager costs a call more than what most calls write. */
export async function begin(orm: MikroORM, within: OpenTransaction | undefined): Promise<BegunTransaction> {
  const connection = sqlOf(orm.em).getConnection('write')
  const db: OpenTransaction = await connection.begin(within && { ctx: within })
  let isOpen = true
  return {
    db,
    commit: async () => {
      await connection.commit(db)
      isOpen = false
    },
    undo: async () => {
      if (isOpen) await connection.rollback(db)
    },
  }
}
