import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import { isHeavyCall } from 'rapport-crm'
import { Checkpoints } from './checkpoints.ts'
import type { Database } from './handle.ts'
import type { FileThread } from './file-thread.ts'
import { Session, type Statements } from './session.ts'
import { WriterTurns } from './writer-turns.ts'

interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/** What reads a file besides the connection that writes. */
export interface ReadersApart {
  /** Opens a connection for this thread. */
  readonly reading: Driver
  /** For statements of calls that may take long, and for checkpoints. */
  readonly thread?: FileThread
  /** For those of transactions, which others wait for: so they do not wait for what the other one does. */
  readonly within?: FileThread
}

const SAVEPOINT = 'unit_of_work'
const CHANGE = /^(\/\*.*?\*\/\s*)?(insert|update|delete|replace|with)\b/i
// Answers what belongs to the connection that asks.
const OF_CONNECTION = /^pragma\b|\b(total_changes|changes|last_insert_rowid)\(/i
// A statement with more of them looks records up, one with so few may read all.
const FEW_VALUES = 50
// What a transaction has changed and not yet written is written at its commit, in one turn of the event loop: in a small cache that is little.
const CACHE = { usual: 'pragma cache_size = -16000', long: 'pragma cache_size = -2000' }

/**
 * Commits units of work that end in one turn of the event loop together, because waiting for the disk takes longer than most of them: the
 * first begins a transaction, the others are savepoints in it, and none ends before the disk has them all. Reads outside of units see only
 * committed data: while something is uncommitted, they use a connection that only reads.
 */
export class GroupCommits implements Driver, Statements {
  readonly #driver: Driver
  readonly #database: Database
  readonly #told: (tables: ReadonlySet<string>) => void
  readonly #reading: Driver | undefined
  readonly #thread: FileThread | undefined
  readonly #within: FileThread | undefined
  readonly #checkpoints: Checkpoints | undefined
  #writer!: DatabaseConnection
  #reader: Promise<DatabaseConnection> | undefined
  readonly #turns = new WriterTurns()
  #late = false
  #isSmall = false
  /** What was refused could not be undone yet. */
  #spoiled = false
  #ended: Waiting[] = []

  /**
   * `told` is called after each commit with the tables that it wrote. What reads apart is opened on first use; a database in memory has
   * none, and no disk to wait for.
   */
  constructor(driver: Driver, database: Database, told: (tables: ReadonlySet<string>) => void, apart?: ReadersApart) {
    this.#driver = driver
    this.#database = database
    this.#told = told
    this.#reading = apart?.reading
    this.#thread = apart?.thread
    this.#within = apart?.within
    this.#checkpoints = this.#thread && new Checkpoints(this.#thread)
  }

  async init(): Promise<void> {
    await this.#driver.init()
    this.#writer = await this.#driver.acquireConnection()
  }

  async destroy(): Promise<void> {
    this.#commit()
    await Promise.all([this.#thread?.close(), this.#within?.close()])
    // The last connection to close cleans up the write-ahead log, which a reading one could not.
    if (this.#reader) await this.#reading?.destroy()
    await this.#driver.destroy()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this)
  }

  async releaseConnection(session: DatabaseConnection): Promise<void> {
    await this.rollbackTransaction(session)
  }

  /** With an access mode, it is a transaction that may last: those that have ended are committed before. */
  async beginTransaction(session: DatabaseConnection, { accessMode }: TransactionSettings = {}): Promise<void> {
    const isLong = isHeavyCall()
    await this.#turns.take(isLong)
    let joins: boolean
    try {
      if (accessMode || isLong) this.#commit()
      this.#sizeCache(isLong)
      if (this.#spoiled) this.#rollback()
      // The first one needs no savepoint: a rollback would undo nothing else.
      joins = this.#database.inTransaction
      this.#run(joins ? `savepoint ${SAVEPOINT}` : 'begin')
    } catch (error) {
      this.#give()
      throw error
    }
    ;(session as Session).begin(joins ? 'savepoint' : 'transaction', isLong && !joins && !accessMode)
  }

  async commitTransaction(session: DatabaseConnection): Promise<void> {
    try {
      if (!this.#database.inTransaction) throw aborted()
      if ((session as Session).began === 'savepoint') this.#run(`release ${SAVEPOINT}`)
    } catch (error) {
      await this.rollbackTransaction(session)
      throw error
    }
    const { written } = session as Session
    ;(session as Session).began = undefined
    const committed = this.#committed()
    this.#give()
    try {
      await committed
    } catch (error) {
      ;(session as Session).end(false)
      throw error
    }
    this.#told(written)
    ;(session as Session).end(true)
    await this.#checkpoints?.committed(this.#writer)
  }

  async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    const { began } = session as Session
    // It has already ended, or its commit has failed.
    if (!began) return
    ;(session as Session).began = undefined
    try {
      if (!this.#database.inTransaction) this.#fail(aborted())
      else if (began === 'transaction') this.#run('rollback')
      else for (const each of ['rollback to', 'release']) this.#run(`${each} ${SAVEPOINT}`)
    } finally {
      this.#give()
      ;(session as Session).end(false)
    }
  }

  async savepoint(...asked: Parameters<NonNullable<Driver['savepoint']>>): Promise<void> {
    await this.#driver.savepoint?.(...asked)
  }

  async rollbackToSavepoint(...asked: Parameters<NonNullable<Driver['rollbackToSavepoint']>>): Promise<void> {
    await this.#driver.rollbackToSavepoint?.(...asked)
  }

  async releaseSavepoint(...asked: Parameters<NonNullable<Driver['releaseSavepoint']>>): Promise<void> {
    await this.#driver.releaseSavepoint?.(...asked)
  }

  async within<R>(query: CompiledQuery, asCommitted: boolean): Promise<QueryResult<R>> {
    // A full or failing disk ends the transaction. Later statements must not run outside of it.
    if (!this.#database.inTransaction) throw aborted()
    if (asCommitted && query.parameters.length <= FEW_VALUES && this.#reads(query)) {
      const answer = await inThread<R>(this.#within, query)
      if (answer) return answer
    }
    const answer = await this.#writer.executeQuery<R>(query)
    if (CHANGE.test(query.sql)) this.#checkpoints?.wrote(answer)
    return answer
  }

  async alone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const reads = this.#reads(query)
    const answer = reads && isHeavyCall() ? await inThread<R>(this.#thread, query) : undefined
    if (answer) return answer
    if (reads && !this.#database.inTransaction) return await this.#writer.executeQuery(query)
    if (reads && this.#reading) return await (await this.#opened(this.#reading)).executeQuery(query)
    return await (CHANGE.test(query.sql) ? this.#change<R>(query) : this.#apart<R>(query))
  }

  writes({ sql }: CompiledQuery): boolean {
    return !this.#database.prepare(sql).readonly
  }

  async giveWay(session: Session): Promise<void> {
    await this.rollbackTransaction(session)
    // Who was kept from the event loop comes to ask first.
    await new Promise((resolve) => setImmediate(resolve))
    await this.beginTransaction(session)
  }

  #reads({ sql }: CompiledQuery): boolean {
    const { reader, readonly } = this.#database.prepare(sql)
    return reader && readonly && !OF_CONNECTION.test(sql)
  }

  async #opened(reading: Driver): Promise<DatabaseConnection> {
    this.#reader ??= reading.init().then(() => reading.acquireConnection())
    return await this.#reader.catch((error: unknown) => {
      this.#reader = undefined
      throw error
    })
  }

  // Has a transaction of its own.
  async #change<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const session = new Session(this)
    await this.beginTransaction(session)
    try {
      const answer = await session.executeQuery<R>(query)
      await this.commitTransaction(session)
      return answer
    } catch (error) {
      await this.rollbackTransaction(session)
      throw error
    }
  }

  // Outside of a transaction, such as a pragma.
  async #apart<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    await this.#turns.take(isHeavyCall())
    try {
      this.#commit()
      return await this.#writer.executeQuery(query)
    } finally {
      this.#give()
    }
  }

  #sizeCache(isSmall: boolean): void {
    if (isSmall === this.#isSmall) return
    this.#run(isSmall ? CACHE.long : CACHE.usual)
    this.#isSmall = isSmall
  }

  #give(): void {
    if (this.#late) this.#commit()
    this.#turns.give()
  }

  async #committed(): Promise<void> {
    const isFirst = this.#ended.length === 0
    const committed = new Promise<void>((resolve, reject) => this.#ended.push({ resolve, reject }))
    if (!this.#reading) this.#commit()
    // Includes all units that end in the same turn of the event loop.
    else if (isFirst) setImmediate(() => (this.#turns.taken ? (this.#late = true) : this.#commit()))
    await committed
  }

  #commit(): void {
    this.#late = false
    if (this.#ended.length === 0) return
    try {
      this.#run('commit')
    } catch (error) {
      this.#undo()
      return this.#fail(error)
    }
    for (const { resolve } of this.#ended.splice(0)) resolve()
  }

  // A disk that fails may fail once more: what was refused is then undone before the next transaction begins.
  #undo(): void {
    try {
      this.#rollback()
    } catch {
      this.#spoiled = true
    }
  }

  #rollback(): void {
    if (this.#database.inTransaction) this.#run('rollback')
    this.#spoiled = false
  }

  #fail(error: unknown): void {
    for (const { reject } of this.#ended.splice(0)) reject(error)
  }

  #run(sql: string): void {
    this.#database.prepare(sql).run()
  }
}

// Undefined where there is no thread for the file.
async function inThread<R>(thread: FileThread | undefined, query: CompiledQuery): Promise<QueryResult<R> | undefined> {
  return (await thread?.isWorthIt()) ? await thread?.run(query) : undefined
}

function aborted(): Error {
  return Object.assign(new Error('SQLite has rolled the transaction back'), { code: 'SQLITE_ABORT_ROLLBACK' })
}
