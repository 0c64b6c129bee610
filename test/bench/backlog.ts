import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Type } from '@sinclair/typebox'
import { sql } from 'kysely'
import { type Actor, type Api, Engine, group, Http, operation, plugin, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { bundled } from '../support/bundle.ts'
import { Codec } from '../../core/kernel/storage/schema/codec.ts'
import { Database } from '../../core/kernel/storage/units/database.ts'
import { EventRecord } from '../../core/kernel/storage/schema/event-record.ts'
import { Claims } from '../../core/integration/webhooks/delivery/claims.ts'
import { WebhookDelivery } from '../../core/integration/webhooks/entity.ts'
import { type Latency, paced } from './paced.ts'
import { Receivers } from './receivers.ts'

export interface BacklogFigures {
  readonly baseline: Latency
  /** Beside the dead endpoints and the backlog. */
  readonly beside: Latency
  /** Milliseconds of one look for work, transaction included: the middle and the longest one. */
  readonly claim: { readonly p50: number; readonly most: number }
  readonly backlog: number
  /** The most connections open at once to endpoints that never answer. */
  readonly silentSockets: number
  /** MB of this process. */
  readonly memory: number
}

export interface BacklogLoad {
  readonly storage: Storage
  readonly healthy?: number
  /** Endpoints that never answer and get every event, besides the one with the backlog. */
  readonly dead?: number
  readonly backlog?: number
  readonly perSecond?: number
  readonly seconds?: number
}

// As `npm start` gives them, and as `rapport serve` sets them.
const hostFlags = ['--max-semi-space-size=12', '--heap-growing-percent=40', '--no-separate-gc-phases']

/** `backlogs` in a process of its own, with the flags of the host, so that its memory is what a host would take. */
export async function backlogsApart(kind: 'sqlite' | 'postgresql', target: string): Promise<BacklogFigures> {
  const child = fork(await bundled(fileURLToPath(import.meta.url)), [kind, target], { execArgv: hostFlags })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The row has ended without figures')))
  const [figures] = (await Promise.race([once(child, 'message'), ended])) as [BacklogFigures]
  return figures
}

/** Healthy endpoints alone, then beside dead ones and one with a long backlog. */
export async function backlogs(load: BacklogLoad): Promise<BacklogFigures> {
  const { storage, healthy = 45, dead = 5, backlog = 100_000, perSecond = 10, seconds = 7 } = load
  await using receivers = await Receivers.start(healthy, dead + 1)
  const http = new Http({ allow: ['127.0.0.1'], ca: receivers.ca })
  const engine = (await Engine.open({ storage, ports: [http], plugins: [fill] })) as unknown as Engine<Api & Filling>
  const times: number[] = []
  const restore = timed(times)
  try {
    const api = engine.as(actor)
    for (const url of receivers.urls.slice(0, healthy)) await api.webhooks.create({ url })
    await engine.start()
    const pace = { count: perSecond * seconds, perSecond, healthy }
    // Settles connections and compiled code.
    await paced(api, receivers, { ...pace, count: perSecond })
    const baseline = await paced(api, receivers, pace)
    for (const url of receivers.urls.slice(healthy)) await api.webhooks.create({ url })
    const { webhooks } = await api.webhooks.list()
    await api.fill.backlog({ webhook_id: webhooks.find(({ url }) => url === receivers.urls.at(-1))?.id ?? '', count: backlog })
    // The first requests to dead endpoints open as many connections as they may: that is not what lasts.
    await paced(api, receivers, { ...pace, count: perSecond * 2 })
    times.length = 0
    const beside = await paced(api, receivers, pace)
    const sorted = times.toSorted((a, b) => a - b)
    const claim = { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 }
    return { baseline, beside, claim, backlog, silentSockets: receivers.mostSilent, memory: process.memoryUsage.rss() / 1e6 }
  } finally {
    restore()
    await engine.close()
  }
}

const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }

type Filling = { readonly fill: { backlog(input: { webhook_id: string; count: number }): Promise<null> } }

// What a month of events to a dead endpoint leaves behind, made in two statements.
const fill = plugin({
  name: 'fill',
  version: '1.0.0',
  operations: {
    fill: group('Fill', {
      backlog: operation({
        id: 'fillBacklog',
        summary: 'Makes deliveries that are due',
        scope: 'read',
        route: 'POST /fill',
        input: Type.Object({ webhook_id: Type.String(), count: Type.Number() }),
        output: Type.Null(),
        uses: { database: Database },
        async handle({ webhook_id, count }, { database }) {
          await copies(database, webhook_id, count)
          return null
        },
      }),
    }),
  },
})

async function copies(database: Database, webhook_id: string, count: number): Promise<void> {
  const tables = database.tables()
  const postgresql = database.dialect === 'postgresql'
  const { rows } = await sql<{ id: number }>`select max(id) as id from ${sql.table(EventRecord.table)}`.execute(tables)
  const last = Number(rows[0]?.id)
  const columns = Object.keys(EventRecord.fields).filter((name) => !['id', 'position'].includes(name))
  const names = sql.join(columns.map((name) => sql.ref(name)))
  // As they were dispatched: none of them waits.
  const values = sql.join(columns.map((name) => sql.ref(name === 'processed_at' ? 'created_at' : name)))
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`
  const events = sql.table(EventRecord.table)
  await sql`insert into ${events} (${names}) ${numbers} select ${values} from ${events}, numbers where id = ${sql.lit(last)}`.execute(
    tables,
  )
  const codec = Codec.of(WebhookDelivery.fields, database.dialect)
  const now = new Date(Date.now() - 60_000)
  const one = {
    user_from: 'bench',
    webhook_id,
    event_type: 'company.created',
    status: 'pending',
    attempt: 0,
    step: 0,
    due_at: now,
    created_at: now,
  }
  const row = codec.toRow(one)
  const uuid = postgresql
    ? sql`gen_random_uuid()`
    : sql`lower(substr(hex(randomblob(16)), 1, 8) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))`
  const given = Object.entries(row)
  await sql`insert into ${sql.table(WebhookDelivery.table)} (id, event_id, ${sql.join(given.map(([name]) => sql.ref(name)))})
    select ${uuid}, id, ${sql.join(given.map(([name, value]) => (postgresql ? sql`${value}::${sql.raw(typeof value === 'number' ? 'integer' : name.endsWith('_at') ? 'timestamptz' : name === 'webhook_id' ? 'uuid' : 'text')}` : sql`${value}`)))}
    from ${sql.table(EventRecord.table)} where id > ${sql.lit(last)}`.execute(tables)
}

function timed(times: number[]): () => void {
  const { take } = Claims.prototype
  Claims.prototype.take = async function (...given) {
    const started = performance.now()
    try {
      return await take.apply(this, given)
    } finally {
      times.push(performance.now() - started)
    }
  }
  return () => (Claims.prototype.take = take)
}

if (import.meta.main) {
  const [kind, target = ''] = process.argv.slice(2)
  const schema = `bench_${randomUUID().replaceAll('-', '')}`
  const figures = await backlogs({ storage: kind === 'sqlite' ? sqlite(target) : postgresql({ url: target, schema }) })
  if (process.send) process.send(figures, () => process.disconnect())
}
