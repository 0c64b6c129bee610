import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type { FileThread } from './file-thread.ts'

// Rows, by which some hundred pages have been written: about as often as SQLite itself would.
const ROWS = 1000
// Pages of the log from which the connection that writes makes a checkpoint after all, of what the thread has not copied.
const MOST_PAGES = 100_000

/**
 * Has the thread of a large file make the checkpoints: SQLite makes them within a commit, which then writes its pages a second time and waits
 * for the disk once more.
 */
export class Checkpoints {
  readonly #thread: FileThread
  #rows = 0
  #left = false

  constructor(thread: FileThread) {
    this.#thread = thread
  }

  /** Counts what a statement has written. */
  wrote({ numAffectedRows, rows }: QueryResult<unknown>): void {
    this.#rows += Number(numAffectedRows ?? rows.length)
  }

  /** To be called after commits, with the connection that makes them. */
  async committed(writer: DatabaseConnection): Promise<void> {
    if (this.#rows < ROWS) return
    this.#rows = 0
    if (!(await this.#thread.isWorthIt())) return
    if (!this.#left) {
      this.#left = true
      await writer.executeQuery(CompiledQuery.raw(`pragma wal_autocheckpoint = ${MOST_PAGES}`))
    }
    this.#thread.checkpoint()
  }
}
