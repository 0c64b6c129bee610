import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { CrmError } from 'rapport-crm'

/** Thrown if another process, or another engine of this process, has the SQLite file open, or could open it by a second name. */
export class FileInUseError extends CrmError {
  /** Path of the database. */
  readonly file: string

  constructor(file: string, reason: string) {
    super('unavailable', `${file} ${reason}`)
    this.file = file
  }
}

/** Takes the lock of a database file; returns the function that releases it. */
export async function holdFile(file: string): Promise<() => Promise<void>> {
  await makeFolder(dirname(file))
  await refuseOthers(file)
  // An open transaction on a side file: the operating system ends it with the process, however that ends, and backups and the sqlite3 shell
  // can still open the database itself. The side file is kept, because removing it could remove the lock of the next process.
  const path = await canonical(file)
  const lock = opened(`${path}.lock`)
  try {
    lock.pragma('journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? new FileInUseError(file, `is in use by ${await holderOf(path)}: ${ONE}`) : error
  }
  if ((await namesOf(file)) > 1) {
    lock.close()
    throw new FileInUseError(file, 'has several names (hard links), and SQLite keeps its journal under one of them: remove the others')
  }
  // Only told, never relied on: a full disk or a read-only folder must not keep the database closed.
  await writeFile(pidFileOf(path), `${process.pid}\n`).catch(() => undefined)
  return async () => {
    lock.close()
  }
}

const ONE = 'an SQLite file belongs to one process at a time, and to one engine'

const pidFileOf = (path: string) => `${path}.pid`

// Not in the side file: to close it once more would end the lock of this process.
async function holderOf(path: string): Promise<string> {
  const pid = await readFile(pidFileOf(path), 'utf8').then(Number, () => Number.NaN)
  if (pid === process.pid) return 'another engine of this process'
  return pid > 0 ? `another process of Rapport (${pid})` : 'another process of Rapport'
}

// Not by `recursive`, with which Node tries forever where a folder that is there takes none, as below /proc.
async function makeFolder(path: string): Promise<void> {
  const failed = await made(path)
  if (!failed) return
  if (failed.code !== 'ENOENT' || dirname(path) === path) throw failed.error
  await makeFolder(dirname(path))
  const again = await made(path)
  if (again) throw again.error
}

async function made(path: string): Promise<{ readonly code: unknown; readonly error: unknown } | undefined> {
  try {
    await mkdir(path)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // Whether it can be used says who opens the file.
    return code === 'EEXIST' ? undefined : { code, error }
  }
}

/** Throws `invalid_input` for what is there and is no file. Its first bytes are not read: to close it would end locks of the app on it. */
async function refuseOthers(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined)
  if (!found || found.isFile()) return
  throw new CrmError(
    'invalid_input',
    `${file} is ${found.isDirectory() ? 'a folder' : 'no file'}: name a file in which the database is kept`,
  )
}

function opened(file: string): Database.Database {
  try {
    return new Database(file, { timeout: 0 })
  } catch (error) {
    throw notOpened(file, error)
  }
}

/** Why a file cannot be opened, with its name, which SQLite does not tell. */
export function notOpened(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'SQLITE_NOTADB') return new CrmError('invalid_input', `${file} is no SQLite database`)
  return error instanceof Database.SqliteError ? new CrmError('unavailable', `${file} cannot be opened: ${error.message}`) : error
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
