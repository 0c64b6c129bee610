import { AbstractSqlDriver, type Configuration, type Dictionary, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite'
import { sqliteFunctions } from 'rapport-crm'

const KEPT_STATEMENTS = 500

/** MikroORM's SQLite driver that prepares each statement once: preparing costs more than most statements do. */
export class PreparingDriver extends AbstractSqlDriver<PreparingConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), PreparingConnection, ['kysely', 'better-sqlite3'])
  }
}

class PreparingConnection extends SqliteConnection {
  override createKyselyDialect(options: Dictionary): ReturnType<SqliteConnection['createKyselyDialect']> {
    const dialect = super.createKyselyDialect(options)
    const { database } = this as unknown as { database: Database }
    for (const [name, call] of Object.entries(sqliteFunctions)) database.function(name, { deterministic: true }, call)
    keepStatements(database)
    watchTransactions(database)
    return dialect
  }
}

interface Database {
  readonly inTransaction: boolean
  prepare(sql: string): unknown
  function(name: string, options: { readonly deterministic: boolean }, call: (...values: never[]) => unknown): unknown
}

// Statements run to their end at once on the one connection, so that none is in use when it is asked for again.
function keepStatements(database: Database): void {
  const prepare = database.prepare.bind(database)
  const kept = new Map<string, unknown>()
  database.prepare = (sql) => {
    const statement = kept.get(sql) ?? prepare(sql)
    kept.delete(sql)
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value ?? '')
    return kept.set(sql, statement) && statement
  }
}

// A full disk or a failing one ends the transaction by itself. What follows in it must not run on its own, and the rollback
// that has nothing left to do must not fail, or the one connection would be held for ever.
function watchTransactions(database: Database): void {
  const prepare = database.prepare.bind(database)
  let open = false
  database.prepare = (sql) => {
    if (sql === 'rollback' && !database.inTransaction) {
      open = false
      return nothing
    }
    if (open && !database.inTransaction)
      throw Object.assign(new Error('SQLite has rolled the transaction back'), { code: 'SQLITE_ABORT_ROLLBACK' })
    if (sql === 'begin') open = true
    if (sql === 'commit' || sql === 'rollback') open = false
    return prepare(sql)
  }
}

const nothing = { reader: false, run: () => ({ changes: 0, lastInsertRowid: 0 }) }
