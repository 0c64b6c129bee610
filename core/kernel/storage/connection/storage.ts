import type { Options } from '@mikro-orm/core'
import type { DialectName } from '../schema/codec.ts'

/** What a storage adapter brings: a driver and what is particular to it (`rapport-crm/sqlite`, `rapport-crm/postgresql`). */
export interface Storage {
  /** Which of the databases it is. */
  readonly dialect: DialectName
  /** Options of MikroORM: driver, database, pool. */
  readonly options: Partial<Options>
  /** Put in front of every table and index, so that the engine can live in the database of the host app. */
  readonly tablePrefix?: string
  /** PostgreSQL schema to make if it is missing; the connections of `options` search it first. */
  readonly schema?: string
  /** Taken before the database is opened, e.g. the lock of an SQLite file; answers its release. */
  acquire?(): Promise<() => Promise<void>>
  /** Connections of this process; absent where there is only one. */
  pool?(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Wakes this process when another one has committed work, and tells the others of its own. */
  listen?(wake: () => void): Promise<{ notify(): void; close(): Promise<void> }>
}
