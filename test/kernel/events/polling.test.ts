import pg from 'pg'
import type { Api } from 'rapport-crm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeEveryStorage, describeStorages, type Opened, type Place } from '../../support/storages.ts'
import { happen } from '../../integration/webhooks/lab.ts'

/** Polls from where it stopped last, and keeps what it saw: each number above the one before, within a page and from page to page. */
class Poller {
  readonly seen: number[] = []
  readonly #api: Api
  #after: string | undefined

  constructor(api: Api) {
    this.#api = api
  }

  async poll(limit = 500): Promise<number> {
    const { events, next_cursor } = await this.#api.events.list({ order: 'asc', limit, ...(this.#after && { after: this.#after }) })
    this.#after = next_cursor ?? undefined
    for (const { id } of events) {
      expect(id).toBeGreaterThan(this.seen.at(-1) ?? 0)
      this.seen.push(id)
    }
    return events.length
  }

  /** Pages to the end; answers all that was seen. */
  async rest(limit = 500): Promise<number[]> {
    while ((await this.poll(limit)) > 0);
    return this.seen
  }
}

async function storedIds(api: Api): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await api.events.list({ limit: 500, ...(cursor && { cursor }) })
    ids.push(...page.events.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids.toReversed()
}

const writers = 10
const writes = 20

describeEveryStorage('polling the event log', (open) => {
  test('goes on where it stopped, oldest first', async () => {
    const { api } = await open()
    await happen(api, 5)
    const poller = new Poller(api)
    expect(await poller.rest(2)).toEqual([1, 2, 3, 4, 5])
    await happen(api, 1)
    expect(await poller.rest()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('can be limited to one type', async () => {
    const { api } = await open()
    await happen(api, 2)
    await api.companies.create({ name: 'Example' })
    const first = await api.events.list({ order: 'asc', type: 'company.created' })
    expect(first.events.map(({ id }) => id)).toEqual([3])
    expect((await api.events.list({ type: 'company.created', after: first.next_cursor ?? '' })).events).toEqual([])
  })

  test(`misses no event and repeats none while ${writers} writers are at work, and every number is above the one before`, async () => {
    const { api } = await open()
    const poller = new Poller(api)
    const writing = { left: writers }
    const write = async () => {
      await happen(api, writes)
      writing.left -= 1
    }
    const poll = async () => {
      while (writing.left > 0) await poller.poll()
    }
    await Promise.all([poll(), ...Array.from({ length: writers }, write)])
    expect(await poller.rest()).toEqual(await storedIds(api))
    expect(poller.seen).toHaveLength(writers * writes)
  })
})

const insert = `insert into events (user_from, type, entity_type, entity_id, payload, body, actor, created_at)
  select 'acme', 'contact.created', 'contact', gen_random_uuid()::text, '{}', '{}', '{}', now() from generate_series(1, `

describeStorages(
  'polling while transactions are open',
  (open) => {
    let lab: Opened
    let clients: pg.Client[]

    beforeEach(async () => {
      lab = await open()
      clients = await Promise.all(Array.from({ length: 4 }, () => connect(lab.place)))
    })

    afterEach(async () => {
      await Promise.all(clients.map((client) => client.end()))
    })

    test('an event that was numbered earlier and commits later is not passed over', async () => {
      const [slow] = clients
      await happen(lab.api)
      await slow?.query('begin')
      await slow?.query(`${insert}1)`)
      await happen(lab.api)
      const poller = new Poller(lab.api)
      expect(await poller.rest()).toEqual([1])
      await slow?.query('commit')
      expect(await poller.rest()).toEqual([1, 2, 3])
    })

    test('transactions that write no events hold nothing back, whatever else they write in the database', async () => {
      const [other] = clients
      await other?.query('begin')
      await other?.query("create table elsewhere (id int); select pg_advisory_xact_lock_shared('events'::regclass::oid::int, 0)")
      await happen(lab.api, 2)
      expect(await new Poller(lab.api).rest()).toEqual([1, 2])
      await other?.query('rollback')
    })

    test('whatever is begun, undone and ended in between, a reader sees every event once and in the order of the numbers', async () => {
      const chance = seeded(20_260_115)
      const open = new Set<pg.Client>()
      const poller = new Poller(lab.api)
      for (let step = 0; step < 300; step += 1) {
        const client = clients[chance(clients.length)] as pg.Client
        if (!open.has(client)) await client.query('begin')
        open.add(client)
        await [
          () => client.query(`${insert}${1 + chance(3)})`),
          () => client.query(`savepoint a; ${insert}1); release a`),
          () => client.query(`savepoint a; ${insert}2); rollback to a`),
          () => client.query(`savepoint a; ${insert}1); rollback to a; ${insert}1)`),
          () => client.query(`${chance(3) > 0 ? 'commit' : 'rollback'}`).then(() => open.delete(client)),
          () => poller.poll(1 + chance(4)),
        ][chance(6)]?.()
      }
      for (const client of open) await client.query('commit')
      expect(await poller.rest()).toEqual(await storedIds(lab.api))
      expect(poller.seen.length).toBeGreaterThan(100)
    })

    test('goes on when numbers have passed those that a lock can name', async () => {
      const [slow, quick] = clients
      await happen(lab.api)
      await quick?.query(`select setval(events_sequence('acme')::regclass, ${2 ** 32 - 4})`)
      const poller = new Poller(lab.api)
      await quick?.query(`${insert}2)`)
      await slow?.query(`begin; ${insert}1)`)
      await quick?.query(`${insert}5)`)
      expect(await poller.rest()).toEqual([1, 2 ** 32 - 3, 2 ** 32 - 2])
      await slow?.query('commit')
      expect(await poller.rest()).toEqual(await storedIds(lab.api))
      expect(poller.seen).toHaveLength(9)
    })
  },
  ['PostgreSQL'],
)

async function connect(place: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (place.storage().options as { clientUrl: string }).clientUrl })
  await client.connect()
  return client
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
