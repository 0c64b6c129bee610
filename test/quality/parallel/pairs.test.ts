import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlace, type Place } from '../../support/storages.ts'
import { type Hosts, twoHosts } from './hosts.ts'
import { documents } from './documents.ts'
import { allPairs, canBeDone, faultsOf, sampleOf } from './pairs.ts'
import { records } from './records.ts'
import type { World } from './world.ts'

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

  const holds = async <Scene, Of extends string>(world: World<Scene, Of>, least: number) => {
    const all = allPairs(world, hosts.engines[0])
    expect(all.length).toBeGreaterThan(least)
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
    await inParallel([...acts], async (act) => ((await canBeDone(world, hosts, act)) ? [] : [`${act.name} cannot be done`]))
    await inParallel(pairs, (pair) => faultsOf(world, hosts, pair))
    expect(faults).toEqual([])
  }

  it('on records leave everything in order', { timeout: 7_200_000 }, async () => await holds(records, 3000))

  it('on documents leave the money in order', { timeout: 7_200_000 }, async () => await holds(documents, 2000))
})
