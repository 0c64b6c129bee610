import { GUARD, LOOK_UP } from 'rapport-crm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { packQueries } from '../../../adapters/postgresql/packets.ts'
import { useSessions } from '../../../adapters/postgresql/sessions.ts'

let pool: pg.Pool
let session: pg.PoolClient
/** What PostgreSQL is sent, and on how many connections. */
let sent: string[]

const TOGETHER = 'begin; set local lock_timeout = 100'

beforeAll(async () => {
  const other = await connect()
  await other.query('drop table if exists packed; create table packed (id int primary key)')
  await other.end()
})

beforeEach(async () => {
  sent = []
  pool = poolOf(4)
  session = await pool.connect()
})

afterEach(async () => {
  session.release()
  await pool.end()
  const other = await connect()
  await other.query('truncate packed')
  await other.end()
})

afterAll(async () => {
  const other = await connect()
  await other.query('drop table packed')
  await other.end()
})

describe('a transaction on PostgreSQL', () => {
  test('that only reads is not sent', async () => {
    await session.query('begin')
    expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await session.query('commit')
    expect(sent).toEqual(['select 1 as one'])
  })

  test('of a single statement that ends in the same turn is that statement', async () => {
    await session.query('begin')
    await session.query(`${LOOK_UP}select 1`)
    const written = session.query('insert into packed values (1)')
    await session.query('commit')
    expect((await written).rowCount).toBe(1)
    expect(sent).toEqual([`${LOOK_UP}select 1`, 'insert into packed values (1)'])
    expect(await ids()).toEqual([1])
  })

  test('of several statements begins with the first that writes, and is rolled back as one', async () => {
    await session.query('begin')
    await session.query('select 1')
    await session.query('insert into packed values (1)')
    await session.query('insert into packed values (2)')
    await session.query('rollback')
    expect(sent).toEqual(['select 1', 'begin', 'insert into packed values (1)', 'insert into packed values (2)', 'rollback'])
    expect(await ids()).toEqual([])
  })

  test('sees its own writes in a look-up', async () => {
    await session.query('begin')
    const written = session.query('insert into packed values (1)')
    expect((await session.query(`${LOOK_UP}select id from packed`)).rows).toEqual([{ id: 1 }])
    await written
    await session.query('rollback')
    expect(await ids()).toEqual([])
  })

  test('begins before a read that locks', async () => {
    await session.query('begin')
    await session.query('select id from packed for update')
    await session.query('commit')
    expect(sent).toEqual(['begin', 'select id from packed for update', 'commit'])
  })

  test('that is rolled back in the turn of its first statement leaves nothing', async () => {
    await session.query('begin')
    const written = session.query('insert into packed values (1)')
    await session.query('rollback')
    await written
    expect(await ids()).toEqual([])
  })

  test('whose single statement fails tells who asked for it, and leaves a connection that works', async () => {
    await session.query('insert into packed values (1)')
    expect(await written(session, 1)).toMatchObject({ code: '23505' })
    expect(await ids()).toEqual([1])
  })

  test('is two where two follow each other on a connection', async () => {
    for (const id of [1, 2]) {
      await session.query('begin')
      await session.query('insert into packed values ($1)', [id])
      await session.query(id === 1 ? 'commit' : 'rollback')
    }
    expect(await ids()).toEqual([1])
  })
})

describe('the guard of a transaction', () => {
  const passes = `${GUARD}select 1 as one`
  const fails = `${GUARD}select 1/0`

  test('is sent before the first write, and not without one', async () => {
    await session.query('begin')
    await session.query(passes)
    await session.query('select 2 as two')
    await session.query('commit')
    await session.query('begin')
    await session.query(passes)
    await session.query('insert into packed values (1)')
    await session.query('insert into packed values (2)')
    await session.query('commit')
    expect(sent).toEqual(['select 2 as two', 'begin', passes, 'insert into packed values (1)', 'insert into packed values (2)', 'commit'])
  })

  test('fails with what it guards, several statements or a single one', async () => {
    await session.query('begin')
    await session.query(fails)
    await expect(session.query('insert into packed values (1)')).rejects.toMatchObject({ code: '22012' })
    await session.query('rollback')
    expect(await written(session, 2, undefined, fails)).toMatchObject({ code: '22012' })
    await session.query('select id from packed for update')
    expect(await written(session, 3, undefined, fails)).toMatchObject({ code: '22012' })
    expect(await ids()).toEqual([])
  })

  test('is sent once for all who commit together, and refuses nobody else', async () => {
    const answers = await Promise.all([alone(1, undefined, passes), alone(2, undefined, passes), alone(3)])
    expect(answers).toMatchObject([{ rowCount: 1 }, { rowCount: 1 }, { rowCount: 1 }])
    expect(sent).toEqual([TOGETHER, passes, ...[1, 2, 3].map(() => 'insert into packed values ($1)'), 'commit'])
    expect(await Promise.all([alone(4, undefined, fails), alone(5, undefined, passes), alone(6)])).toMatchObject([
      { code: '22012' },
      { rowCount: 1 },
      { rowCount: 1 },
    ])
    expect(await ids()).toEqual([1, 2, 3, 5, 6])
  })
})

describe('transactions of a single statement that end in the same turn', () => {
  test('are committed together', async () => {
    await Promise.all([1, 2, 3].map(async (id) => await alone(id)))
    expect(sent).toEqual([TOGETHER, ...[1, 2, 3].map(() => 'insert into packed values ($1)'), 'commit'])
    expect(await ids()).toEqual([1, 2, 3])
  })

  test('are done one by one when one of them fails, which alone hears of it', async () => {
    await session.query('insert into packed values (2)')
    const answers = await Promise.all([1, 2, 3].map(async (id) => await alone(id)))
    expect(answers).toMatchObject([{ rowCount: 1 }, { code: '23505' }, { rowCount: 1 }])
    expect(await ids()).toEqual([1, 2, 3])
  })

  test('do not wait for the lock that one of them waits for', async () => {
    const other = await connect()
    await other.query('begin; insert into packed values (2)')
    const waits = alone(2)
    expect(await alone(1)).toMatchObject({ rowCount: 1 })
    await other.query('rollback')
    await other.end()
    expect(await waits).toMatchObject({ rowCount: 1 })
    expect(await ids()).toEqual([1, 2])
  })

  test('tell everybody when the connection is lost', async () => {
    const answers = [alone(1), alone(2, 'insert into packed select $1::int from pg_sleep(60)')]
    await terminate('PgSleep')
    expect(await Promise.all(answers)).toEqual([expect.any(Error), expect.any(Error)])
    expect(await ids()).toEqual([])
  })

  test('need no connection that others keep while they wait', async () => {
    const small = poolOf(1)
    const [holds, ...others] = await Promise.all([small.connect(), small.connect(), small.connect()])
    await holds?.query('begin')
    await holds?.query('select 1')
    const waiting = others.map(async (each, at) => await written(each, at + 2))
    expect(await written(holds as pg.PoolClient, 1)).toMatchObject({ rowCount: 1 })
    holds?.release()
    expect(await Promise.all(waiting)).toMatchObject([{ rowCount: 1 }, { rowCount: 1 }])
    for (const each of others) each.release()
    await small.end()
    expect(await ids()).toEqual([1, 2, 3])
  })
})

describe('look-ups of the same turn', () => {
  test('go together on one connection, which is free behind them', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => pool.connect()))
    const answers = await Promise.all(sessions.map((each, at) => each.query(`${LOOK_UP}select $1::int as n`, [at])))
    expect(answers.map(({ rows }) => rows)).toEqual([[{ n: 0 }], [{ n: 1 }], [{ n: 2 }]])
    await new Promise(setImmediate)
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
    for (const each of sessions) each.release()
  })

  test('fail each for itself', async () => {
    const other = await pool.connect()
    const answers = await Promise.allSettled([session.query(`${LOOK_UP}select 1/0`), other.query(`${LOOK_UP}select 1 as one`)])
    expect(answers).toMatchObject([{ reason: { code: '22012' } }, { value: { rows: [{ one: 1 }] } }])
    other.release()
  })
})

/** A transaction of one insert in a session of its own: its answer, or how it failed. */
async function alone(id: number, insert?: string, guard?: string): Promise<unknown> {
  const own = await pool.connect()
  return await written(own, id, insert, guard).finally(() => own.release())
}

async function written(on: pg.PoolClient, id: number, insert = 'insert into packed values ($1)', guard?: string): Promise<unknown> {
  await on.query('begin')
  if (guard) await on.query(guard)
  const answer = on.query(insert, [id]).catch((error: unknown) => error)
  await on.query('commit')
  return await answer
}

// Ends the connection that waits for this, as soon as there is one.
async function terminate(event: string): Promise<void> {
  const other = await connect()
  const waiting = 'select pg_terminate_backend(pid) from pg_stat_activity where wait_event = $1'
  while ((await other.query(waiting, [event])).rows.length === 0);
  await other.end()
}

async function ids(): Promise<number[]> {
  return (await session.query('select id from packed order by id')).rows.map(({ id }) => id)
}

function poolOf(max: number): pg.Pool {
  const made = new pg.Pool({ connectionString: inject('postgresUrl'), pipeline: true, max } as pg.PoolConfig)
  made.on('connect', (client) => {
    client.on('error', () => undefined)
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
    client.query = ((...given: unknown[]) => {
      sent.push(String(given[0]))
      return query(...given)
    }) as never
    packQueries(client)
  })
  useSessions(made, () => undefined)
  return made
}

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: inject('postgresUrl') })
  await made.connect()
  return made
}
