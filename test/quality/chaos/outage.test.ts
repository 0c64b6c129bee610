import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClock } from '../../support/clock.ts'
import { startPostgres } from '../../support/postgres.setup.ts'
import { newPlace } from '../../support/storages.ts'
import { Endpoints, happen, rows } from '../../integration/webhooks/lab.ts'
import { ada, Fleet } from './fleet.ts'
import { limited, limitPages } from './limited.ts'
import { outage } from './outage.ts'
import { Engine } from 'rapport-crm'

describe('a database that goes away', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-chaos-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('PostgreSQL that is stopped under load loses nothing, nobody turns idle loops meanwhile, and work goes on when it is back', async () => {
    const server = await startPostgres()
    try {
      const seen = await outage(server, { workers: 2, seconds: 2 })
      console.info(seen)
      expect(seen).toMatchObject({ lost: [], wrong: [] })
      // Compilation counts, too, in so short a time; the rehearsal of 30 s by hand allows 5 %.
      expect(seen.cpuPercent).toBeLessThan(20)
      expect(seen.againMs).toBeLessThan(2000)
      expect(seen.refused).toBe(0)
    } finally {
      await server.stop()
    }
  }, 60_000)

  it('an SQLite file that somebody else locks again and again is waited for', async () => {
    await using fleet = await Fleet.open(join(folder, 'busy.sqlite'), 2)
    const worker = fleet.worker({ contacts: 60, busyMs: 100 })
    await worker.reaches(5)
    const other = new Database(fleet.place)
    for (let turn = 0; turn < 4; turn += 1) {
      other.exec('begin immediate')
      // Longer than the worker waits for a lock, so that it gets an error.
      await after(300)
      other.exec('commit')
      await after(50)
    }
    other.close()
    await worker.reaches(25)
    await worker.end()
    const { lost, wrong, duplicates } = await fleet.settle()
    expect(worker.errors).toContain('database is locked')
    expect({ lost, wrong, duplicates }).toEqual({ lost: [], wrong: [], duplicates: 0 })
  }, 60_000)

  it('a disk that is full refuses writes, sends nothing that cannot be claimed, and goes on where it was', async () => {
    const place = await newPlace('SQLite file')
    const clock = new TestClock()
    const http = new Endpoints(clock)
    const engine = (await Engine.open({ storage: place.storage(), ports: [clock, http], plugins: [limited] })) as Engine
    try {
      const api = engine.as(ada)
      await api.webhooks.create({ url: 'https://example.com/' })
      await happen(api, 50)
      await limitPages(engine, 'full')
      await expect(filled(api)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(engine.tick()).rejects.toThrow(/full/)
      expect(http.sent).toEqual([])
      await limitPages(engine, 'free')
      await engine.tick()
      const ids = (await rows(api, 'events')).map(({ id }) => `evt_${id}`)
      expect(http.sent.map(({ headers }) => headers['X-Service-Delivery']).toSorted()).toEqual(ids.toSorted())
    } finally {
      await engine.close()
      await place.remove()
    }
  })
})

async function filled(api: Parameters<typeof happen>[0]): Promise<never> {
  for (;;) await happen(api)
}
