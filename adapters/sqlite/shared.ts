import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  type TransactionSettings,
} from 'kysely'
import { CrmError, type JoinedTransaction } from 'rapport-crm'
import { LimitsWritten } from './limits.ts'
import type { GroupCommits } from './commits.ts'
import { Session } from './session.ts'

/** The connection of an engine to its SQLite file, for the app as well: none comes into the transaction of another. */
export class SharedConnection {
  #commits: GroupCommits | undefined

  /** Says that the engine has opened the file. */
  opened(commits: GroupCommits): void {
    this.#commits = commits
  }

  /** For a Kysely of the app; usable while the engine is open. */
  get dialect(): Dialect {
    return dialectOf({
      init: nothing,
      acquireConnection: async () => await this.#open.acquireConnection(),
      releaseConnection: async (connection) => await this.#open.releaseConnection(connection),
      // A transaction of an app may last: those who have ended before need not wait for it.
      beginTransaction: async (connection, settings: TransactionSettings) =>
        await this.#open.beginTransaction(connection, { accessMode: 'read write', ...settings }),
      commitTransaction: async (connection) => await this.#open.commitTransaction(connection),
      rollbackTransaction: async (connection) => await this.#open.rollbackTransaction(connection),
      savepoint: async (...asked) => await this.#open.savepoint(...asked),
      rollbackToSavepoint: async (...asked) => await this.#open.rollbackToSavepoint(...asked),
      releaseSavepoint: async (...asked) => await this.#open.releaseSavepoint(...asked),
      destroy: nothing,
    })
  }

  get #open(): GroupCommits {
    if (!this.#commits) throw new CrmError('unavailable', 'The engine of this storage is not open')
    return this.#commits
  }

  /** The transaction of a Kysely that was made with `dialect`; undefined for what is none, or is over. */
  async joined(handle: unknown): Promise<JoinedTransaction | undefined> {
    if (!isTransaction(handle)) return undefined
    const session = await handle.getExecutor().provideConnection(async (connection) => connection)
    if (!(session instanceof Session) || !session.isOpenIn(this.#commits)) return undefined
    const driver = this.#open
    const dialect = dialectOf({
      init: nothing,
      acquireConnection: async () => session,
      releaseConnection: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
      savepoint: async (...asked) => await driver.savepoint(...asked),
      rollbackToSavepoint: async (...asked) => await driver.rollbackToSavepoint(...asked),
      releaseSavepoint: async (...asked) => await driver.releaseSavepoint(...asked),
      destroy: nothing,
    })
    return { key: session, dialect, onEnd: (ended) => session.onEnd(ended) }
  }
}

const nothing = async () => {}

function dialectOf(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new SharedAdapter(),
    createQueryCompiler: () => new LimitsWritten(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/** The adapter of a driver whose sessions wait for each other. */
export class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

interface OpenTransaction {
  getExecutor(): { provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> }
}

function isTransaction(given: unknown): given is OpenTransaction {
  return typeof given === 'object' && given !== null && 'getExecutor' in given && 'isTransaction' in given && given.isTransaction === true
}
