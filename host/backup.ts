import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { sqliteFunctions } from 'rapport-crm'
import type { Args } from './args.ts'
import { readConfig } from './config.ts'
import { CommandError } from './explain.ts'
import { fileOf } from './storage.ts'

/** `rapport backup`: copies the SQLite database as it is at one moment, while a host may read and write it. */
export async function backup({ positionals, values }: Args): Promise<number> {
  const [target, ...more] = positionals
  if (!target || more.length > 0) throw new CommandError('Name the one file to write, such as rapport backup backups/crm.sqlite')
  const { databaseUrl, encryptionKeys } = readConfig(process.env)
  const source = sourceOf(databaseUrl)
  await check(source, target, values['replace'] === true)
  const began = performance.now()
  await copy(source, target)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${source} is copied to ${target} and checked: ${megabytes((await stat(target)).size)} in ${seconds} s`)
  if (encryptionKeys.length > 0) console.log('RAPPORT_ENCRYPTION_KEYS is not in it: without these keys, stored secrets cannot be read.')
  return 0
}

function sourceOf(databaseUrl: string): string {
  if (!databaseUrl.startsWith('sqlite:'))
    throw new CommandError(
      'PostgreSQL has its own tools: pg_dump --format=custom --file=<file> <DATABASE_URL without ?schema=>, with --schema=<schema> if one is named there; pg_restore reads the file',
    )
  const file = fileOf(databaseUrl)
  if (file === ':memory:') throw new CommandError('A database in memory has no file, and ends with its process')
  return file
}

// A copy must never take the place of the database, nor lie beside the journal of another one, which SQLite would apply to it.
async function check(source: string, target: string, replace: boolean): Promise<void> {
  const path = await realpath(source).catch(() => {
    throw new CommandError(`${source} does not exist: check DATABASE_URL`)
  })
  const folder = await realpath(dirname(target)).catch(() => {
    throw new CommandError(`The folder ${dirname(target)} does not exist`)
  })
  const place = await realpath(target).catch(() => join(folder, basename(target)))
  if ([path, `${path}-wal`, `${path}-shm`, `${path}.lock`, `${path}.pid`].includes(place))
    throw new CommandError(`${target} belongs to the database itself`)
  const there = await stat(target).catch(() => undefined)
  if (there && !there.isFile()) throw new CommandError(`${target} is no file`)
  if (there && !replace) throw new CommandError(`${target} exists already: name another file, or replace it with --replace`)
  for (const journal of [`${target}-wal`, `${target}-journal`])
    if (await stat(journal).catch(() => undefined))
      throw new CommandError(`${journal} exists: ${target} is a database that is or was in use; name another file`)
}

// Under another name until it is whole, so that a copy that was interrupted is never taken for a backup.
async function copy(source: string, target: string): Promise<void> {
  const part = `${target}.${process.pid}.part`
  try {
    await copyPages(source, part)
    finish(part)
    await rename(part, target)
    const folder = await open(dirname(target))
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    throw error instanceof Database.SqliteError ? new CommandError(`${source} cannot be copied: ${error.message} (${error.code})`) : error
  } finally {
    await Promise.all(['', '-journal', '-wal', '-shm'].map((suffix) => rm(part + suffix, { force: true })))
  }
}

/** Copies in steps, of as many pages as `pages` says after the one before; what is committed meanwhile is not copied. */
export async function copyPages(source: string, part: string, pages: () => number = () => PAGES): Promise<void> {
  const database = new Database(source, { readonly: true, fileMustExist: true })
  try {
    // One reading for the whole copy: otherwise SQLite begins again at each commit of the host, and might never end.
    database.exec('begin')
    database.prepare('select count(*) from sqlite_schema').get()
    await database.backup(part, { progress: pages })
    database.exec('rollback')
  } finally {
    database.close()
  }
}

const PAGES = 10_000

// One file without a journal, which is complete wherever it is moved; a host turns the journal on again.
function finish(part: string): void {
  const database = new Database(part)
  try {
    for (const [name, call] of Object.entries(sqliteFunctions)) database.function(name, { deterministic: true }, call)
    database.pragma('journal_mode = delete')
    const found = database.pragma('quick_check(1)', { simple: true })
    if (found !== 'ok') throw new CommandError(`The database is damaged, and so is a copy of it: ${String(found)}`)
  } finally {
    database.close()
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
