import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteAdapter, SqliteDialect, sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GroupCommits } from '../../../adapters/sqlite/commits.ts'
import type { Database } from '../../../adapters/sqlite/handle.ts'

type Tables = Kysely<{ kept: { id: number } }>

let folder: string
let db: Tables
let database: BetterSqlite.Database
/** The disk. */
let fails: boolean
let undoes: boolean
/** What another process would read. */
let outside: BetterSqlite.Database
let committed: number
let ended: string[]
let told: string[][]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-commits-'))
  const file = join(folder, 'crm.sqlite')
  database = new BetterSqlite(file)
  database.pragma('journal_mode = wal')
  database.exec('create table kept (id integer primary key)')
  outside = new BetterSqlite(file, { readonly: true })
  // A unit that takes long lets others have their turn, as any does on a busy machine.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  committed = 0
  fails = false
  undoes = true
  ended = []
  told = []
  const prepare = database.prepare.bind(database)
  database.prepare = ((text: string) => {
    if (text === 'commit' && fails) throw Object.assign(new Error('The disk fails'), { code: 'SQLITE_IOERR' })
    if (text === 'commit') committed += 1
    if (text === 'rollback' && !undoes) throw Object.assign(new Error('The disk fails'), { code: 'SQLITE_IOERR' })
    return prepare(text)
  }) as typeof database.prepare
  const inner = new SqliteDialect({ database })
  const reading = new SqliteDialect({ database: async () => new BetterSqlite(file, { readonly: true }) })
  const adapter = Object.defineProperty(new SqliteAdapter(), 'supportsMultipleConnections', { value: true })
  db = new Kysely({
    dialect: {
      createDriver: () =>
        new GroupCommits(inner.createDriver(), database as Database, (tables) => told.push([...tables]), {
          reading: reading.createDriver(),
        }),
      createAdapter: () => adapter,
      createQueryCompiler: () => inner.createQueryCompiler(),
      createIntrospector: (each) => inner.createIntrospector(each),
    },
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  outside.close()
  await rm(folder, { recursive: true, force: true })
})

test('what ends in one turn of the event loop is committed once, and has ended only when others can see it', async () => {
  const each = async (id: number) => {
    await write(id)
    expect(seenOutside()).toContain(id)
  }
  await Promise.all([1, 2, 3, 4, 5].map(each))
  expect(committed).toBe(1)
  await each(6)
  expect(committed).toBe(2)
})

test('changes outside a transaction are committed with the others', async () => {
  await Promise.all([write(1), add(db, 2), write(3), add(db, 4)])
  expect(committed).toBe(1)
  expect(seenOutside()).toEqual([1, 2, 3, 4])
})

test('each commit tells which tables it wrote, and nobody hears of what was undone', async () => {
  await Promise.allSettled([write(1), refused(2), add(db, 3), rows()])
  expect(told).toEqual([['kept'], ['kept']])
})

test('one that fails is undone alone, whether it is the first or comes later', async () => {
  const results = await Promise.allSettled([refused(1), write(2), refused(3), write(4), add(db, 4), write(5)])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, true, false, true, false, true])
  expect(seenOutside()).toEqual([2, 4, 5])
  expect(committed).toBe(1)
})

test('who reads outside sees what was committed, without waiting for who is at work', async () => {
  await write(1)
  const long = await db.startTransaction().execute()
  await add(long, 2)
  expect(await rows()).toEqual([1])
  expect(await rows(long)).toEqual([1, 2])
  const waits = note('behind', write(3))
  await turn()
  expect(await rows()).toEqual([1])
  await note('long', long.commit().execute())
  await waits
  expect(ended.toSorted()).toEqual(['behind', 'long'])
  expect(await rows()).toEqual([1, 2, 3])
})

test('who ended before a long one is committed with it, or without it when that is undone', async () => {
  for (const [id, end] of [
    [1, 'commit'],
    [3, 'rollback'],
  ] as const) {
    const before = note(`before ${end}`, write(id))
    const long = await db.startTransaction().execute()
    await add(long, id + 1)
    await turn()
    expect(ended).not.toContain(`before ${end}`)
    await long[end]().execute()
    await before
    expect(seenOutside()).toContain(id)
  }
  expect(seenOutside()).toEqual([1, 2, 3])
})

test('a full disk refuses what has no room alone', async () => {
  const { rows } = await db.executeQuery<{ page_count: number }>(CompiledQuery.raw('pragma page_count'))
  await db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${rows[0]?.page_count}`))
  const results = await Promise.allSettled([write(1), fill(), write(2)])
  expect(results.map((each) => (each.status === 'rejected' ? each.reason.code : 'kept'))).toEqual(['kept', 'SQLITE_FULL', 'kept'])
  expect(seenOutside()).toEqual([1, 2])
})

test('a transaction that SQLite itself undoes takes with it all that was in it, and nothing stays in the way', async () => {
  const first = write(1).catch(codeOf)
  const long = await db.startTransaction().execute()
  const behind = write(3)
  await add(long, 2)
  database.exec('rollback')
  expect(await add(long, 4).catch(codeOf)).toBe('SQLITE_ABORT_ROLLBACK')
  expect(await long.commit().execute().catch(codeOf)).toBe('SQLITE_ABORT_ROLLBACK')
  expect(await first).toBe('SQLITE_ABORT_ROLLBACK')
  await behind
  expect(seenOutside()).toEqual([3])
})

test('what a disk that fails twice has refused is undone before anything else is written', async () => {
  fails = true
  undoes = false
  const results = await Promise.allSettled([write(1), write(2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await write(3).catch(codeOf)).toBe('SQLITE_IOERR')
  undoes = true
  await write(4)
  expect(seenOutside()).toEqual([4])
})

test('a commit that fails refuses all that waited for it', async () => {
  fails = true
  const results = await Promise.allSettled([write(1), write(2)])
  expect(results.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['SQLITE_IOERR', 'SQLITE_IOERR'])
  fails = false
  await write(3)
  expect(seenOutside()).toEqual([3])
})

test('what is no change finds no transaction open, and closing commits what has ended', async () => {
  const first = note('first', write(1))
  await turnOfPromises()
  await db.executeQuery(CompiledQuery.raw('pragma user_version = 7'))
  expect(ended).toEqual(['first'])
  expect(outside.pragma('user_version', { simple: true })).toBe(7)
  await first
  const last = note('last', write(2))
  await turnOfPromises()
  await db.destroy()
  await last
  expect(seenOutside()).toEqual([1, 2])
})

const write = async (id: number) => await db.transaction().execute((transaction) => add(transaction, id))
const add = async (tables: Tables | Transaction<{ kept: { id: number } }>, id: number) =>
  void (await tables.insertInto('kept').values({ id }).execute())
const rows = async (tables: Tables = db) => (await tables.selectFrom('kept').select('id').orderBy('id').execute()).map(({ id }) => id)
const seenOutside = () => outside.prepare('select id from kept order by id').pluck().all()

const codeOf = (error: unknown) => (error as { code?: string }).code

async function refused(id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await add(transaction, id)
    throw new Error('No')
  })
}

async function fill(): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`with recursive n(id) as (select 100 union all select id + 1 from n where id < 9000) insert into kept select id from n`.execute(
      transaction,
    )
  })
}

async function note(name: string, work: Promise<unknown>): Promise<void> {
  await work
  ended.push(name)
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

async function turnOfPromises(): Promise<void> {
  for (let at = 0; at < 50; at += 1) await Promise.resolve()
}
