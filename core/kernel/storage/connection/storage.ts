import type { DatabaseConnection, Dialect, Kysely } from 'kysely'
import type { DialectName } from '../schema/codec.ts'
import type { Tables } from '../schema/tables.ts'

/** What a storage adapter brings: a driver and what is particular to it (`rapport-crm/sqlite`, `rapport-crm/postgresql`). */
export interface Storage {
  /** Which of the databases it is. */
  readonly dialect: DialectName
  /** Options of MikroORM: driver, database, pool. */
  readonly options: OrmOptions
  /** Put in front of every table and index, so that the engine can live in the database of the host app. */
  readonly tablePrefix?: string
  /** PostgreSQL schema to make if it is missing; the connections of `options` search it first. */
  readonly schema?: string
  /** Migrated databases from which others begin, where each begins empty: in memory. */
  readonly snapshots?: Snapshots
  /** Taken before the database is opened, e.g. the lock of an SQLite file; answers its release. */
  acquire?(): Promise<() => Promise<void>>
  /** Connections of this process at most; absent where there is only one. */
  readonly connections?: number
  /**
   * The transaction that the app has begun on a handle of its own, whichever library the handle is of; undefined for what is no open
   * transaction on this database. Absent where the app can have none.
   */
  joined?(handle: unknown): Promise<JoinedTransaction | undefined>
  /**
   * Makes a transaction that is never committed one that can let others write: what is answered undoes what it has written, and does it again
   * behind them; it rejects where they have changed what was found. Absent where writers do not wait for each other.
   */
  yielding?(connection: DatabaseConnection): (() => Promise<void>) | undefined
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

/** A transaction of the app that the engine's statements join. */
export interface JoinedTransaction {
  /** The same object for every handle of the same transaction. */
  readonly key: object
  /** Sends statements on the connection of the app; to begin and to commit are up to the app. */
  readonly dialect: Dialect
  /** What the engine's statements need around them on a connection that others use, too. */
  readonly around?: Around
  /** Calls `ended` once the app has ended the transaction, with whether it is committed. */
  onEnd(ended: (committed: boolean) => void): void
}

/** What is done before and after the engine's statements. */
export interface Around {
  before(db: Kysely<Tables>): Promise<void>
  after(db: Kysely<Tables>): Promise<void>
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
  optionsFor(migrations: string): Pick<OrmOptions, 'driverOptions'> | undefined
  /** Keeps a copy of a database that has just been migrated. */
  keep(migrations: string, orm: OpenedOrm): Promise<void>
}

/**
 * Those of MikroORM's options that are known here; a storage may have all of them. In types of their own, so that an app that checks the
 * declarations of its packages does not check MikroORM's.
 */
export interface OrmOptions {
  /** Class of MikroORM's driver. */
  readonly driver?: object
  /** Name of the database, or path of its file. */
  readonly dbName?: string
  /** Address of a database server. */
  readonly clientUrl?: string
  /** For the driver below MikroORM. */
  readonly driverOptions?: object
  /** How entities are found. */
  readonly discovery?: object
  /** Prepares a connection before it is used. */
  readonly onCreateConnection?: (connection: unknown) => Promise<void>
}

/** An opened MikroORM, as far as a storage asks for it. */
export interface OpenedOrm {
  readonly em: { getDriver(): { getConnection(): object } }
}
