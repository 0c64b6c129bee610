import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { Turns, writtenTables } from 'rapport-crm'
import { withLimitWritten } from './limits.ts'

/** Runs the statements of sessions. */
export interface Statements {
  /** Runs a statement in the open transaction. `asCommitted`: it would find what is committed, as nothing is written yet. */
  within<R>(query: CompiledQuery, asCommitted: boolean): Promise<QueryResult<R>>
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
