import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import pg from 'pg'
import { Pool } from 'undici'
import { Receivers } from './receivers.ts'

const BATCH = 64
const body = JSON.stringify({
  id: 'evt_1',
  type: 'company.created',
  entity: { type: 'company', id: 'x' },
  data: { record: 'x'.repeat(900) },
})

/** Deliveries per second of the least that can be called the same work: sign, post, and store a row of each, a batch at a time. */
export async function deliveryProbe(kind: 'sqlite' | 'postgresql', target: string, count = 6000): Promise<number> {
  await using receivers = await Receivers.start(3)
  const pools = receivers.urls.map((url) => new Pool(url, { connections: 16, pipelining: 1, connect: { ca: receivers.ca } }))
  const log = kind === 'sqlite' ? sqliteLog(target) : await postgresLog(target)
  let sent = 0
  const client = async (pool: Pool) => {
    while (sent < count) {
      sent += 1
      const signature = createHmac('sha256', 'secret').update(`1767225600.${body}`).digest('hex')
      const answer = await pool.request({ method: 'POST', path: '/', body, headers: { 'x-service-signature': `sha256=${signature}` } })
      await answer.body.dump()
      await log.add(answer.statusCode)
    }
  }
  const clients = () => Promise.all(pools.flatMap((pool) => Array.from({ length: 16 }, () => client(pool))))
  // Opens the connections.
  await Promise.all(pools.map((pool) => pool.request({ method: 'POST', path: '/', body }).then((answer) => answer.body.dump())))
  const started = performance.now()
  await clients()
  await log.close()
  const rate = count / ((performance.now() - started) / 1000)
  await Promise.all(pools.map((pool) => pool.close()))
  return rate
}

interface Log {
  add(status: number): Promise<void> | void
  close(): Promise<void> | void
}

function sqliteLog(file: string): Log {
  const Database = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/sqlite'))('better-sqlite3')
  const db = new Database(file)
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) db.pragma(pragma)
  db.exec('create table if not exists probe_log (id integer primary key, status integer, at integer)')
  const insert = db.prepare('insert into probe_log (status, at) values (?, ?)')
  const rows: number[] = []
  const write = db.transaction(() => {
    for (const status of rows.splice(0)) insert.run(status, Date.now())
  })
  return { add: (status) => void (rows.push(status) >= BATCH && write()), close: () => (write(), db.close()) }
}

async function postgresLog(connectionString: string): Promise<Log> {
  const pool = new pg.Pool({ connectionString, max: 4 })
  await pool.query('create table if not exists probe_log (id bigserial primary key, status integer, at timestamptz)')
  const rows: number[] = []
  const text = 'insert into probe_log (status, at) select status, now() from unnest($1::integer[]) as status'
  const write = async () => void (await pool.query({ name: 'log', text, values: [rows.splice(0)] }))
  return {
    add: (status) => (rows.push(status) >= BATCH ? write() : undefined),
    close: async () => (await write(), await pool.end()),
  }
}
