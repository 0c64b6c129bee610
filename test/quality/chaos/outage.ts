import { setTimeout as after } from 'node:timers/promises'
import type { startPostgres } from '../../support/postgres.setup.ts'
import { Fleet } from './fleet.ts'
import { stopAtOnce } from './round.ts'
import type { Tally } from './tally.ts'

/** The effect of an outage of PostgreSQL under load. */
export interface Outage extends Tally {
  /** Share of a core that the busiest worker used during the outage. */
  readonly cpuPercent: number
  /** Milliseconds from the return of the database to the next delivery. */
  readonly againMs: number
  /** Requests that were sent while the database was away, beyond those that had been claimed. */
  readonly refused: number
}

/** Stops the server immediately under workers that write and deliver, and restarts it after so many seconds. */
export async function outage(
  server: Awaited<ReturnType<typeof startPostgres>>,
  { workers, seconds }: { workers: number; seconds: number },
): Promise<Outage> {
  await using fleet = await Fleet.open(server.url, 3)
  for (let count = 0; count < workers; count += 1) fleet.worker({ contacts: Number.MAX_SAFE_INTEGER, restMs: 20 })
  await Promise.all(fleet.workers.map((each) => each.reaches(10)))
  await fleet.received(30)
  await stopAtOnce(server.url)
  // Claimed deliveries are still sent; nothing more may be.
  await after(500)
  const [sent, before] = [fleet.receiver.deliveries.length, await cpuOf(fleet)]
  await after(seconds * 1000)
  const [refused, used] = [fleet.receiver.deliveries.length - sent, await cpuOf(fleet)]
  await server.pg.start()
  const back = performance.now()
  await fleet.received(sent + refused + 1)
  const againMs = Math.round(performance.now() - back)
  const known = fleet.workers.map(({ contacts }) => contacts.length)
  await Promise.all(fleet.workers.map((each, at) => each.reaches((known[at] ?? 0) + 5)))
  await Promise.all(fleet.workers.map((each) => each.end()))
  fleet.afterLeases()
  const cpuPercent = Math.max(...used.map((ms, at) => (ms - (before[at] ?? 0)) / (seconds * 10)))
  return { ...(await fleet.settle()), cpuPercent: Math.round(cpuPercent * 10) / 10, againMs, refused }
}

function cpuOf({ workers }: Fleet): Promise<number[]> {
  return Promise.all(workers.map((each) => each.cpu()))
}
