import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Engine, type Storage } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'

let made: Promise<Buffer> | undefined

/** The bytes of an SQLite database with the tables of the built-in features and no records: who starts from them need not migrate. */
export function emptyDatabase(): Promise<Buffer> {
  return (made ??= make())
}

/** SQLite in memory that has its tables already. */
export async function migratedMemory(): Promise<Storage> {
  const storage = sqlite(':memory:')
  return { ...storage, options: { ...storage.options, driverOptions: { dbName: await emptyDatabase() } } }
}

async function make(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-image-'))
  const file = join(folder, 'rapport.sqlite')
  try {
    await (await Engine.open({ storage: sqlite(file) })).close()
    const database = new Database(file)
    // A database in memory has no place for a write-ahead log.
    database.pragma('journal_mode = delete')
    const bytes = database.serialize()
    database.close()
    return bytes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
