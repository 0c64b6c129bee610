import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { type Api, Engine } from 'rapport-crm'
import { bundled } from '../../support/bundle.ts'
import { ada } from './fleet.ts'
import type { Said, Told } from './holder.ts'
import { launch } from './launch.ts'
import { moments } from './round.ts'
import { storageOf } from './storage.ts'

const script = await bundled(fileURLToPath(new URL('./holder.ts', import.meta.url)))
const LANES = 3

/** How a key loses what it may do. */
export const ways = ['revoked', 'expired', 'narrowed', 'deactivated'] as const
export type Way = (typeof ways)[number]

/** Keys that lost what they might do under writers, and what came of it. */
export interface Withdrawals {
  readonly withdrawn: number
  readonly acknowledged: number
  readonly killed: number
  /** Milliseconds from the answer to the end of the last stream of its key, at most. */
  readonly streamsEndedMs: number
  /** Writes that were committed after what took their key away, acknowledged ones that are not there, and withdrawals that failed. */
  readonly faults: readonly string[]
}

/** A process that writes with keys. */
class Holder {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #hear: (said: Said) => void
  #rest = ''

  constructor(place: string, hear: (said: Said) => void) {
    this.#hear = hear
    this.#child = launch(script, [place], ['ignore', 'pipe', 'inherit', 'ipc'])
    this.#ended = once(this.#child, 'close')
    this.#child.stdout?.on('data', (data) => this.#read(String(data)))
  }

  tell(told: Told): void {
    this.#child.send(told)
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }

  // The kill may have cut the last line.
  #read(data: string): void {
    const lines = (this.#rest + data).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#hear(JSON.parse(line) as Said)
  }
}

interface Key {
  readonly id: string
  readonly user_id: string
  readonly key: string
}

/**
 * In each round all processes write with a new key and read its stream, one of them is killed (where there are several), and another one
 * withdraws the key under the others. A database of SQLite has one process, which is killed after each round. The order of commits decides:
 * no write of a key may stand behind its withdrawal.
 */
export async function withdrawals(place: string, orders: { rounds: number; processes: number; seed: number }): Promise<Withdrawals> {
  const { rounds, processes, seed } = orders
  const next = moments(seed, 20)
  const keys = await makeKeys(place, rounds)
  const heard: Said[] = []
  const crew: Holder[] = []
  const faults: string[] = []
  let [killed, streamsEndedMs] = [0, 0]
  const count = (of: (said: Said) => boolean) => heard.filter(of).length
  const until = async (what: string, so: () => boolean, ms = 30_000) => {
    for (const end = performance.now() + ms; !so(); await after(2))
      if (performance.now() > end) return void faults.push(`${what} never happens`)
  }
  const staff = async () => {
    const known = count((said) => 'ready' in said)
    const missing = processes - crew.length
    while (crew.length < processes) crew.push(new Holder(place, (said) => heard.push(said)))
    await until('a start', () => count((said) => 'ready' in said) === known + missing)
  }
  const fall = async (holder: Holder | undefined) => {
    if (holder === undefined) return
    crew.splice(crew.indexOf(holder), 1)
    killed += 1
    await holder.kill()
  }
  try {
    for (const [at, { id, user_id, key }] of keys.entries()) {
      const { answers, ms } = next()
      await staff()
      for (const holder of crew) holder.tell({ write: { id, key, lanes: LANES } })
      await until('a write', () => count((said) => 'contact' in said && said.id === id) >= answers)
      await after(ms)
      if (processes > 1) await fall(crew[answers % processes])
      const way = ways[at % ways.length] as Way
      crew[ms % crew.length]?.tell({ withdraw: { id, user_id, way } })
      await until('a withdrawal', () => count((said) => 'withdrawn' in said && said.withdrawn === id) > 0)
      const answered = performance.now()
      const refused = heard.find((said) => 'withdrawn' in said && said.withdrawn === id && said.error !== undefined)
      if (refused) faults.push(JSON.stringify(refused))
      await until('the end of a stream', () => count((said) => 'ended' in said && said.ended === id) >= crew.length)
      streamsEndedMs = Math.max(streamsEndedMs, Math.round(performance.now() - answered))
      if (processes === 1) await fall(crew[0])
    }
  } finally {
    await Promise.all(crew.map((holder) => holder.kill()))
  }
  const acknowledged = count((said) => 'contact' in said)
  faults.push(...(await judged(place, keys, heard)))
  return { withdrawn: keys.length, acknowledged, killed, streamsEndedMs, faults }
}

async function makeKeys(place: string, count: number): Promise<Key[]> {
  const engine = await Engine.open({ storage: storageOf(place) })
  const api: Api = engine.as(ada)
  try {
    const keys: Key[] = []
    for (let at = 0; at < count; at += 1) {
      const user = await api.users.invite({ email: `holder${at}@acme.test` })
      const made = await api.apiKeys.create({ name: `Key ${at}`, scopes: ['read', 'write', 'mcp'], user_id: user.id })
      keys.push({ id: made.id, user_id: user.id, key: made.key ?? '' })
    }
    return keys
  } finally {
    await engine.close()
  }
}

/** A contact with the key that wrote it, and whether it was committed after what took the key away. */
interface Written {
  readonly id: string
  readonly created_via: string
  readonly late: boolean
}

async function judged(place: string, keys: readonly Key[], heard: readonly Said[]): Promise<string[]> {
  const written = place.startsWith('postgres:') ? await readPostgres(place) : readSqlite(place)
  const there = new Set(written.map(({ id }) => id))
  const lost = heard.flatMap((said) =>
    'contact' in said && !there.has(said.contact) ? [`contact ${said.contact} was acknowledged and is not there`] : [],
  )
  const late = written.filter((each) => each.late).map(({ id, created_via }) => `contact ${id} came after the end of ${created_via}`)
  const more = keys.flatMap(({ id }) => {
    const own = written.filter(({ created_via }) => created_via === `api_key:${id}`).length
    const known = heard.find((said) => 'withdrawn' in said && said.withdrawn === id)
    if (own === 0) return [`key ${id} has written nothing`]
    if (known === undefined || !('written' in known) || known.written === undefined || known.written === own) return []
    return [`key ${id} had written ${known.written} contacts when its withdrawal was answered, and ${own} in the end`]
  })
  return [...lost, ...late, ...more]
}

function readSqlite(file: string): Written[] {
  const database = new Sqlite(file, { readonly: true })
  try {
    const rows = database.prepare('select id, created_via from contacts').all() as Omit<Written, 'late'>[]
    return rows.map((row) => ({ ...row, late: false }))
  } finally {
    database.close()
  }
}

// The server keeps when each transaction was committed, by one clock and in microseconds, if it is started with `track_commit_timestamp`. Nothing
// changes these rows later, so that each tells of its own transaction.
async function readPostgres(url: string): Promise<Written[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Written>(
      `select c.id, c.created_via, pg_xact_commit_timestamp(c.xmin) > least(
         case when u.active then 'infinity' else pg_xact_commit_timestamp(u.xmin) end,
         case when k.version > 1 then pg_xact_commit_timestamp(k.xmin) else 'infinity' end) as late
       from chaos.contacts c join chaos.api_keys k on c.created_via = 'api_key:' || k.id join chaos.users u on u.id = k.user_id`,
    )
    return rows
  } finally {
    await client.end()
  }
}
