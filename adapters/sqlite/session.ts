import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Turns, writtenTables } from 'rapport-crm'
import { withLimitWritten } from './limits.ts'
import { WriteLog } from './write-log.ts'

/** Runs the statements of sessions. */
export interface Statements {
  /** Runs a statement in the open transaction. `asCommitted`: it would find what is committed, as nothing is written yet. */
  within<R>(query: CompiledQuery, asCommitted: boolean): Promise<QueryResult<R>>
  /** Whether a statement can change rows. */
  writes(query: CompiledQuery): boolean
  /** Undoes the open transaction of a session, lets others write, and begins another one for it. */
  giveWay(session: Session): Promise<void>
  /** Runs a statement outside of a transaction. */
  alone<R>(query: CompiledQuery): Promise<QueryResult<R>>
}

/** Acts as the connection of a unit of work. */
export class Session implements DatabaseConnection {
  readonly #commits: Statements
  #ended: ((isCommitted: boolean) => void)[] = []
  began: 'transaction' | 'savepoint' | undefined
  /** Tables that its transaction has written. */
  written = new Set<string>()
  #turns = new Turns(1)
  #isLong = false
  #log: WriteLog | undefined

  constructor(commits: Statements) {
    this.#commits = commits
  }

  /** `isLong`: of a call that may take long, before which all others have been committed. */
  begin(as: 'transaction' | 'savepoint', isLong: boolean): void {
    this.began = as
    this.#isLong = isLong
    this.written = new Set()
    this.#turns = new Turns(1)
  }

  /** From now on keeps what is written, so that `giveWay` can do it again: for a transaction that is never committed. */
  keepWrites(): void {
    this.#log = new WriteLog()
  }

  /**
   * Lets others write before it goes on: what is written is undone, and done again behind them. Outside of savepoints. Throws
   * `SQLITE_BUSY_SNAPSHOT` where that is not possible anymore, after which nothing can be done but to end the transaction.
   */
  async giveWay(): Promise<void> {
    const log = this.#log
    if (!log) return
    await this.#commits.giveWay(this)
    await log.redo((query) => this.#run(query))
  }

  /** Whether it is in a transaction of this driver. */
  isOpenIn(commits: Statements | undefined): boolean {
    return this.#commits === commits && this.began !== undefined
  }

  /** Calls `ended` at the end of its transaction. */
  onEnd(ended: (isCommitted: boolean) => void): void {
    this.#ended.push(ended)
  }

  end(isCommitted: boolean): void {
    for (const ended of this.#ended.splice(0)) ended(isCommitted)
  }

  // Statements are done at once, so that a unit of many would keep all others from the event loop until its end.
  async executeQuery<R>(asked: CompiledQuery): Promise<QueryResult<R>> {
    const query = withLimitWritten(asked)
    const answer = await this.#run<R>(query)
    this.#log?.note(query, answer, this.#commits.writes(query))
    return answer
  }

  async #run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // What must not be committed must not run by itself either, once its transaction is lost.
    if (this.#log && !this.began) throw Object.assign(new Error('The transaction has ended'), { code: 'SQLITE_ABORT_ROLLBACK' })
    await this.#pause()
    if (this.began) for (const table of writtenTables(query.sql)) this.written.add(table)
    const answer = await (this.began
      ? this.#commits.within<R>(query, this.#isLong && this.written.size === 0)
      : this.#commits.alone<R>(query))
    await this.#pause()
    return answer
  }

  async #pause(): Promise<void> {
    if (this.began && this.#turns.areOver()) await this.#turns.next()
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query)
  }
}
