import { MikroORM } from '@mikro-orm/postgresql'
import { drizzle } from 'drizzle-orm/node-postgres'
import { sql as drizzled } from 'drizzle-orm'
import createKnex from 'knex'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Api, Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { ada, describeStorages, type Opened } from '../support/storages.ts'

/** How an app of a library does something in a transaction; `run` sends a statement of the app. */
interface Library {
  readonly name: string
  transaction<T>(work: (handle: unknown, run: (text: string) => Promise<unknown>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

describeStorages(
  'An app that has begun a transaction itself',
  (open) => {
    let opened: Opened
    let pool: pg.Pool
    const counted = async () => {
      const { rows } = await pool.query('select count(*)::int as orders from app_notes')
      const contacts = (await opened.api.contacts.list()).contacts.map(({ email }) => email)
      const events = (await opened.api.events.list({ type: 'contact.created' })).events
      return { orders: rows[0].orders, contacts, events: events.length }
    }
    let libraries: readonly Library[]

    beforeAll(async () => {
      const url = inject('postgresUrl')
      pool = new pg.Pool({ connectionString: url, max: 4 })
      await pool.query('create table if not exists app_notes (text text)')
      libraries = await Promise.all([ofPg(pool), ofKnex(url), ofKysely(url), ofDrizzle(pool), ofMikroOrm(url), ofMikroOrm6(url)])
    })
    afterEach(async () => {
      await pool.query('truncate app_notes')
    })
    afterAll(async () => {
      for (const each of libraries) await each.close()
      await pool.query('drop table app_notes')
      await pool.end()
    })

    describe.each(['pg', 'Knex', 'Kysely', 'Drizzle', 'MikroORM', 'MikroORM 6'])('by %s', (name) => {
      const library = () => libraries.find((each) => each.name === name)!
      const joined = (handle: unknown): Api => opened.engine.as(ada, { transaction: handle })

      it('gives the connection one statement after the other, whatever calls are made at once', async () => {
        opened = await open()
        const { restore, most } = atOnce()
        try {
          await library().transaction(async (handle) => {
            const crm = joined(handle)
            await Promise.all(['ann', 'bob', 'cat'].map((who) => crm.contacts.create({ email: `${who}@example.com`, company: 'Example' })))
          })
        } finally {
          restore()
        }
        expect(most()).toBe(1)
      })

      it('has calls of the engine in it: committed with its own statements', async () => {
        opened = await open()
        await library().transaction(async (handle, run) => {
          const crm = joined(handle)
          await run(`insert into app_notes values ('one')`)
          const made = await crm.contacts.create({ email: 'ann@example.com', custom: { since: '2026-01-31' } })
          expect(await crm.contacts.get({ id: made.id })).toEqual(made)
          expect((await opened.api.contacts.list()).contacts).toEqual([])
          await run(`insert into app_notes values ('two')`)
        })
        expect(await counted()).toEqual({ orders: 2, contacts: ['ann@example.com'], events: 1 })
        const [seen] = (await opened.api.contacts.list()).contacts
        expect(await opened.api.contacts.get({ id: seen!.id })).toMatchObject({ created_at: opened.clock.now().toISOString() })
      })

      it('undoes them when it is rolled back', async () => {
        opened = await open()
        const failed = library().transaction(async (handle, run) => {
          await run(`insert into app_notes values ('one')`)
          await joined(handle).contacts.create({ email: 'ann@example.com' })
          throw new Error('stop')
        })
        await expect(failed).rejects.toThrow('stop')
        expect(await counted()).toEqual({ orders: 0, contacts: [], events: 0 })
      })

      it('goes on behind a call that fails, with its session as it was', async () => {
        opened = await open()
        await library().transaction(async (handle, run) => {
          await run(`set local timezone to 'Asia/Tokyo'`)
          const { contacts } = joined(handle)
          await expect(contacts.create({ email: 'no address' })).rejects.toMatchObject({ code: 'invalid_input' })
          await Promise.all([contacts.create({ email: 'ann@example.com' }), contacts.create({ email: 'bob@example.com' })])
          await run(`insert into app_notes values (current_setting('timezone'))`)
        })
        expect((await pool.query('select text from app_notes')).rows).toEqual([{ text: 'Asia/Tokyo' }])
        expect(await counted()).toMatchObject({ contacts: ['bob@example.com', 'ann@example.com'], events: 2 })
      })

      it('is refused once it is over', async () => {
        opened = await open()
        let over: unknown
        await library().transaction(async (handle) => {
          over = handle
          await joined(handle).contacts.create({ email: 'ann@example.com' })
        })
        await expect(joined(over).contacts.list()).rejects.toMatchObject({
          code: 'invalid_input',
          details: { errors: [{ path: '/transaction' }] },
        })
      })
    })

    it('does what follows from its commit when the app commits it, and not before', async () => {
      opened = await open()
      const { engine } = opened
      await engine.access.bootstrap({ key: 'rk_a_key_of_an_administrator_in_tests' })
      const admin = await engine.authenticate('rk_a_key_of_an_administrator_in_tests')
      const made = await engine.as(admin).apiKeys.create({ name: 'other', scopes: ['read'] })
      await engine.authenticate(String(made.key))
      const client = await pool.connect()
      await client.query('begin')
      await engine.as(admin, { transaction: client }).apiKeys.revoke({ id: made.id })
      await expect(engine.authenticate(String(made.key))).resolves.toMatchObject({ user: admin.user })
      await client.query('commit')
      client.release()
      await expect(engine.authenticate(String(made.key))).rejects.toMatchObject({ code: 'unauthenticated' })
    })

    it('refuses a transaction on another database', async () => {
      opened = await open()
      const other = new URL(inject('postgresUrl'))
      other.pathname = '/template1'
      const client = new pg.Client({ connectionString: other.href })
      await client.connect()
      await client.query('begin')
      await expect(joinedAs(opened, client).contacts.list()).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining('without the tables'),
      })
      await client.query('rollback')
      await client.end()
    })

    it('names what is no open transaction', async () => {
      opened = await open()
      const client = await pool.connect()
      for (const handle of [client, {}, 7, null, pool, opened.engine])
        await expect(joinedAs(opened, handle).contacts.list()).rejects.toMatchObject({ code: 'invalid_input' })
      client.release()
    })
  },
  ['PostgreSQL'],
)

const joinedAs = ({ engine }: Opened, transaction: unknown) => engine.as(ada, { transaction })

function ofPg(pool: pg.Pool): Library {
  return {
    name: 'pg',
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const value = await work(client, (text) => client.query(text))
        await client.query('COMMIT')
        return value
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      } finally {
        client.release()
      }
    },
    close: async () => {},
  }
}

function ofKnex(connection: string): Library {
  const knex = createKnex({ client: 'pg', connection })
  return {
    name: 'Knex',
    transaction: (work) => knex.transaction(async (trx) => await work(trx, async (text) => await trx.raw(text))),
    close: async () => await knex.destroy(),
  }
}

function ofKysely(connectionString: string): Library {
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
  return {
    name: 'Kysely',
    transaction: (work) => db.transaction().execute(async (trx) => await work(trx, async (text) => await sql.raw(text).execute(trx))),
    close: async () => await db.destroy(),
  }
}

function ofDrizzle(pool: pg.Pool): Library {
  const db = drizzle({ client: pool })
  return {
    name: 'Drizzle',
    transaction: (work) => db.transaction(async (tx) => await work(tx, async (text) => await tx.execute(drizzled.raw(text)))),
    close: async () => {},
  }
}

async function ofMikroOrm(clientUrl: string): Promise<Library> {
  const orm = await MikroORM.init({ clientUrl, entities: [], discovery: { warnWhenNoEntities: false } })
  return {
    name: 'MikroORM',
    transaction: (work) => orm.em.fork().transactional(async (em) => await work(em, async (text) => await em.execute(text))),
    close: async () => await orm.close(),
  }
}

// Its entity managers carry transactions of Knex.
function ofMikroOrm6(connection: string): Library {
  const knex = ofKnex(connection)
  return {
    ...knex,
    name: 'MikroORM 6',
    transaction: (work) => knex.transaction(async (trx, run) => await work({ getTransactionContext: () => trx }, run)),
  }
}

describe('an engine on a pool of the app', () => {
  it('takes its connections from there, reads values in its own way, and leaves sessions and the pool as they were', async () => {
    const pool = new pg.Pool({ connectionString: inject('postgresUrl'), max: 3, options: '-c timezone=Asia/Tokyo -c datestyle=SQL,DMY' })
    const schema = `pooled_${Date.now()}`
    const storage = postgresql({ pool, schema })
    const engine = (await Engine.open({ storage })) as Engine
    const { restore, most } = atOnce()
    try {
      await engine.start()
      const crm = engine.as(ada)
      const made = await Promise.all(
        Array.from({ length: 20 }, async (_, at) => await crm.contacts.create({ email: `p${at}@example.com` })),
      )
      expect(await crm.contacts.get({ id: made[0]!.id })).toEqual(made[0])
      const failed = engine.transaction(async (within) => {
        await within.as(ada).contacts.create({ email: 'ann@example.com' })
        throw new Error('stop')
      })
      await expect(failed).rejects.toThrow('stop')
      expect((await crm.contacts.list({ limit: 200 })).contacts).toHaveLength(20)
      expect(pool.totalCount).toBeLessThanOrEqual(3)
      const seen = await pool.query(
        `select current_setting('timezone') as zone, current_setting('search_path') as path, current_setting('datestyle') as dates`,
      )
      expect(seen.rows[0]).toMatchObject({ zone: 'Asia/Tokyo', path: '"$user", public', dates: 'SQL, DMY' })
    } finally {
      await engine.close()
      restore()
    }
    expect(most()).toBe(1)
    await pool.query(`drop schema ${schema} cascade`)
    await pool.end()
  })

  it('is refused with a pool of one connection, which a call and its transaction would wait for', () => {
    expect(() => postgresql({ pool: new pg.Pool({ max: 1 }) })).toThrow(/at least 2 connections/)
  })
})

/** Counts the statements that a connection of `pg` is given before those before them have ended. */
function atOnce() {
  const prototype = pg.Client.prototype as unknown as { query: (...asked: unknown[]) => unknown }
  const { query } = prototype
  const now = new Map<object, number>()
  let most = 0
  prototype.query = function (this: object, ...asked) {
    now.set(this, (now.get(this) ?? 0) + 1)
    most = Math.max(most, now.get(this) ?? 0)
    const end = () => void now.set(this, (now.get(this) ?? 0) - 1)
    const told = asked.at(-1)
    if (typeof told === 'function') {
      const ended = (...answer: unknown[]) => {
        end()
        told(...answer)
      }
      return query.apply(this, [...asked.slice(0, -1), ended])
    }
    const answer = query.apply(this, asked) as Promise<unknown>
    void answer.then(end, end)
    return answer
  }
  return { most: () => most, restore: () => void (prototype.query = query) }
}
