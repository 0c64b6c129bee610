import { setTimeout as after } from 'node:timers/promises'
import { killUnder } from './backends.ts'
import { fairKills } from './fair.ts'
import { Fleet, type Worker } from './fleet.ts'
import { killDeliveries, restart } from './kills.ts'
import { outage } from './outage.ts'
import { auditOutside } from './outside.ts'
import { compare, cut, moments, startAgain, stopAtOnce, Writer } from './round.ts'
import type { Stage } from './stage.ts'
import type { Tally } from './tally.ts'
import { withdrawals } from './withdrawals.ts'
import type { Failpoint } from './worker.ts'
import type { Acknowledged, Line } from './writer.ts'

type Rehearsal = (stage: Stage, rounds: number, seed: number) => Promise<{ readonly faults: readonly string[] } & Record<string, unknown>>

// Short lives: a kill may interrupt the first answers as well as later ones.
const MOST_ANSWERS = 20
const FRESH = 25
const FILES = 8
// Workers that were not killed need no restart.
const FRESH_SERVED = 60
const MOST_ANSWERS_SERVED = 8
// The clocks of workers move ahead with each kill; beyond 600 s, the receiver would refuse all signatures.
const FRESH_FLEET = 15
// Streams are looked at twice a second.
const STREAM_MS = 1000
const points: readonly (Failpoint['at'] | undefined)[] = ['before fan-out', 'before send', 'during send', 'before logging', undefined]

/** The rehearsals that run by hand; each returns its counts. */
export const rehearsals: Readonly<Record<string, Rehearsal>> = {
  'records-sqlite': (stage, rounds, seed) => writers(() => stage.file(), rounds, seed),
  'records-postgresql': (stage, rounds, seed) => writers(() => stage.database(), rounds, seed),
  // One process writes to several files: its death ends all writers at different points of their work.
  async 'files-sqlite'(stage, rounds, seed) {
    const next = moments(seed, MOST_ANSWERS * FILES)
    const counts = { rounds: 0, processes: 0, acknowledged: 0 }
    const faults: string[] = []
    let [places, acknowledged] = [[] as string[], [] as Line[]]
    while (counts.rounds < rounds) {
      if (counts.processes % FRESH === 0) [places, acknowledged] = [await stage.files(FILES), []]
      const [known, moment] = [acknowledged.length, next()]
      await cut(places.join('|'), `r${counts.processes}`, moment, acknowledged, 'quiet')
      const byPlace = Map.groupBy(acknowledged, ({ place }) => place)
      for (const place of places) {
        const { lost, orphans } = await auditOutside(place, byPlace.get(place) ?? [])
        faults.push(...[...lost, ...orphans].map((fault) => `${place}, ${JSON.stringify(moment)}: ${fault}`))
      }
      counts.rounds += places.length
      counts.processes += 1
      counts.acknowledged += acknowledged.length - known
    }
    return { ...counts, faults }
  },
  'deliveries-sqlite': (stage, rounds, seed) => deliveries(() => stage.file(), rounds, seed),
  'deliveries-postgresql': (stage, rounds, seed) => deliveries(() => stage.database(), rounds, seed),
  // PostgreSQL is stopped immediately under two workers, again and again, at moments of the seed.
  async 'database-kills'(stage, rounds, seed) {
    const next = moments(seed, MOST_ANSWERS)
    return await inFleets(
      () => stage.database(),
      rounds,
      async (fleet) => {
        const { answers, ms } = next()
        staff(fleet, 2)
        const known = fleet.workers.map(({ contacts }) => contacts.length)
        const goesOn = (count: number) => Promise.all(fleet.workers.map((each, at) => each.reaches((known[at] ?? 0) + count)))
        await goesOn(answers)
        await after(ms)
        await stopAtOnce(fleet.place)
        await startAgain((await stage.server()).pg)
        await goesOn(answers + 1)
      },
    )
  },
  // One connection of PostgreSQL is killed under a writer, again and again: the server ends all others and recovers from its log.
  async 'backend-kills-records'(stage, rounds, seed) {
    const next = moments(seed, MOST_ANSWERS_SERVED)
    const counts = { rounds: 0, acknowledged: 0, 'in mid-work': 0 }
    const faults: string[] = []
    while (counts.rounds < rounds) {
      const place = await stage.database()
      const writer = new Writer(place, 'a', 'quiet')
      try {
        for (let count = 0; count < FRESH_SERVED && counts.rounds < rounds; count += 1) {
          const moment = next()
          counts['in mid-work'] += Number(await killUnder(place, [writer], moment))
          const { lost, orphans } = await auditOutside(place, writer.acknowledged)
          faults.push(...[...lost, ...orphans].map((fault) => `round ${counts.rounds}, ${JSON.stringify(moment)}: ${fault}`))
          counts.rounds += 1
        }
      } finally {
        await writer.kill()
      }
      counts.acknowledged += writer.count
      const { lost, orphans } = await compare(place, writer.acknowledged)
      faults.push(...lost, ...orphans)
    }
    return { ...counts, faults }
  },
  async 'backend-kills-deliveries'(stage, rounds, seed) {
    const next = moments(seed, MOST_ANSWERS_SERVED)
    const act = async (fleet: Fleet) => void (await killUnder(fleet.place, staff(fleet, 1), next()))
    return await inFleets(() => stage.database(), rounds, act, FRESH_SERVED)
  },
  // A worker dies with requests in flight; another one, on the same clock, must send them again within 35 s.
  async leases(stage, rounds) {
    const seconds: number[] = []
    for (let count = 0; count < rounds; count += 1) {
      await using fleet = await Fleet.open(await stage.database(), 1, 5000)
      const first = fleet.worker({ lanes: 1, contacts: 1 })
      await fleet.received(1)
      await first.kill()
      const died = performance.now()
      fleet.answer(200)
      fleet.worker()
      await fleet.received(2)
      seconds.push(Math.round((performance.now() - died) / 100) / 10)
    }
    return { rounds, seconds, faults: seconds.filter((each) => each > 35).map((each) => `sent again after ${each} s`) }
  },
  // SIGTERM: nothing may be sent twice.
  async restarts(stage, rounds) {
    await using fleet = await Fleet.open(await stage.database(), 3)
    await restart(fleet, rounds)
    const { lost, wrong, ...counts } = await fleet.settle()
    const twice = counts.duplicates > 0 ? [`${counts.duplicates} came twice`] : []
    return {
      rounds,
      ...counts,
      'closed in ms at most': Math.max(...fleet.workers.map(({ closed = Infinity }) => closed)),
      faults: [...lost, ...wrong, ...twice],
    }
  },
  // Keys are revoked, expired, narrowed, and their users deactivated under processes that write with them and are killed.
  'withdrawals-sqlite': (stage, rounds, seed) => withdrawn(() => stage.file(), { rounds, processes: 1, seed }),
  'withdrawals-postgresql': (stage, rounds, seed) => withdrawn(() => stage.database(), { rounds, processes: 4, seed }),
  // One organization sends bulk calls without end; the host is killed under it and under another one that writes beside it.
  'fair-sqlite': async (stage, rounds, seed) => ({ rounds, ...(await fairKills(await stage.file(), { rounds, seed })) }),
  'fair-postgresql': async (stage, rounds, seed) => ({ rounds, ...(await fairKills(await stage.database(), { rounds, seed })) }),
  // 30 s without PostgreSQL under load.
  async outage(stage) {
    const { lost, wrong, ...seen } = await outage(await stage.server(), { workers: 2, seconds: 30 })
    const late = seen.againMs > 2000 ? [`again after ${seen.againMs} ms`] : []
    return { ...seen, faults: [...lost, ...wrong, ...late] }
  },
}

async function writers(newPlace: () => Promise<string>, rounds: number, seed: number): ReturnType<Rehearsal> {
  const next = moments(seed, MOST_ANSWERS)
  const counts = { rounds, acknowledged: 0, 'opened in ms at most': 0 }
  const faults: string[] = []
  let [place, acknowledged] = ['', [] as Acknowledged[]]
  for (let at = 0; at < rounds; at += 1) {
    if (at % FRESH === 0) [place, acknowledged] = [await newPlace(), []]
    const [known, moment] = [acknowledged.length, next()]
    await cut(place, `r${at}`, moment, acknowledged)
    const found = [await auditOutside(place, acknowledged)]
    if (at % FRESH === FRESH - 1 || at === rounds - 1) {
      const report = await compare(place, acknowledged)
      found.push(report)
      counts['opened in ms at most'] = Math.max(counts['opened in ms at most'], report.opened)
    }
    counts.acknowledged += acknowledged.length - known
    const all = found.flatMap(({ lost, orphans }) => [...lost, ...orphans])
    faults.push(...all.map((fault) => `round ${at}, ${JSON.stringify(moment)}: ${fault}`))
  }
  return { ...counts, faults }
}

async function withdrawn(newPlace: () => Promise<string>, orders: Parameters<typeof withdrawals>[1]): ReturnType<Rehearsal> {
  const { faults, ...seen } = await withdrawals(await newPlace(), orders)
  const late = seen.streamsEndedMs > STREAM_MS ? [`a stream ended after ${seen.streamsEndedMs} ms`] : []
  return { ...seen, faults: [...faults, ...late] }
}

// Workers that write and deliver until they are stopped.
function staff(fleet: Fleet, count: number): readonly Worker[] {
  while (fleet.workers.length < count) fleet.worker({ contacts: Number.MAX_SAFE_INTEGER, restMs: 5 })
  return fleet.workers
}

// At a named point in four rounds of five, at any moment in the fifth.
async function deliveries(newPlace: () => Promise<string>, rounds: number, seed: number): ReturnType<Rehearsal> {
  const next = moments(seed, MOST_ANSWERS)
  return await inFleets(newPlace, rounds, async (fleet, at) => {
    const point = points[at % points.length]
    const moment = next()
    if (point === undefined) return await killDeliveries(fleet, moment)
    const failpoint = { at: point, passage: moment.answers }
    await fleet.worker({ contacts: Number.MAX_SAFE_INTEGER, failpoint }).dies()
    fleet.afterLeases()
  })
}

// A new database from time to time; each is delivered and counted at its end.
async function inFleets(
  newPlace: () => Promise<string>,
  rounds: number,
  act: (fleet: Fleet, round: number) => Promise<void>,
  fresh = FRESH_FLEET,
): ReturnType<Rehearsal> {
  const totals = { rounds: 0, acknowledged: 0, deliveries: 0, attempts: 0, workersLost: 0, duplicates: 0 }
  const faults: string[] = []
  while (totals.rounds < rounds) {
    await using fleet = await Fleet.open(await newPlace(), 2)
    for (let count = 0; count < fresh && totals.rounds < rounds; count += 1) {
      await act(fleet, totals.rounds)
      totals.rounds += 1
    }
    await Promise.all(fleet.workers.map((each) => each.kill()))
    fleet.afterLeases()
    const { lost, wrong, ...counts } = await fleet.settle()
    for (const name of Object.keys(counts) as (keyof Omit<Tally, 'lost' | 'wrong'>)[]) totals[name] += counts[name]
    faults.push(...lost, ...wrong)
    if (counts.duplicates > counts.workersLost) faults.push(`${counts.duplicates} came twice, of ${counts.workersLost} that were under way`)
  }
  return { ...totals, faults }
}
