import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MikroORM, type Options } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { FileInUseError, sqlite } from 'rapport-crm/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
let file: string
const cleanups: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-sqlite-'))
  file = join(folder, 'data', 'crm.sqlite')
})

afterEach(async () => {
  for (const each of cleanups.splice(0).toReversed()) await each()
  await rm(folder, { recursive: true, force: true })
})

describe('the lock of an SQLite file', () => {
  test('is taken with the folder made, refused to whoever comes second, and free again after its release', async () => {
    const release = await acquire(file)
    const refused = await acquire(file).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(FileInUseError)
    expect(refused).toMatchObject({
      code: 'unavailable',
      file,
      message: `${file} is in use by another engine of this process: an SQLite file belongs to one process at a time, and to one engine`,
    })
    await release()
    await expect(acquire(file)).resolves.toBeTypeOf('function')
  })

  test('is the same by a symbolic link', async () => {
    const query = await open(file)
    await query('create table kept (id integer)')
    const other = join(folder, 'other.sqlite')
    await symlink(file, other)
    await expect(acquire(other)).rejects.toBeInstanceOf(FileInUseError)
  })

  test('lets nobody in by a hard link, which is another name of the same bytes', async () => {
    const query = await open(file)
    await query('create table kept (id integer)')
    const other = join(folder, 'other.sqlite')
    await link(file, other)
    await expect(acquire(other)).rejects.toBeInstanceOf(FileInUseError)
    await rm(other)
  })

  test('is held by another process, and not left behind when that is killed', async () => {
    const holder = await hold(file)
    await expect(acquire(file)).rejects.toThrow(`in use by another process of Rapport (${holder.pid})`)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await expect(acquire(file)).resolves.toBeTypeOf('function')
  })

  test('leaves the database open to those who only read it', async () => {
    const first = await open(file)
    await first('create table kept (id integer)')
    const reader = await open(file, { locked: false })
    expect(await reader('select count(*) as rows from kept')).toEqual([{ rows: 0 }])
  })

  test('does not exist for a database in memory', () => {
    expect(sqlite(':memory:').acquire).toBeUndefined()
  })
})

describe('a connection to SQLite', () => {
  test('keeps what it acknowledged: WAL at synchronous=FULL, with foreign keys and patience', async () => {
    const query = await open(file)
    expect(await pragmas(query)).toEqual({ journal_mode: 'wal', synchronous: 2, busy_timeout: 5000, foreign_keys: 1 })
  })

  test('does so too when it opens a file that exists, where the driver falls back to NORMAL', async () => {
    await open(file)
    await cleanups.pop()?.()
    await cleanups.pop()?.()
    const query = await open(file)
    expect(await pragmas(query)).toMatchObject({ journal_mode: 'wal', synchronous: 2 })
  })

  test('passes the table prefix on', () => {
    expect(sqlite({ file: ':memory:', tablePrefix: 'crm_' })).toMatchObject({ dialect: 'sqlite', tablePrefix: 'crm_' })
    expect(sqlite(':memory:').tablePrefix).toBeUndefined()
  })
})

type Query = (sql: string) => Promise<unknown>

async function acquire(path: string): Promise<() => Promise<void>> {
  const release = await sqlite(path).acquire?.()
  if (!release) throw new Error('Nothing was acquired')
  cleanups.push(release)
  return release
}

async function open(path: string, { locked = true } = {}): Promise<Query> {
  if (locked) await acquire(path)
  const orm = new MikroORM({ ...(sqlite(path).options as Options), entities: [], discovery: { warnWhenNoEntities: false } })
  cleanups.push(() => orm.close())
  return (sql) => (orm.em as SqlEntityManager).getConnection().execute(sql)
}

async function pragmas(query: Query): Promise<Record<string, unknown>> {
  const names = ['journal_mode', 'synchronous', 'busy_timeout', 'foreign_keys']
  const values = await Promise.all(names.map((name) => query(`pragma ${name}`)))
  return Object.fromEntries(names.map((name, index) => [name, Object.values((values[index] as object[])[0] ?? {})[0]]))
}

async function hold(path: string): Promise<ChildProcess> {
  const script = `
    const { sqlite } = await import('rapport-crm/sqlite')
    await sqlite(${JSON.stringify(path)}).acquire()
    console.log('held')
    process.stdin.resume()`
  const child = spawn(process.execPath, ['-C', 'source', '--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  cleanups.push(async () => child.exitCode === null && child.kill('SIGKILL'))
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}
