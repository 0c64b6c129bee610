import type BetterSqlite from 'better-sqlite3'

const KEPT_STATEMENTS = 500

/** A database with the functions that statements call, which keeps its prepared statements: preparing costs more than running most of them. */
export function prepared(
  database: BetterSqlite.Database,
  functions: Readonly<Record<string, (...values: never[]) => string | number | null>>,
): BetterSqlite.Database {
  for (const [name, call] of Object.entries(functions)) database.function(name, { deterministic: true }, call)
  keepStatements(database)
  return database
}

// Statements run to their end synchronously, so none is in use when it runs again.
function keepStatements(database: BetterSqlite.Database): void {
  const prepare = database.prepare.bind(database)
  const kept = new Map<string, BetterSqlite.Statement>()
  database.prepare = ((sql: string) => {
    const statement = kept.get(sql) ?? prepare(sql)
    kept.delete(sql)
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value ?? '')
    kept.set(sql, statement)
    return statement
  }) as typeof database.prepare
}
