import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import pg from 'pg'
import { type Actor, type Api, Engine, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { addressesIn, options, sent, visitor } from '../outreach/engagement/messages.ts'
import type { TestClock } from '../support/clock.ts'
import type { Measurement, Place, Row } from './report.ts'

type Kind = 'sqlite' | 'postgresql'
type Site = Pick<Api, 'contacts' | 'forms' | 'inboundWebhooks' | 'tracking'>
type Visit = ReturnType<typeof visitor>
type Next = (at: number) => Promise<unknown>

const actor: Actor = { organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) }
const CONCURRENCY = 16
const WARM_MS = 1500
const MEASURED_MS = 4000
const VISITS = 20

interface Work {
  readonly name: string
  readonly must: string
  /** What one step counts for. */
  readonly each?: number
  /** Steps a second at which a second round is offered: as fast as it can, an engine answers each only behind those before it. */
  readonly offered?: number
  readonly prepared: (engine: Engine<Api>, api: Site, visit: Visit) => Promise<Next>
}

const works: readonly Work[] = [
  { name: 'opens and clicks', must: '1000/s, p99 20 ms', offered: 1000, prepared: hits },
  { name: 'visits of web sites in batches of 20', must: '1000/s', each: VISITS, prepared: visits },
  { name: 'form submissions', must: '300/s', prepared: submissions },
  { name: 'inbound requests', must: '1000/s, p99 20 ms', offered: 1000, prepared: inbound },
]

/** What strangers ask of an engine in this process, while its background work runs; the probe commits one row for each. */
export const outreachRows: readonly Measurement[] = works.flatMap((work) => [row(work, 'sqlite'), row(work, 'postgresql')])

function row({ name: what, must, each = 1, offered, prepared }: Work, kind: Kind): Measurement {
  const name = `${what}, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      const engine = (await Engine.open({ storage: storage(kind, place), publicUrl: 'https://crm.example', ...options })) as Engine<Api>
      try {
        const api = engine.as(actor)
        const next = await prepared(engine, api, visitor(engine))
        await engine.start()
        await pressed(next, WARM_MS)
        const probe = await bare(kind, place)
        const other = watched(async () => await api.contacts.list({ limit: 10 }))
        const { rate, p99, cpu } = await pressed(next, MEASURED_MS)
        const delay = await other()
        const steady = offered === undefined ? '' : `; p99 ${(await paced(next, offered)).toFixed(1)} ms at ${offered}/s`
        const note = `p99 ${p99.toFixed(1)} ms${steady}, ${cpu.toFixed(2)} ms of processor, another call meanwhile p99 ${delay.toFixed(1)} ms`
        return { name, probe, ours: rate * each, unit: '/s', must, note }
      } finally {
        await engine.close()
      }
    },
  }
}

async function hits(engine: Engine<Api>, _api: Site, visit: Visit): Promise<Next> {
  // Of the clock only the time is read.
  const clock = { now: () => new Date() } as TestClock
  const html = Array.from({ length: 5 }, (_, at) => `<a href="https://bench.example/${at}">News</a>`).join('')
  const urls: string[] = []
  for (let at = 0; at < 100; at += 1) {
    const { pixel, links } = addressesIn((await sent(engine, clock, { html })).out)
    urls.push(pixel, ...links)
  }
  return async (at) => await expecting(await visit(urls[at % urls.length] ?? '', { ip: addressOf(at) }), [200, 302])
}

function visits(_engine: Engine<Api>, api: Site): Promise<Next> {
  const visit = (at: number, nth: number) => {
    const id = `${at}-${nth}`
    return { visitor_id: `visitor-${at % 500}`, id, at: new Date().toISOString(), url: `https://www.bench.example/${id}` }
  }
  return Promise.resolve((at) => api.tracking.track({ visits: Array.from({ length: VISITS }, (_, nth) => visit(at, nth)) }))
}

async function submissions(_engine: Engine<Api>, api: Site): Promise<Next> {
  const { id } = await api.forms.create({
    name: 'Contact us',
    fields: [
      { name: 'email', type: 'email', required: true, maps_to: 'contact.email' },
      { name: 'name', maps_to: 'contact.name' },
      { name: 'message', type: 'textarea' },
    ],
  })
  return (at) => api.forms.submit({ id, values: { email: `p${at}@bench.example`, name: 'Ann Smith', message: 'Call me' } })
}

async function inbound(_engine: Engine<Api>, api: Site, visit: Visit): Promise<Next> {
  const mapping = { object: 'contacts' as const, fields: { '/user/email': 'email', '/user/name': 'name' } }
  // Each takes 600 requests a minute.
  const paths = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => (await api.inboundWebhooks.create({ name: `Hook ${at}`, mapping })).url),
  )
  return async (at) => {
    const body = JSON.stringify({ user: { email: `p${at % 500}@bench.example`, name: 'Ann Smith' } })
    const headers = { 'content-type': 'application/json' }
    return await expecting(await visit(paths[at % paths.length] ?? '', { method: 'POST', headers, body, ip: addressOf(at) }), [202])
  }
}

async function expecting(answer: Response, statuses: readonly number[]): Promise<void> {
  const text = await answer.text()
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status} ${text.slice(0, 200)}`)
}

const addressOf = (at: number) => `198.51.${Math.floor(at / 250) % 250}.${(at % 250) + 1}`

interface Pressed {
  readonly rate: number
  readonly p99: number
  /** Milliseconds of processor for each step, with all that goes on besides. */
  readonly cpu: number
}

/** Keeps some steps under way. */
async function pressed(next: Next, milliseconds: number): Promise<Pressed> {
  const times: number[] = []
  const [started, before] = [performance.now(), process.cpuUsage()]
  const lane = async () => {
    while (performance.now() - started < milliseconds) {
      const from = performance.now()
      await next((serial += 1))
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  const { user, system } = process.cpuUsage(before)
  const rate = times.length / ((performance.now() - started) / 1000)
  return { rate, p99: at99(times), cpu: (user + system) / 1000 / times.length }
}

/** Starts some steps a second, whether those before have ended or not: milliseconds from the time at which each is due until its answer, p99. */
async function paced(next: Next, perSecond: number): Promise<number> {
  const started = performance.now()
  const from = async (due: number) => {
    await next((serial += 1))
    return performance.now() - due
  }
  const under: Promise<number>[] = []
  // One timer at a time: thousands of them would keep the event loop busy themselves.
  for (let at = 0; at < (perSecond * MEASURED_MS) / 1000; at += 1) {
    const due = started + (at * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await after(early)
    under.push(from(due))
  }
  return at99(await Promise.all(under))
}

let serial = 0

/** Calls something again and again, and answers how long it took at p99 when it is told to end. */
function watched(call: () => Promise<unknown>): () => Promise<number> {
  const times: number[] = []
  const over = new AbortController()
  const running = (async () => {
    while (!over.signal.aborted) {
      const from = performance.now()
      await call()
      times.push(performance.now() - from)
      await after(10)
    }
  })()
  return async () => {
    over.abort()
    await running
    return at99(times)
  }
}

const at99 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0

/** Rows a second that the driver alone commits, each by itself. */
async function bare(kind: Kind, { folder, postgresUrl }: Place): Promise<number> {
  const values = () => [randomUUID(), new Date().toISOString(), 'News '.repeat(20)]
  const insert = 'insert into bare_rows (id, at, body) values'
  const create = 'create table if not exists bare_rows (id text primary key, at text, body text)'
  if (kind === 'sqlite') {
    const db = new BetterSqlite(join(folder, `bare-${randomUUID()}.sqlite`))
    for (const pragma of ['journal_mode = wal', 'synchronous = full']) db.pragma(pragma)
    db.exec(create)
    const statement = db.prepare(`${insert} (?, ?, ?)`)
    const { rate } = await pressed(() => Promise.resolve(statement.run(...values())), WARM_MS)
    db.close()
    return rate
  }
  const pool = new pg.Pool({ connectionString: postgresUrl, max: 10 })
  await pool.query(create)
  const { rate } = await pressed(() => pool.query({ name: 'bare', text: `${insert} ($1, $2, $3)`, values: values() }), WARM_MS)
  await pool.end()
  return rate
}

function storage(kind: Kind, { folder, postgresUrl }: Place): Storage {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
