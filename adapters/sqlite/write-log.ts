import type { CompiledQuery, QueryResult } from 'kysely'

const SAVEPOINT = /^\s*(savepoint|release|rollback to)\s+(?:savepoint\s+)?(\S+)/i

/** A statement that has written, and in how many rows. */
interface Write {
  readonly query: CompiledQuery
  readonly rows: number
}

/** What a transaction has written and not undone, so that it can be done once more in another one. */
export class WriteLog {
  #writes: Write[] = []
  #savepoints: { readonly name: string; readonly at: number }[] = []

  /** Keeps a statement that has been done; `isWrite`: it can change rows. */
  note(query: CompiledQuery, answer: QueryResult<unknown>, isWrite: boolean): void {
    const [, command, name = ''] = SAVEPOINT.exec(query.sql) ?? []
    if (command !== undefined) this.#mark(command.toLowerCase(), name)
    else if (isWrite) this.#writes.push({ query, rows: rowsOf(answer) })
  }

  /**
   * Does all of it again, outside of savepoints. Throws `SQLITE_BUSY_SNAPSHOT` where a statement fails now or writes another number of rows,
   * because others have changed what it had found.
   */
  async redo(run: (query: CompiledQuery) => Promise<QueryResult<unknown>>): Promise<void> {
    this.#savepoints = []
    for (const { query, rows } of this.#writes) {
      const answer = await run(query).catch((cause: unknown) => {
        throw overtaken(cause)
      })
      if (rowsOf(answer) !== rows) throw overtaken()
    }
  }

  #mark(command: string, name: string): void {
    if (command === 'savepoint') return void this.#savepoints.push({ name, at: this.#writes.length })
    const found = this.#savepoints.findLastIndex((each) => each.name === name)
    if (found === -1) return
    const { at } = this.#savepoints[found] ?? { at: 0 }
    if (command === 'release') return void this.#savepoints.splice(found)
    this.#savepoints.splice(found + 1)
    this.#writes.splice(at)
  }
}

function rowsOf({ numAffectedRows, rows }: QueryResult<unknown>): number {
  return numAffectedRows === undefined ? rows.length : Number(numAffectedRows)
}

function overtaken(cause?: unknown): Error {
  return Object.assign(new Error('Others have changed what the transaction has read', { cause }), { code: 'SQLITE_BUSY_SNAPSHOT' })
}
