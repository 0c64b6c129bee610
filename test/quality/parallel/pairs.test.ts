import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlace, type Place } from '../../support/storages.ts'
import { type Hosts, twoHosts } from './hosts.ts'
import { allPairs, canBeDone, faultsOf, sampleOf } from './pairs.ts'

// A sample of a seed; PARALLEL_PAIRS=all takes all of them, which is most of an hour of one core (README.md).
const asked = process.env['PARALLEL_PAIRS'] ?? '24'
const seed = Number(process.env['PARALLEL_SEED'] ?? 1)

describe('pairs of operations on two hosts', () => {
  let place: Place
  let hosts: Hosts
  beforeAll(async () => {
    place = await newPlace('PostgreSQL')
    hosts = await twoHosts(place)
  })
  afterAll(async () => {
    await hosts.close()
    await place.remove()
  })

  it('leave everything in order', { timeout: 7_200_000 }, async () => {
    const all = allPairs(hosts.engines[0])
    expect(all.length).toBeGreaterThan(3000)
    const pairs = asked === 'all' ? all : sampleOf(all, Number(asked), seed)
    const faults: string[] = []
    const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<readonly string[]>) => {
      const queue = [...items]
      const worker = async () => {
        for (let item = queue.shift(); item; item = queue.shift()) faults.push(...(await work(item)))
      }
      await Promise.all([worker(), worker(), worker()])
    }
    // A pair of refusals would show nothing.
    const acts = asked === 'all' ? new Set(all.flat()) : new Set(pairs.slice(0, 5).flat())
    await inParallel([...acts], async (act) => ((await canBeDone(hosts, act)) ? [] : [`${act.name} cannot be done`]))
    await inParallel(pairs, (pair) => faultsOf(hosts, pair))
    expect(faults).toEqual([])
  })
})
