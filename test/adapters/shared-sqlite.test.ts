import { Kysely, sql } from 'kysely'
import { Engine } from 'rapport-crm'
import { sqlite, type SqliteStorage } from 'rapport-crm/sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ada } from '../support/storages.ts'

interface App {
  app_orders: { id: string; contact_id: string | null }
}

let folder: string
let storage: SqliteStorage
let engine: Engine
let db: Kysely<App>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-shared-'))
  storage = sqlite(join(folder, 'crm.sqlite'))
  db = new Kysely<App>({ dialect: storage.kysely })
  engine = (await Engine.open({ storage })) as Engine
  await db.schema
    .createTable('app_orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('contact_id', 'text')
    .execute()
})
afterEach(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const orders = async () => (await db.selectFrom('app_orders').selectAll().orderBy('id').execute()).map(({ id }) => id)
const contacts = async () => (await engine.as(ada).contacts.list()).contacts.map(({ email }) => email)

it('has an app on the connection of the engine, with calls of the engine in the transactions of the app', async () => {
  await db.transaction().execute(async (transaction) => {
    const contact = await engine.as(ada, { transaction }).contacts.create({ email: 'ann@example.com' })
    await transaction.insertInto('app_orders').values({ id: 'o-1', contact_id: contact.id }).execute()
  })
  const failed = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('app_orders').values({ id: 'o-2', contact_id: null }).execute()
    await engine.as(ada, { transaction }).contacts.create({ email: 'bob@example.com' })
    throw new Error('stop')
  })
  await expect(failed).rejects.toThrow('stop')
  expect([await orders(), await contacts()]).toEqual([['o-1'], ['ann@example.com']])
  expect((await engine.as(ada).events.list({ type: 'contact.created' })).events).toHaveLength(1)
})

it('refuses after 30 s a call that is made in a transaction of the app and was not given it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const refused = await db.transaction().execute(async (transaction) => {
      const call = engine
        .as(ada)
        .contacts.create({ email: 'ann@example.com' })
        .catch((error: unknown) => error)
      await transaction.insertInto('app_orders').values({ id: 'o-1', contact_id: null }).execute()
      await vi.advanceTimersByTimeAsync(30_000)
      return await call
    })
    expect(refused).toMatchObject({ code: 'unavailable', status: 503 })
  } finally {
    vi.useRealTimers()
  }
  await engine.as(ada).contacts.create({ email: 'bob@example.com' })
  expect([await orders(), await contacts()]).toEqual([['o-1'], ['bob@example.com']])
})

it('keeps what the app and the engine do at once apart', async () => {
  const writes = Array.from({ length: 30 }, async (_, at) => {
    await db
      .insertInto('app_orders')
      .values({ id: `o-${at}`, contact_id: null })
      .execute()
    await expect(engine.as(ada).contacts.create({ email: 'no address' })).rejects.toMatchObject({ code: 'invalid_input' })
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('app_orders').set({ contact_id: 'x' }).where('id', '=', `o-${at}`).execute()
      await engine.as(ada, { transaction }).contacts.create({ email: `p${at}@example.com` })
      if (at % 3 === 0) throw new Error('stop')
    })
  })
  const ended = await Promise.allSettled(writes)
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  expect(await orders()).toHaveLength(30)
  const { count } = await db
    .selectFrom('app_orders')
    .select(sql<number>`count(*)`.as('count'))
    .where('contact_id', '=', 'x')
    .executeTakeFirstOrThrow()
  expect([count, (await contacts()).length]).toEqual([20, 20])
})

it('refuses a transaction that is over, or of another database', async () => {
  let over: unknown
  await db.transaction().execute(async (transaction) => {
    over = transaction
  })
  await expect(engine.as(ada, { transaction: over }).contacts.list()).rejects.toMatchObject({ code: 'invalid_input' })
  const other = sqlite(':memory:')
  const others = (await Engine.open({ storage: other })) as Engine
  const theirs = new Kysely<App>({ dialect: other.kysely })
  await theirs.transaction().execute(async (transaction) => {
    await expect(engine.as(ada, { transaction }).contacts.list()).rejects.toMatchObject({ code: 'invalid_input' })
  })
  await others.close()
})

it('says that the engine has to be open', async () => {
  const closed = new Kysely<App>({ dialect: sqlite(':memory:').kysely })
  await expect(closed.selectFrom('app_orders').selectAll().execute()).rejects.toMatchObject({ code: 'unavailable' })
})
