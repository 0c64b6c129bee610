import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { packTransactions } from '../../adapters/postgresql/transactions.ts'

let client: pg.Client
let sent: string[]

beforeAll(async () => {
  const other = await connect()
  await other.query('drop table if exists packed; create table packed (id int primary key)')
  await other.end()
})

beforeEach(async () => {
  sent = []
  client = await connect()
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
  client.query = ((...given: unknown[]) => {
    sent.push(String(given[0]))
    return query(...given)
  }) as never
  packTransactions(client as unknown as pg.PoolClient)
})

afterEach(async () => {
  await client.query('truncate packed')
  await client.end()
})

afterAll(async () => {
  const other = await connect()
  await other.query('drop table packed')
  await other.end()
})

describe('a transaction on PostgreSQL', () => {
  test('that only reads is not sent', async () => {
    await client.query('begin')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.query('commit')
    expect(sent).toEqual(['select 1 as one'])
  })

  test('of a single statement that ends in the same turn is that statement', async () => {
    await client.query('begin')
    await client.query('select 1')
    const written = client.query('insert into packed values (1)')
    await client.query('commit')
    expect((await written).rowCount).toBe(1)
    expect(sent).toEqual(['select 1', 'insert into packed values (1)'])
    expect(await count()).toBe(1)
  })

  test('of several statements begins with the first that writes, and is rolled back as one', async () => {
    await client.query('begin')
    await client.query('select 1')
    await client.query('insert into packed values (1)')
    await client.query('insert into packed values (2)')
    await client.query('rollback')
    expect(sent).toEqual(['select 1', 'begin', 'insert into packed values (1)', 'insert into packed values (2)', 'rollback'])
    expect(await count()).toBe(0)
  })

  test('begins before a read that locks', async () => {
    await client.query('begin')
    await client.query('select id from packed for update')
    await client.query('commit')
    expect(sent).toEqual(['begin', 'select id from packed for update', 'commit'])
  })

  test('that is rolled back in the turn of its first statement leaves nothing', async () => {
    await client.query('begin')
    const written = client.query('insert into packed values (1)')
    await client.query('rollback')
    await written
    expect(await count()).toBe(0)
  })

  test('whose single statement fails tells who asked for it, and leaves a connection that works', async () => {
    await client.query('insert into packed values (1)')
    await client.query('begin')
    const written = client.query('insert into packed values (1)')
    const failed = written.catch((error: unknown) => error)
    await client.query('commit')
    expect(await failed).toMatchObject({ code: '23505' })
    expect(await count()).toBe(1)
  })

  test('is two where two follow each other on a connection', async () => {
    for (const id of [1, 2]) {
      await client.query('begin')
      await client.query('insert into packed values ($1)', [id])
      await client.query(id === 1 ? 'commit' : 'rollback')
    }
    expect(await count()).toBe(1)
  })
})

async function count(): Promise<number> {
  return Number((await client.query('select count(*) as n from packed')).rows[0].n)
}

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: inject('postgresUrl'), pipeline: true } as pg.ClientConfig)
  await made.connect()
  return made
}
