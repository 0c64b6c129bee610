import type { MikroORM, Options } from '@mikro-orm/core'
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
  /** Migrated databases from which others begin, where each begins empty: in memory. */
  readonly snapshots?: Snapshots
  /** Taken before the database is opened, e.g. the lock of an SQLite file; answers its release. */
  acquire?(): Promise<() => Promise<void>>
  /** Connections of this process; absent where there is only one. */
  pool?(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Calls `committed` after each commit of this process with the tables that it wrote, as the database calls them; answers what ends that. */
  onCommit(committed: (tables: ReadonlySet<string>) => void): () => void
  /**
   * Calls `committed` when another process has committed, with the tables that it wrote, and tells the others of what this one has written;
   * undefined = any table. Absent where only one process can open the database.
   */
  listen?(committed: (tables: ReadonlySet<string> | undefined) => void): Promise<Listening>
}

/** Connects the processes that share a database. */
export interface Listening {
  /** Tells the others of a commit. */
  notify(tables: ReadonlySet<string>): void
  close(): Promise<void>
}

/** Copies of empty databases by what was migrated: running all migrations takes longer than all else when an engine opens in memory. */
export interface Snapshots {
  /** Options with which the next database begins as a copy; undefined if none is kept. */
  optionsFor(migrations: string): Partial<Options> | undefined
  /** Keeps a copy of a database that has just been migrated. */
  keep(migrations: string, orm: MikroORM): Promise<void>
}
