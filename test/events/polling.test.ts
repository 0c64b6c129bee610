import type { Api } from 'rapport-crm'
import { expect, test } from 'vitest'
import { describeStorages } from '../support/storages.ts'
import { happen } from '../webhooks/lab.ts'

/** Polls from where it stopped last, and keeps what it saw. */
class Poller {
  readonly seen: number[] = []
  readonly #api: Api
  #after: string | undefined

  constructor(api: Api) {
    this.#api = api
  }

  // On PostgreSQL an event shows once no older transaction of the whole server is open, those of other tests included.
  async until(count: number, limit = 500): Promise<void> {
    while (this.seen.length < count) await this.poll(limit)
  }

  async poll(limit = 500): Promise<number> {
    const { events, next_cursor } = await this.#api.events.list({ order: 'asc', limit, ...(this.#after && { after: this.#after }) })
    this.#after = next_cursor ?? undefined
    this.seen.push(...events.map(({ id }) => id))
    return events.length
  }
}

const writers = 10
const writes = 20

describeStorages('polling the event log', (open) => {
  test('G3: goes on where it stopped, oldest first', async () => {
    const { api } = await open()
    await happen(api, 5)
    const poller = new Poller(api)
    await poller.until(5, 2)
    expect(await poller.poll(2)).toBe(0)
    await happen(api, 1)
    await poller.until(6)
    expect(poller.seen).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('can be limited to one type', async () => {
    const { api } = await open()
    await happen(api, 2)
    await api.companies.create({ name: 'Example' })
    await new Poller(api).until(3)
    const first = await api.events.list({ order: 'asc', type: 'company.created' })
    expect(first.events.map(({ id }) => id)).toEqual([3])
    expect((await api.events.list({ type: 'company.created', after: first.next_cursor ?? '' })).events).toEqual([])
  })

  test(`G3: misses no event and repeats none while ${writers} writers are at work`, async () => {
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
    await poller.until(writers * writes)
    const stored: number[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await api.events.list({ limit: 500, ...(cursor && { cursor }) })
      stored.push(...page.events.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(stored).toHaveLength(writers * writes)
    expect(new Set(poller.seen).size).toBe(poller.seen.length)
    expect(poller.seen.toSorted((a, b) => a - b)).toEqual(stored.toReversed())
  })
})

describeStorages(
  'polling while a transaction is open',
  (open) => {
    test('G3: an event that was numbered earlier and commits later is not passed over', async () => {
      const { api, place } = await open()
      const { default: pg } = await import('pg')
      const { clientUrl } = place.storage().options as { clientUrl: string }
      const slow = new pg.Client({ connectionString: clientUrl })
      await slow.connect()
      try {
        await happen(api)
        await slow.query('begin')
        await slow.query(`insert into events (user_from, type, entity_type, entity_id, payload, body, actor, created_at)
          select user_from, type, entity_type, entity_id, payload, body, actor, created_at from events`)
        await happen(api)
        const poller = new Poller(api)
        await poller.until(1)
        await poller.poll()
        expect(poller.seen).toEqual([1])
        await slow.query('commit')
        await poller.until(3)
        expect(poller.seen.toSorted()).toEqual([1, 2, 3])
      } finally {
        await slow.end()
      }
    })
  },
  ['PostgreSQL'],
)
