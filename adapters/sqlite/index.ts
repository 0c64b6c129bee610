import { CompiledQuery, type DatabaseConnection, type Dialect } from 'kysely'
import { Commits, parseOptions, type Storage } from 'rapport-crm'
import * as v from 'valibot'
import { type DriverOptions, SharingDriver } from './driver.ts'
import { holdFile, notOpened } from './lock.ts'
import { Session } from './session.ts'
import { SharedConnection } from './shared.ts'
import { snapshots } from './snapshots.ts'

export { FileInUseError } from './lock.ts'

/** Options of `sqlite`. */
export interface SqliteOptions {
  /** A path, whose folder is created if missing, or `:memory:`. */
  readonly file: string
  /** Prefix of every table, to share the file with another app. */
  readonly tablePrefix?: string
}

/** Storage in SQLite, whose connection the app can share. */
export interface SqliteStorage extends Storage {
  /**
   * For a Kysely of the app on the connection of the engine (`new Kysely({ dialect: storage.kysely })`), once the engine is open: statements and
   * transactions of the one never come into those of the other, and `engine.as(actor, { transaction })` joins its transactions.
   */
  readonly kysely: Dialect
}

const text = v.pipe(v.string('must be a text'), v.minLength(1, 'must not be empty'))
const path = v.pipe(
  text,
  v.check((given) => !given.includes('\0'), 'must not have NUL'),
  v.check((given) => !/^(sqlite:|file:|[a-z][a-z\d+.-]*:\/\/)/i.test(given), 'must be a path such as data/crm.sqlite, not an address'),
)
const Options = v.strictObject({ file: path, tablePrefix: v.optional(text) }, 'must be a path, `:memory:` or { file, tablePrefix }')

/**
 * Storage in an SQLite file, which only one process can open, or in memory; throws `FileInUseError` if the file is open elsewhere, and
 * `invalid_input` for wrong options.
 */
export function sqlite(options: string | SqliteOptions): SqliteStorage {
  const { file, tablePrefix } = parseOptions('sqlite', Options, typeof options === 'string' ? { file: options } : options)
  const commits = new Commits()
  const shared = new SharedConnection()
  const driverOptions: DriverOptions = { committed: commits.tell, opened: (driver) => shared.opened(driver) }
  return {
    dialect: 'sqlite',
    options: { driver: SharingDriver, dbName: file, driverOptions, onCreateConnection: (connection) => prepare(connection, file) },
    ...(tablePrefix && { tablePrefix }),
    onCommit: commits.on,
    yielding: (connection) => {
      if (!(connection instanceof Session)) return undefined
      connection.keepWrites()
      return () => connection.giveWay()
    },
    joined: (handle) => shared.joined(handle),
    kysely: shared.dialect,
    ...(file === ':memory:' ? { snapshots: snapshots(driverOptions) } : { acquire: () => holdFile(file) }),
  }
}

// better-sqlite3 opens an existing WAL file at synchronous=NORMAL, where a power cut loses acknowledged commits.
// Deleted data is overwritten, so that erased persons cannot be read from the free space of the file.
const pragmas = ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 5000', 'foreign_keys = on', 'secure_delete = on']

async function prepare(connection: unknown, file: string): Promise<void> {
  try {
    for (const pragma of pragmas) await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(`pragma ${pragma}`))
  } catch (error) {
    throw notOpened(file, error)
  }
}
