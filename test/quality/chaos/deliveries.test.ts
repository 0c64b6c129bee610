import { afterEach, describe, expect, inject, it } from 'vitest'
import { newPlace, type StorageName } from '../../support/storages.ts'
import { Fleet } from './fleet.ts'
import { killDeliveries, racing, restart } from './kills.ts'
import { moments } from './round.ts'
import type { Tally } from './tally.ts'
import type { Failpoint } from './worker.ts'

const seed = Number(process.env['CHAOS_SEED'] ?? 20_260_115)
const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 1)

const removals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const remove of removals.splice(0)) await remove()
})

/** A new database, described for another process. */
async function placeOn(name: StorageName): Promise<string> {
  const place = await newPlace(name)
  removals.push(() => place.remove())
  const { options, schema } = place.storage()
  return schema === undefined ? String(options.dbName) : `${inject('postgresUrl')}?schema=${schema}`
}

describe.each<StorageName>(['SQLite file', 'PostgreSQL'])('a worker on %s', (kind) => {
  it('that kills itself at a named point loses nothing, and repeats only what was already sent', async () => {
    await using fleet = await Fleet.open(await placeOn(kind), 1, 60)
    const points: [at: Failpoint['at'], sent: readonly number[]][] = [
      ['before fan-out', [1]],
      ['before send', [1]],
      // The endpoint may have received it or not.
      ['during send', [1, 2]],
      ['before logging', [2]],
    ]
    for (const [at, sent] of points) {
      const before = fleet.receiver.deliveries.length
      const worker = fleet.worker({ lanes: 1, contacts: 1, failpoint: { at, passage: 1 } })
      await worker.dies()
      fleet.afterLeases()
      const whole = await fleet.settle()
      expectNothingLost(whole)
      expect([at, sent]).toEqual([at, expect.arrayContaining([fleet.receiver.deliveries.length - before])])
    }
  }, 60_000)

  it('that is killed at any moment loses nothing, uses no number twice, and repeats only requests in flight', async () => {
    await using fleet = await Fleet.open(await placeOn(kind), 2)
    const next = moments(seed)
    for (let round = 0; round < ROUNDS; round += 1) await killDeliveries(fleet, next())
    expectNothingLost(await fleet.settle())
  }, 60_000)
})

describe('processes that share one PostgreSQL', () => {
  it('that was suspended for longer than its lease changes nothing when it continues (SIGSTOP, SIGCONT)', async () => {
    await using fleet = await Fleet.open(await placeOn('PostgreSQL'), 1, 300)
    const [first] = [fleet.worker({ lanes: 1, contacts: 1 })]
    await fleet.received(1)
    first?.standStill()
    fleet.afterLeases()
    const second = fleet.worker()
    await fleet.received(2)
    await second.end()
    first?.goOn()
    await first?.end()
    const whole = await fleet.settle()
    expectNothingLost(whole)
    expect(whole).toMatchObject({ deliveries: 1, attempts: 2, workersLost: 1, duplicates: 1 })
  }, 60_000)

  it('rolling restarts under load (SIGTERM) lose nothing and repeat nothing', async () => {
    await using fleet = await Fleet.open(await placeOn('PostgreSQL'), 2)
    await restart(fleet, 1)
    const whole = await fleet.settle()
    expectNothingLost(whole)
    expect(whole.duplicates).toBe(0)
    expect(Math.max(...fleet.workers.map(({ closed }) => closed ?? Number.POSITIVE_INFINITY))).toBeLessThan(10_000)
  }, 60_000)

  it('four of them send nothing twice, keep the cap, count exactly, and polling misses no event', async () => {
    await using fleet = await Fleet.open(await placeOn('PostgreSQL'), 2, 20)
    const race = await racing(fleet, { processes: 4, lanes: 3, contacts: 10 })
    expectNothingLost(race.whole)
    expect(race.whole.duplicates).toBe(0)
    expect(fleet.most).toBeLessThanOrEqual(16)
    expect(fleet.most).toBeGreaterThan(1)
    expect(race.missed).toEqual([])
    expect(race.counted).toEqual({ active: false, failure_count: 25 })
  }, 60_000)
})

function expectNothingLost({ lost, wrong, ...counts }: Tally): void {
  console.info(counts)
  expect({ lost, wrong }).toEqual({ lost: [], wrong: [] })
  expect(counts.deliveries).toBeGreaterThan(0)
  expect(counts.duplicates).toBeLessThanOrEqual(counts.workersLost)
}
