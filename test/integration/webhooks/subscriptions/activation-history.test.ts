import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isBefore } from '../../../../core/kernel/events/horizon.ts'
import { wasActive, withChange } from '../../../../core/integration/webhooks/subscriptions/activation-history.ts'
import { describeEveryStorage, describeStorages } from '../../../support/storages.ts'
import { happen, type Lab, openLab, reusing, rows } from '../lab.ts'

const never = Number.POSITIVE_INFINITY

describe('where a webhook was switched on and off', () => {
  test('an event is before a cut up to its first number, and as one of those behind it', () => {
    expect([3, 4, 5, 6, 7].filter((id) => isBefore(id, [4, 6]))).toEqual([3, 4, 6])
    expect(isBefore(1, [])).toBe(false)
  })

  test('it was active behind an odd number of switches', () => {
    const switches = [[2], [4, 6], [6, 8]]
    expect([1, 2, 3, 4, 5, 6, 7, 8, 9].filter((event) => wasActive({ switches }, event))).toEqual([3, 4, 6, 7, 9])
    expect(wasActive({ switches: [] }, 1)).toBe(false)
  })

  test('switches are kept only as long as an event that is not dispatched may lie between them', () => {
    expect(withChange([], [3], never)).toEqual([[3]])
    expect(withChange([[3]], [5], never)).toEqual([])
    expect(withChange([[3]], [5], 5)).toEqual([[3], [5]])
    expect(withChange([[3], [5]], [7], 6)).toEqual([[7]])
    expect(withChange([[3], [5, 8]], [9], 8)).toEqual([[3], [5, 8], [9]])
    expect(withChange([[1], [2], [3], [5], [7]], [9], 4)).toEqual([[3], [5], [7], [9]])
  })

  test('a webhook that is switched twice while nothing happens is as if it was not switched', () => {
    expect(withChange([[3], [5, 7]], [5, 7], 1)).toEqual([[3]])
    expect(withChange([[3]], [3], 1)).toEqual([])
    expect(withChange([[3, 5]], [3], 1)).toEqual([[3, 5], [3]])
  })
})

/** A webhook for `contact.created`, and what it got: the numbers of the events. */
async function lab(fresh: () => Promise<Lab>) {
  const opened = await fresh()
  const { api, http } = opened
  const make = async () => (await api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })).id
  const got = () => http.sent.map(({ headers }) => Number(headers['X-Service-Delivery']?.slice('evt_'.length))).toSorted((a, b) => a - b)
  return { ...opened, make, got, set: (id: string, active: boolean) => api.webhooks.update({ id, active }) }
}

describeEveryStorage('events and the times in which a webhook was active', (open) => {
  const fresh = reusing(open)

  test('what happens while a webhook is inactive is not sent to it, though it is dispatched only when the webhook is active again', async () => {
    const { api, engine, make, set, got } = await lab(fresh)
    await happen(api)
    const id = await make()
    await happen(api)
    await set(id, false)
    await happen(api, 2)
    await set(id, true)
    await happen(api)
    await set(id, false)
    await happen(api)
    await set(id, true)
    await engine.tick()
    expect(got()).toEqual([2, 5])
  })

  test('that holds for a webhook that failures have made inactive', async () => {
    const { api, engine, http, make, set, got } = await lab(fresh)
    const id = await make()
    http.answer(400)
    await happen(api, 25)
    await engine.tick()
    await happen(api)
    http.forget()
    await set(id, true)
    await happen(api)
    await engine.tick()
    expect(got()).toEqual([27])
  })

  test('what is kept of the switches does not grow with each of them', async () => {
    const { api, engine, make, set } = await lab(fresh)
    const id = await make()
    for (let round = 0; round < 3; round += 1) {
      await happen(api)
      await set(id, false)
      await happen(api)
      await set(id, true)
      await engine.tick()
    }
    expect(lengthOf((await rows(api, 'webhooks'))[0]?.['switches'])).toBe(3)
    await set(id, false)
    await set(id, true)
    expect(lengthOf((await rows(api, 'webhooks'))[0]?.['switches'])).toBe(1)
  })
})

describeStorages(
  'events of transactions that are open while a webhook is switched',
  (open) => {
    test('an event counts by its commit, whatever number it was given before', async () => {
      const { api, engine, place, make, set, got } = await lab(() => openLab(open))
      await happen(api)
      const [early, late, last] = await Promise.all(Array.from({ length: 3 }, () => connect(place.storage().options)))
      try {
        await early?.query(`begin; ${insert}`)
        await happen(api)
        const id = await make()
        await early?.query('commit')
        await late?.query(`begin; ${insert}`)
        await happen(api)
        await set(id, false)
        await late?.query('commit')
        await last?.query(`begin; ${insert}`)
        await happen(api)
        await set(id, true)
        await last?.query('commit')
        await engine.tick()
        // 2, 4 and 6 were numbered before a switch and committed after it; 3, 5 and 7 were numbered after them and committed before it.
        expect(got()).toEqual([2, 5, 6])
      } finally {
        for (const client of [early, late, last]) await client?.end()
      }
    })
  },
  ['PostgreSQL'],
)

const insert = `insert into events (user_from, type, entity_type, entity_id, payload, body, actor, created_at)
  values ('acme', 'contact.created', 'contact', gen_random_uuid()::text, '{}', '"type":"contact.created"}', '{}', now())`

async function connect(options: object): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: (options as { clientUrl: string }).clientUrl })
  await client.connect()
  return client
}

function lengthOf(stored: unknown): number {
  return (typeof stored === 'string' ? (JSON.parse(stored) as unknown[]) : (stored as unknown[])).length
}
