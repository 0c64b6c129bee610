import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Actor, Engine, Http, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { startPostgres } from '../support/postgres.setup.ts'
import { type Latency, paced } from './paced.ts'
import { Receivers } from './receivers.ts'

export interface DeliveryFigures extends Latency {
  /** Signed, received and logged, per second, from a backlog. */
  readonly rate: number
  /** Microseconds of this process for each of them. */
  readonly cpu: number
}

export interface DeliveryLoad {
  readonly storage: Storage
  /** Endpoints, each subscribed to everything (default 3). */
  readonly webhooks?: number
  /** Events of the backlog (default 2,000). */
  readonly events?: number
  /** Events of the latency run, `perSecond` of them a second (defaults 500 and 100). */
  readonly count?: number
  readonly perSecond?: number
}

const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }

/** Drains a backlog of deliveries, then sends at a steady pace; engine here, receiver in a process of its own. */
export async function deliveries(load: DeliveryLoad): Promise<DeliveryFigures> {
  const { storage, webhooks = 3, events = 2000, count = 500, perSecond = 100 } = load
  await using writer = await Receivers.start(webhooks)
  const engine = await Engine.open({ storage, ports: [new Http({ allow: ['127.0.0.1'], ca: writer.ca })] })
  try {
    const api = engine.as(actor)
    for (const url of writer.urls) await api.webhooks.create({ url })
    // Settles connections and compiled code, so that the figures are those of a running host.
    await api.companies.create({ name: 'Warm-up' })
    await engine.tick()
    for (let index = 0; index < events; index += 1) await api.companies.create({ name: `Company ${index}` })
    const before = writer.arrivals.length
    const [started, used] = [performance.now(), process.cpuUsage()]
    await engine.start()
    await writer.received(before + events * webhooks)
    while ((await pending(engine)) > 0) await pause(1)
    const rate = (events * webhooks) / ((performance.now() - started) / 1000)
    const { user, system } = process.cpuUsage(used)
    return { rate, cpu: (user + system) / (events * webhooks), ...(await paced(api, writer, { count, perSecond, healthy: webhooks })) }
  } finally {
    await engine.close()
  }
}

async function pending(engine: Engine): Promise<number> {
  const { webhooks } = await engine.as(actor).webhooks.list()
  const details = await Promise.all(webhooks.map(({ id }) => engine.as(actor).webhooks.get({ id })))
  return details.reduce((sum, each) => sum + each.pending, 0)
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'))
  const postgres = await startPostgres(['-c', 'shared_buffers=256MB'])
  try {
    const storages = {
      'SQLite memory': sqlite(':memory:'),
      'SQLite file': sqlite(join(folder, 'bench.sqlite')),
      PostgreSQL: postgresql({ url: postgres.url, schema: 'bench' }),
    }
    for (const [name, storage] of Object.entries(storages)) {
      const { rate, cpu, p50, p99 } = await deliveries({ storage })
      process.stdout.write(
        `${name.padEnd(16)}${rate.toFixed(0).padStart(8)}/s  ${cpu.toFixed(0).padStart(5)} us CPU   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms\n`,
      )
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
