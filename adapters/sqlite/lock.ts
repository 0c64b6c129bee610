import { mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { CrmError } from 'rapport-crm'

/** Thrown if another process, or another engine of this process, has the SQLite file open, or could open it by a second name. */
export class FileInUseError extends CrmError {
  /** Path of the database. */
  readonly file: string

  constructor(file: string, reason = 'is in use by another process of Rapport: an SQLite file belongs to one process at a time') {
    super('unavailable', `${file} ${reason}`)
    this.file = file
  }
}

/** Takes the lock of a database file; returns the function that releases it. */
export async function holdFile(file: string): Promise<() => Promise<void>> {
  await mkdir(dirname(file), { recursive: true })
  // An open transaction on a side file: the operating system ends it with the process, however that ends, and backups and the sqlite3 shell
  // can still open the database itself. The side file is kept, because removing it could remove the lock of the next process.
  const lock = new Database(`${await canonical(file)}.lock`, { timeout: 0 })
  try {
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new FileInUseError(file) : error
  }
  if ((await namesOf(file)) > 1) {
    lock.close()
    throw new FileInUseError(file, 'has several names (hard links), and SQLite keeps its journal under one of them: remove the others')
  }
  return async () => {
    lock.close()
  }
}

// One lock per file, also if it is opened by different paths or links.
async function canonical(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch {
    return join(await realpath(dirname(file)), basename(file))
  }
}

// A hard link is no other path of the file but a second file of the same content, with a lock and a journal of its own.
async function namesOf(file: string): Promise<number> {
  try {
    return (await stat(file)).nlink
  } catch {
    return 0
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
