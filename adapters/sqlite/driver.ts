import { AbstractSqlDriver, type Configuration, type Dictionary, SqliteConnection, SqlitePlatform } from '@mikro-orm/sqlite'
import BetterSqlite from 'better-sqlite3'
import { type Dialect, SqliteAdapter, SqliteDialect } from 'kysely'
import { sqliteFunctions } from 'rapport-crm'
import { type Database, GroupCommits } from './commits.ts'

const KEPT_STATEMENTS = 500

/** MikroORM's SQLite driver that prepares each statement once, as preparing costs more than most statements do, and commits in groups. */
export class SharingDriver extends AbstractSqlDriver<SharingConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), SharingConnection, ['kysely', 'better-sqlite3'])
  }
}

class SharingConnection extends SqliteConnection {
  override createKyselyDialect(options: Dictionary): ReturnType<SqliteConnection['createKyselyDialect']> {
    const dialect = super.createKyselyDialect(options)
    const { database } = this as unknown as { database: BetterSqlite.Database }
    prepared(database)
    const reading = new SqliteDialect({ database: async () => reader(database.name) as never })
    return {
      createDriver: () =>
        new GroupCommits(dialect.createDriver(), database as Database, database.memory ? undefined : reading.createDriver()),
      createAdapter: () => new SharedAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    } satisfies Dialect
  }
}

/** Whose sessions wait for each other by themselves. */
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

// It forgets what it has read with each commit, so that it needs to keep little: 4 MB instead of 16.
function reader(file: string): BetterSqlite.Database {
  const database = prepared(new BetterSqlite(file, { readonly: true }))
  database.pragma('cache_size = -4000')
  return database
}

function prepared(database: BetterSqlite.Database): BetterSqlite.Database {
  for (const [name, call] of Object.entries(sqliteFunctions)) database.function(name, { deterministic: true }, call)
  keepStatements(database)
  return database
}

// Statements run to their end at once on one connection, so that none is in use when it is asked for again.
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
