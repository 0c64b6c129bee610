import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import type { StorageName } from '../../support/storages.ts'

/** What a statement does when it is struck: it fails as if the connection were gone, and with `dies` all that follow do, too. */
export type Fault = 'breaks' | 'dies'

type Query = (this: pg.Client, ...asked: unknown[]) => unknown
type Call = (this: unknown, ...asked: unknown[]) => unknown

/** Counts the statements of a database driver in this process, and strikes one of them; nothing of the engine knows of it. */
export class Faults {
  /** Statements since it was armed. */
  count = 0
  #at = 0
  #fault: Fault = 'breaks'
  #isDead = false
  readonly #restore: (() => void)[] = []

  constructor(name: StorageName) {
    if (name === 'PostgreSQL') this.#watchPostgres()
    else this.#watchSqlite()
  }

  /** Strikes the statement with this number, counted from now; 0 strikes none. */
  arm(at: number, fault: Fault = 'breaks'): void {
    Object.assign(this, { count: 0 })
    this.#at = at
    this.#fault = fault
  }

  /** Counts on, and strikes no more. */
  disarm(): void {
    this.#at = 0
    this.#isDead = false
  }

  /** The drivers as they were. */
  end(): void {
    for (const restore of this.#restore.splice(0)) restore()
  }

  #strikes(): boolean {
    this.count += 1
    if (this.count === this.#at && this.#fault === 'dies') this.#isDead = true
    return this.#isDead || this.count === this.#at
  }

  #watchSqlite(): void {
    const database = new BetterSqlite(':memory:')
    // Statements have a class that the package does not export.
    const statement = Object.getPrototypeOf(database.prepare('select 1')) as Record<string, Call>
    database.close()
    for (const method of ['all', 'run', 'get', 'iterate']) {
      const call = statement[method]
      if (!call) continue
      const strikes = () => this.#strikes()
      statement[method] = function (...asked) {
        if (strikes()) throw new BetterSqlite.SqliteError('disk I/O error', 'SQLITE_IOERR')
        return call.apply(this, asked)
      }
      this.#restore.push(() => (statement[method] = call))
    }
  }

  // The server ends the connection: what was begun on it is undone, and the driver learns of it as it does at any time.
  #watchPostgres(): void {
    // One of several overloads, all of which it passes on.
    const client = pg.Client.prototype as unknown as { query: Query }
    const { query } = client
    const strikes = () => this.#strikes()
    client.query = function (...asked) {
      if (strikes()) void Promise.resolve(query.call(this, 'select pg_terminate_backend(pg_backend_pid())')).catch(() => undefined)
      return query.apply(this, asked)
    }
    this.#restore.push(() => (client.query = query))
  }
}
