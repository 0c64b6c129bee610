import type { Options, SqliteDriver } from '@mikro-orm/sqlite'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { Storage } from 'rapport-crm'
import { SharingDriver } from './driver.ts'
import { holdFile } from './lock.ts'

export { FileInUseError } from './lock.ts'

/** Which file, and how to share it. */
export interface SqliteOptions {
  /** A path (its folder is made when missing), or `:memory:`. */
  readonly file: string
  /** Put in front of every table, to live in the file of another app. */
  readonly tablePrefix?: string
}

/** Storage in one SQLite file that one process holds, or in memory; opening a held file throws `FileInUseError`. */
export function sqlite(options: string | SqliteOptions): Storage {
  const { file, tablePrefix } = typeof options === 'string' ? { file: options } : options
  const driver: Partial<Options> = { driver: SharingDriver as unknown as typeof SqliteDriver, dbName: file, onCreateConnection: prepare }
  return {
    dialect: 'sqlite',
    options: driver as Storage['options'],
    ...(tablePrefix && { tablePrefix }),
    ...(file !== ':memory:' && { acquire: () => holdFile(file) }),
  }
}

// better-sqlite3 opens an existing WAL file at synchronous=NORMAL, where a power cut loses commits that were acknowledged.
// What is deleted is overwritten: who was erased is not to be read from the free space of the file.
const pragmas = ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 5000', 'foreign_keys = on', 'secure_delete = on']

async function prepare(connection: unknown): Promise<void> {
  for (const pragma of pragmas) await (connection as DatabaseConnection).executeQuery(CompiledQuery.raw(`pragma ${pragma}`))
}
