import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Actor, Engine, Http, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { startPostgres } from '../support/postgres.setup.ts'

export interface DeliveryFigures {
  /** Signed, received and logged, per second, from a backlog. */
  readonly rate: number
  /** Microseconds of this process for each of them. */
  readonly cpu: number
  /** Milliseconds from the answer of a create to the request at the endpoint. */
  readonly p50: number
  readonly p99: number
}

export interface DeliveryLoad {
  readonly storage: Storage
  /** Endpoints, each subscribed to everything (default 3). */
  readonly webhooks?: number
  /** Events of the backlog (default 2,000). */
  readonly events?: number
  /** Events of the latency run, `perSecond` of them a second (defaults 500 and 100). */
  readonly paced?: number
  readonly perSecond?: number
}

const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }

/** Drains a backlog of deliveries, then sends at a steady pace; engine here, receiver in a process of its own. */
export async function deliveries(load: DeliveryLoad): Promise<DeliveryFigures> {
  const { storage, webhooks = 3, events = 2000, paced = 500, perSecond = 100 } = load
  await using sink = await Sink.start(webhooks)
  const engine = await Engine.open({ storage, ports: [new Http({ allow: ['127.0.0.1'], ca: sink.ca })] })
  try {
    const api = engine.as(actor)
    for (const url of sink.urls) await api.webhooks.create({ url })
    // Settles connections and compiled code, so that the figures are those of a running host.
    await api.companies.create({ name: 'Warm-up' })
    await engine.tick()
    for (let index = 0; index < events; index += 1) await api.companies.create({ name: `Company ${index}` })
    const before = sink.arrivals.length
    const [started, used] = [performance.now(), process.cpuUsage()]
    await engine.start()
    await sink.received(before + events * webhooks)
    while ((await pending(engine)) > 0) await pause(1)
    const rate = (events * webhooks) / ((performance.now() - started) / 1000)
    const { user, system } = process.cpuUsage(used)
    return { rate, cpu: (user + system) / (events * webhooks), ...(await latency(engine, sink, paced, perSecond, webhooks)) }
  } finally {
    await engine.close()
  }
}

async function latency(
  engine: Engine,
  sink: Sink,
  count: number,
  perSecond: number,
  webhooks: number,
): Promise<Pick<DeliveryFigures, 'p50' | 'p99'>> {
  const api = engine.as(actor)
  const [{ id: last = 0 } = {}] = (await api.events.list({ limit: 1 })).events
  const before = sink.arrivals.length
  const committed = new Map<string, number>()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause(Math.max(0, started + (index * 1000) / perSecond - performance.now()))
      const { id } = await api.companies.create({ name: `Paced ${index}` })
      committed.set(id, performance.timeOrigin + performance.now())
    }),
  )
  await sink.received(before + count * webhooks)
  const companyOf = new Map<string, string>()
  for (let from = last, page = 0; page <= count / 500; page += 1) {
    const { events } = await api.events.list({ limit: 500 })
    for (const { id, entity_id } of events) if (id > from) companyOf.set(`evt_${id}`, entity_id)
  }
  const times = sink.arrivals
    .slice(before)
    .map(([id, at]) => at - (committed.get(companyOf.get(id) ?? '') ?? Number.NaN))
    .filter((time) => !Number.isNaN(time))
    .toSorted((a, b) => a - b)
  return { p50: times[Math.floor(times.length * 0.5)] ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

async function pending(engine: Engine): Promise<number> {
  const { webhooks } = await engine.as(actor).webhooks.list()
  const details = await Promise.all(webhooks.map(({ id }) => engine.as(actor).webhooks.get({ id })))
  return details.reduce((sum, each) => sum + each.pending, 0)
}

class Sink implements AsyncDisposable {
  readonly arrivals: [id: string, at: number][] = []
  readonly urls: readonly string[]
  readonly ca: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, { ports, ca }: { ports: number[]; ca: string }) {
    this.#child = child
    this.urls = ports.map((port) => `https://127.0.0.1:${port}/`)
    this.ca = ca
    child.on('message', (message: { arrivals?: [string, number][] }) => this.arrivals.push(...(message.arrivals ?? [])))
  }

  static async start(endpoints: number): Promise<Sink> {
    const child = fork(fileURLToPath(new URL('./sink.ts', import.meta.url)), [String(endpoints)], { execArgv: ['-C', 'source'] })
    const [ready] = (await once(child, 'message')) as [{ ports: number[]; ca: string }]
    return new Sink(child, ready)
  }

  async received(count: number): Promise<void> {
    while (this.arrivals.length < count) await once(this.#child, 'message')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()

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
