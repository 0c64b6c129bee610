import { randomUUID } from 'node:crypto'
import { type Actor, Http } from 'rapport-crm'
import { receiver } from 'rapport-crm/testing'
import { afterEach, expect, it } from 'vitest'
import { ada, describeEveryStorage } from '../../support/storages.ts'

const globex: Actor = { ...ada, organization: 'globex', user: 'hank@globex.test' }
describeEveryStorage('A transaction of the app', (open, name) => {
  let drop = async () => {}
  afterEach(async () => await drop())

  async function opened(options: Parameters<typeof open>[0] = {}) {
    const { engine, api, clock, place } = await open(options)
    await engine.transaction(async (_crm, { sql }) => {
      await sql`create table app_orders (id text primary key, contact_id text, count integer)`
    })
    drop = async () => await engine.transaction(async (_crm, { sql }) => void (await sql`drop table app_orders`))
    const orders = async () =>
      await engine.transaction(async (_crm, { sql }) => await sql<{ id: string }>`select id, contact_id from app_orders order by id`)
    const contacts = async () => (await api.contacts.list()).contacts.map(({ email }) => email).toSorted()
    const events = async () => (await api.events.list({ type: 'contact.created' })).events.length
    return { engine, api, clock, place, orders, contacts, events }
  }

  it('commits calls of the engine and statements of the app together, with events', async () => {
    const { engine, orders, contacts, events } = await opened()
    const id = await engine.transaction(async (crm, { sql }) => {
      const contact = await crm.as(ada).contacts.create({ email: 'ann@example.com' })
      await sql`insert into app_orders (id, contact_id, count) values (${'o-1'}, ${contact.id}, ${2})`
      // What it has written is there for its own reads.
      expect((await crm.as(ada).contacts.list()).contacts).toHaveLength(1)
      expect(await sql`select count from app_orders where id = ${'o-1'}`).toEqual([{ count: 2 }])
      return contact.id
    })
    expect(await orders()).toEqual([{ id: 'o-1', contact_id: id }])
    expect(await contacts()).toEqual(['ann@example.com'])
    expect(await events()).toBe(1)
  })

  it('leaves no record, event, delivery or run when it is rolled back', async () => {
    await using endpoint = await receiver()
    const { engine, api, clock, orders, contacts, events } = await opened({ ports: [new Http({ allow: ['127.0.0.1'], ca: endpoint.ca })] })
    await api.webhooks.create({ url: `${endpoint.url}hook`, events: ['contact.created'] })
    const failed = engine.transaction(async (crm, { sql }) => {
      await crm.as(ada).contacts.create({ email: 'ann@example.com' })
      await sql`insert into app_orders (id) values (${'o-1'})`
      throw new Error('payment refused')
    })
    await expect(failed).rejects.toThrow('payment refused')
    await engine.tick()
    clock.advance('1 hour')
    await engine.tick()
    expect([await orders(), await contacts(), await events()]).toEqual([[], [], 0])
    expect(endpoint.deliveries).toHaveLength(0)
  })

  it('undoes a call that fails alone, and a statement of the app likewise', async () => {
    const { engine, orders, contacts } = await opened()
    await engine.transaction(async (crm, { sql }) => {
      const { contacts: people } = crm.as(ada)
      await people.create({ email: 'ann@example.com' })
      await expect(people.create({ email: 'no address' })).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(people.get({ id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' })
      await sql`insert into app_orders (id) values (${'o-1'})`
      await expect(sql`insert into app_orders (id) values (${'o-1'})`).rejects.toThrow()
      await expect(sql`select nothing from nowhere`).rejects.toThrow()
      await people.create({ email: 'bob@example.com' })
    })
    expect(await contacts()).toEqual(['ann@example.com', 'bob@example.com'])
    expect(await orders()).toHaveLength(1)
  })

  it('takes calls at once one after the other', async () => {
    const { engine, contacts, events } = await opened()
    await engine.transaction(async (crm) => {
      const emails = Array.from({ length: 20 }, (_, at) => `p${at}@example.com`)
      const made = await Promise.allSettled([
        ...emails.map((email) => crm.as(ada).contacts.create({ email })),
        crm.as(ada).contacts.create({ email: 'no address' }),
        crm.as(ada).contacts.list(),
      ])
      expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    })
    expect(await contacts()).toHaveLength(20)
    expect(await events()).toBe(20)
  })

  it('waits for calls that the app has not awaited', async () => {
    const { engine, contacts } = await opened()
    await engine.transaction(async (crm) => {
      void crm.as(ada).contacts.create({ email: 'ann@example.com' })
    })
    expect(await contacts()).toEqual(['ann@example.com'])
  })

  it('takes part of what the engine itself is asked meanwhile, in however deep a function', async () => {
    const { engine, contacts } = await opened()
    const deep = async () => await engine.as(ada).contacts.create({ email: 'ann@example.com' })
    await expect(
      engine.transaction(async () => {
        await deep()
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    expect(await contacts()).toEqual([])
  })

  it('is nested in another: what fails in it is undone alone', async () => {
    const { engine, contacts, orders } = await opened()
    await engine.transaction(async (crm, { sql }) => {
      await crm.as(ada).contacts.create({ email: 'ann@example.com' })
      const inner = crm.transaction(async (nested, own) => {
        await nested.as(ada).contacts.create({ email: 'bob@example.com' })
        await own.sql`insert into app_orders (id) values (${'inner'})`
        // The handle of the outer one works inside of the inner one, too.
        await crm.as(ada).contacts.create({ email: 'cid@example.com' })
        throw new Error('inner')
      })
      await expect(inner).rejects.toThrow('inner')
      await sql`insert into app_orders (id) values (${'outer'})`
      await engine.transaction(async (nested) => await nested.as(ada).contacts.create({ email: 'dan@example.com' }))
    })
    expect(await contacts()).toEqual(['ann@example.com', 'dan@example.com'])
    expect((await orders()).map(({ id }) => id)).toEqual(['outer'])
  })

  it('is not seen by others before it commits, who may read meanwhile', async () => {
    const { engine, api } = await opened()
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    let wrote = () => {}
    const written = new Promise<void>((resolve) => (wrote = resolve))
    const transaction = engine.transaction(async (crm) => {
      await crm.as(ada).contacts.create({ email: 'ann@example.com' })
      wrote()
      await gate
    })
    await written
    // In memory there is one connection only: who reads waits.
    const others = api.contacts.list()
    if (name !== 'SQLite memory') expect((await others).contacts).toEqual([])
    const writes = api.contacts.create({ email: 'eve@example.com' })
    goOn()
    await transaction
    expect(await writes).toMatchObject({ email: 'eve@example.com' })
    expect((await api.contacts.list()).contacts).toHaveLength(2)
  })

  it('reaches across organizations without mixing them', async () => {
    const { engine, contacts } = await opened()
    await engine.transaction(async (crm) => {
      await crm.as(ada).contacts.create({ email: 'ann@example.com' })
      await crm.as(globex).contacts.create({ email: 'hank@example.com' })
      expect((await crm.as(globex).contacts.list()).contacts.map(({ email }) => email)).toEqual(['hank@example.com'])
    })
    expect(await contacts()).toEqual(['ann@example.com'])
  })

  it('has ingested batches, bulk writes, merges and deletes in it', async () => {
    const { engine, api, contacts } = await opened()
    const records = Array.from({ length: 50 }, (_, at) => ({ Email: `p${at}@example.com`, Name: `Person ${at}` }))
    const rolledBack = engine.transaction(async (crm) => {
      const { sync, contacts: people } = crm.as(ada)
      await sync.ingest({ provider: 'custom:shop', object: 'contacts', records })
      const [one, two] = (await people.list({ limit: 2 })).contacts
      await people.merge({ id: one!.id, merge_ids: [two!.id] })
      expect((await people.list({ limit: 200 })).contacts).toHaveLength(49)
      throw new Error('stop')
    })
    await expect(rolledBack).rejects.toThrow('stop')
    expect(await contacts()).toEqual([])
    await engine.transaction(async (crm) => await crm.as(ada).sync.ingest({ provider: 'custom:shop', object: 'contacts', records }))
    expect((await api.contacts.list({ limit: 200 })).contacts).toHaveLength(50)
  })

  it('counts and judges the calls of a key in it as anywhere', async () => {
    const { engine, clock } = await opened({ rateLimit: 3 })
    const key = 'rk_the_key_of_an_administrator_in_tests'
    await engine.access.bootstrap({ key })
    const admin = await engine.authenticate(key)
    await engine.transaction(async (crm) => {
      const { contacts: people } = crm.as(await engine.authenticate(key))
      await people.create({ email: 'ann@example.com' })
      await people.create({ email: 'bob@example.com' })
      await people.list()
      await expect(people.list()).rejects.toMatchObject({ code: 'rate_limited' })
    })
    clock.advance('2 minutes')
    await expect(
      engine.transaction(async (crm) => {
        await engine.access.bootstrap({ key })
        const other = await crm.as(admin).apiKeys.create({ name: 'other', scopes: ['read', 'write'] })
        await crm.as(admin).contacts.create({ email: 'cid@example.com' })
        throw new Error(String(other.key))
      }),
    ).rejects.toThrow(/^rk_/)
    // The calls that were undone are counted nevertheless.
    await expect(engine.as(admin).contacts.list()).resolves.toMatchObject({ contacts: [{}, {}] })
    await expect(engine.as(admin).contacts.list()).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('refuses what calls out or streams', async () => {
    const { engine } = await opened()
    await engine.transaction(async (crm) => {
      await expect(crm.as(ada).events.stream({})).rejects.toMatchObject({ code: 'conflict' })
      await expect(crm.as(ada).webhooks.test({ id: randomUUID() })).rejects.toMatchObject({ code: 'conflict' })
      await expect(engine.tick()).rejects.toMatchObject({ code: 'conflict' })
      await expect(engine.start()).rejects.toMatchObject({ code: 'conflict' })
      await expect(engine.close()).rejects.toMatchObject({ code: 'conflict' })
    })
  })

  it('is given up when it takes too long, and what the app still does in it is refused', async () => {
    const { engine, clock, contacts } = await opened()
    let late: Promise<unknown> = Promise.resolve()
    let wrote = () => {}
    const written = new Promise<void>((resolve) => (wrote = resolve))
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const transaction = engine.transaction(
      async (crm) => {
        await crm.as(ada).contacts.create({ email: 'ann@example.com' })
        wrote()
        await gate
        late = crm.as(ada).contacts.create({ email: 'late@example.com' })
        await late
      },
      { timeoutMs: 1000 },
    )
    await written
    clock.advance('2 seconds')
    await expect(transaction).rejects.toMatchObject({ code: 'conflict' })
    goOn()
    await new Promise((resolve) => setImmediate(resolve))
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect(await contacts()).toEqual([])
  })

  it('refuses what is asked of its handle afterwards, and lets contexts that outlast it go on outside', async () => {
    const { engine, contacts } = await opened()
    let handle: { as(actor: Actor): { contacts: { list(): Promise<unknown> } } } | undefined
    let later: Promise<unknown> = Promise.resolve()
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    await engine.transaction(async (crm) => {
      handle = crm
      later = gate.then(async () => await engine.as(ada).contacts.create({ email: 'later@example.com' }))
    })
    await expect(handle!.as(ada).contacts.list()).rejects.toMatchObject({ code: 'conflict' })
    goOn()
    await later
    expect(await contacts()).toEqual(['later@example.com'])
  })

  it('answers a repeated call under an idempotency key once it is committed, and not before', async () => {
    const { engine, api, contacts } = await opened()
    const create = async (as: (actor: Actor) => typeof api) =>
      await as(ada).contacts.create({ email: 'ann@example.com' }, { idempotencyKey: 'k-1' })
    await expect(
      engine.transaction(async (crm) => {
        await create(crm.as)
        throw new Error('stop')
      }),
    ).rejects.toThrow('stop')
    const made = await engine.transaction(async (crm) => await create(crm.as))
    expect((await create((actor) => engine.as(actor))).id).toBe(made.id)
    expect(await contacts()).toHaveLength(1)
  })

  it('delivers its webhooks after it', async () => {
    await using endpoint = await receiver()
    const { engine, api } = await opened({ ports: [new Http({ allow: ['127.0.0.1'], ca: endpoint.ca })] })
    await api.webhooks.create({ url: `${endpoint.url}hook`, events: ['contact.created'] })
    await engine.transaction(async (crm) => {
      await crm.as(ada).contacts.create({ email: 'ann@example.com' })
    })
    await engine.tick()
    expect(endpoint.deliveries).toHaveLength(1)
  })
})
