import {
  AbstractSqlDriver,
  type AnyEntity,
  type Configuration,
  type Dictionary,
  type EntityData,
  type QueryResult,
  SqliteConnection,
  SqlitePlatform,
} from '@mikro-orm/sqlite'
import BetterSqlite from 'better-sqlite3'
import { CompiledQuery, type Dialect, SqliteDialect } from 'kysely'
import { bindable, sqliteFunctions } from 'rapport-crm'
import { GroupCommits } from './commits.ts'
import { LimitsWritten } from './limits.ts'
import type { Database } from './handle.ts'
import { prepared } from './prepared.ts'
import { FileThread } from './file-thread.ts'
import { SharedAdapter } from './shared.ts'

/** What the driver is told besides MikroORM's own options. */
export interface DriverOptions {
  /** Called after each commit with the tables that it wrote. */
  readonly committed: (tables: ReadonlySet<string>) => void
  /** Called with the driver once it is made. */
  readonly opened: (commits: GroupCommits) => void
  /** Bytes of a file that a thread reads where much is read at once (default 8 MB). */
  readonly largeFile?: number | undefined
}

/** MikroORM's SQLite driver with prepared statements, because preparing costs more than running most of them, and with group commits. */
export class SharingDriver extends AbstractSqlDriver<SharingConnection> {
  constructor(config: Configuration) {
    super(config, new SqlitePlatform(), SharingConnection, ['kysely', 'better-sqlite3'])
  }
}

class SharingConnection extends SqliteConnection {
  override createKyselyDialect({
    committed,
    opened,
    largeFile,
    ...options
  }: Dictionary & DriverOptions): ReturnType<SqliteConnection['createKyselyDialect']> {
    const dialect = super.createKyselyDialect(options)
    // MikroORM keeps the database in a field that its types hide.
    const { database } = this as unknown as { database: BetterSqlite.Database }
    prepared(database, sqliteFunctions)
    // Kysely asks for the methods of better-sqlite3 that it uses, in other types.
    const reading = new SqliteDialect({ database: async () => reader(database.name) as never })
    return {
      createDriver: () => {
        const threads = () => ({ thread: new FileThread(database.name, largeFile), within: new FileThread(database.name, largeFile) })
        const apart = database.memory ? undefined : { reading: reading.createDriver(), ...threads() }
        const commits = new GroupCommits(dialect.createDriver(), database as Database, committed, apart)
        opened(commits)
        return commits
      },
      createAdapter: () => new SharedAdapter(),
      createQueryCompiler: () => new LimitsWritten(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    } satisfies Dialect
  }

  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[]>(
    ...asked: Parameters<SqliteConnection['execute']>
  ): Promise<T> {
    const [query, params = [], method = 'all', ctx, context] = asked
    const bound = bindable(query, params, isBound)
    if (!bound) return await super.execute<T>(...asked)
    const { text, values } = bound
    await this.ensureConnection()
    const run = async () => await (ctx ?? this.getClient()).executeQuery(CompiledQuery.raw(text, [...values]))
    return this.transformRawResult<T>(await this.executeQuery(text, run, { query: text, params: values, ...context }), method)
  }
}

const isBound = (value: unknown) => value === null || typeof value === 'string' || typeof value === 'number'

// Each commit empties its cache, so 4 MB are enough instead of 16.
function reader(file: string): BetterSqlite.Database {
  const database = prepared(new BetterSqlite(file, { readonly: true }), sqliteFunctions)
  database.pragma('cache_size = -4000')
  return database
}
