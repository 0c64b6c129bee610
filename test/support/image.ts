import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Engine } from 'rapport-crm'
import { sqlite } from 'rapport-crm/sqlite'

let made: Promise<Buffer> | undefined

/** The bytes of an empty SQLite database with the tables of the built-in features, which saves its migration. */
export function emptyDatabase(): Promise<Buffer> {
  return (made ??= make())
}

async function make(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-image-'))
  const file = join(folder, 'rapport.sqlite')
  try {
    await (await Engine.open({ storage: sqlite(file) })).close()
    const database = new Database(file)
    // A database in memory has no write-ahead log.
    database.pragma('journal_mode = delete')
    // Most pages are empty, and every engine of a test would copy them.
    database.pragma('page_size = 1024')
    database.exec('vacuum')
    const bytes = database.serialize()
    database.close()
    return bytes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
