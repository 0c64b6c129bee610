import { Clock, Engine } from 'rapport-crm'
import { expect, test } from 'vitest'
import { Endpoints, Gate, happen, probe, rows } from '../../integration/webhooks/lab.ts'
import { TestClock } from '../../support/clock.ts'
import { ada, newPlace } from '../../support/storages.ts'

const hour = 3_600_000

/** The clock of a machine whose wall clock is an hour ahead, as long as it goes by that. */
class WrongClock extends Clock {
  #followed = false

  override now(): Date {
    return new Date(super.now().getTime() + (this.#followed ? 0 : hour))
  }

  override follow(shared: Date): void {
    this.#followed = true
    super.follow(shared)
  }
}

test('C6: a clock that follows another one goes by its time and by its own steady pace, whatever the wall clock says', () => {
  let steady = 1000
  const clock = new (class extends Clock {
    override steady(): number {
      return steady
    }
  })()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1000)
  clock.follow(new Date('2030-01-01T00:00:00Z'))
  expect(clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z')
  steady += 1500
  expect(clock.now().toISOString()).toBe('2030-01-01T00:00:01.500Z')
})

test('C6: on PostgreSQL the time of the database rules: a process whose clock is an hour ahead takes over no lease and writes no wrong time', async () => {
  const place = await newPlace('PostgreSQL')
  const gate = new Gate()
  const open = async (clock: Clock) => {
    const http = new Endpoints(new TestClock())
    http.answer(() => gate.answer)
    const engine = await Engine.open({ storage: place.storage(), ports: [clock, http], plugins: [probe] })
    return { engine, http, api: engine.as(ada) }
  }
  const [right, wrong] = [await open(new Clock()), await open(new WrongClock())]
  try {
    await right.api.webhooks.create({ url: 'https://example.com/hook', events: ['contact.created'] })
    await happen(right.api)
    const ticking = right.engine.tick()
    await right.http.received(1)
    await wrong.engine.tick()
    expect(wrong.http.sent).toEqual([])
    const company = await wrong.api.companies.create({ name: 'Timely' })
    expect(Math.abs(Date.parse(company.created_at) - Date.now())).toBeLessThan(60_000)
    gate.open(200)
    await ticking
    expect(await rows(right.api, 'webhook_attempts')).toMatchObject([{ attempt: 1, kind: 'auto', status_code: 200 }])
  } finally {
    gate.open(200)
    await Promise.all([right.engine.close(), wrong.engine.close()])
    await place.remove()
  }
})
