import type { CompiledQuery, Kysely } from 'kysely'
import type { Build } from '../connection/compiled.ts'
import { send, sendAhead } from '../connection/statement-queue.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'

/** Runs queries that are built once under a name, around places for their values, for the caller of one unit of work. */
export interface Queries {
  rows<R>(name: string, values: readonly unknown[], build: Build<R>): Promise<R[]>
  put(name: string, values: readonly unknown[], build: Build): Promise<void>
}

/** Those of a database or transaction; `fill` answers a query with the values in their places. */
export function queriesOn(
  db: Kysely<Tables>,
  dialect: DialectName,
  fill: <R>(name: string, build: Build<R>, values: readonly unknown[]) => CompiledQuery<R>,
): Queries {
  return {
    rows: async <R>(name: string, values: readonly unknown[], build: Build<R>) =>
      (await send<R>(db, dialect, fill(name, build, values))).rows,
    async put(name, values, build) {
      const statement = fill(name, build, values)
      if (dialect === 'sqlite' || !db.isTransaction) await send(db, dialect, statement)
      else await sendAhead(db, statement)
    },
  }
}
