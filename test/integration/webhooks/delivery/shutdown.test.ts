import { expect, test } from 'vitest'
import { TestClock } from '../../../support/clock.ts'
import { describeEveryStorage, describeStorages, type Open } from '../../../support/storages.ts'
import { Endpoints, Gate, happen, probe, rows } from '../lab.ts'

/** Tells when somebody waits for 8 seconds: how long the engine gives what is under way. */
class ClosingClock extends TestClock {
  readonly asked: Promise<void>
  #tell!: () => void

  constructor() {
    super()
    this.asked = new Promise((resolve) => (this.#tell = resolve))
  }

  override wait(until: Date, signal: AbortSignal): Promise<void> {
    const waiting = super.wait(until, signal)
    if (until.getTime() - this.now().getTime() === 8000) this.#tell()
    return waiting
  }
}

async function lab(open: Open) {
  const clock = new ClosingClock()
  const http = new Endpoints(clock)
  const opened = await open({ clock, ports: [http], plugins: [probe] })
  await opened.api.webhooks.create({ url: 'https://example.com/slow', events: ['contact.created'] })
  return { ...opened, clock, http }
}

describeStorages(
  'an engine that closes',
  (open) => {
    test('claims nothing more, waits for what is under way and stores it', async () => {
      const { api, engine, clock, http, place } = await lab(open)
      const gate = new Gate()
      http.answer(() => gate.answer)
      await engine.start()
      await happen(api)
      await http.received(1)
      const closing = engine.close()
      gate.open(200)
      await closing
      const next = await open({ place, clock, ports: [http], plugins: [probe] })
      expect(await rows(next.api, 'webhook_deliveries')).toMatchObject([{ status: 'ok', attempt: 1 }])
      await next.engine.tick()
      expect(http.sent).toHaveLength(1)
    })

    test('gives up after 8 s what does not end; that counts for nothing and is sent again at the next start', async () => {
      const { api, engine, clock, http, place } = await lab(open)
      http.answer((_, index) => (index === 0 ? new Gate().answer : 200))
      await engine.start()
      await happen(api)
      await http.received(1)
      const closing = engine.close()
      await clock.asked
      clock.advance('8 seconds')
      await closing
      const next = await open({ place, clock, ports: [http], plugins: [probe] })
      expect(await rows(next.api, 'webhook_attempts')).toMatchObject([{ attempt: 1, status_code: 0, error_code: 'aborted' }])
      expect(await rows(next.api, 'webhooks')).toMatchObject([{ failure_count: 0 }])
      await next.engine.tick()
      expect(http.sent.map(({ headers }) => headers['X-Service-Attempt'])).toEqual(['1', '2'])
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

describeStorages(
  'rolling restarts',
  (open) => {
    test('each with requests under way, lose nothing and send nothing twice', async () => {
      const clock = new TestClock()
      const http = new Endpoints(clock)
      http.answer(async () => {
        for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve))
        return 200
      })
      const first = await open({ clock, ports: [http], plugins: [probe] })
      await first.api.webhooks.create({ url: 'https://example.com/hook' })
      const restarts = Number(process.env['RESTARTS'] ?? 5)
      for (let round = 0, { engine, api } = first; round < restarts; round += 1) {
        await engine.start()
        await happen(api, 6)
        await engine.close()
        ;({ engine, api } = await open({ clock, place: first.place, ports: [http], plugins: [probe] }))
        if (round < restarts - 1) continue
        await engine.tick()
        expect(new Set((await rows(api, 'webhook_deliveries')).map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(
          new Set(['ok 1']),
        )
        expect(await rows(api, 'webhook_attempts')).toHaveLength(restarts * 6)
      }
      expect(http.sent).toHaveLength(restarts * 6)
      expect(new Set(http.sent.map(({ headers }) => headers['X-Service-Delivery'])).size).toBe(restarts * 6)
    })
  },
  ['SQLite file', 'PostgreSQL'],
)

describeEveryStorage('a running engine', (open) => {
  test('sends what is committed without being asked, and lets no slow endpoint keep the others waiting', async () => {
    const { api, engine, http } = await lab(open)
    await api.webhooks.create({ url: 'https://example.com/quick', events: ['contact.created'] })
    const gate = new Gate()
    http.answer(({ url }) => (url.endsWith('slow') ? gate.answer : 200))
    await engine.start()
    await happen(api, 20)
    await http.received(16 + 20)
    expect(http.sent.filter(({ url }) => url.endsWith('quick'))).toHaveLength(20)
    expect(http.most).toBe(16)
    gate.open(200)
    await http.received(40)
  })
})
