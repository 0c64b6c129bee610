import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { Engine, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { type Measurement, median, type Place, type Row } from './report.ts'

const REPETITIONS = 3
const MS = 3000
const actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) } as const

/** One contact and one row of the app in one transaction, one after the other; the probe is the same by the bare driver. */
export const transactionRows: readonly Measurement[] = (['sqlite', 'postgresql'] as const).map((kind) => {
  const name = `transactions of the app, ${kind}`
  return {
    name,
    async measure(place): Promise<Row> {
      const probe = kind === 'sqlite' ? bareSqlite(place) : await barePostgresql(place)
      const table = `bench_${randomUUID().replaceAll('-', '')}`
      const storage: Storage =
        kind === 'sqlite' ? sqlite(join(place.folder, `${table}.sqlite`)) : postgresql({ url: place.postgresUrl, schema: table })
      const engine = await Engine.open({ storage })
      await engine.transaction(async (_crm, { sql }) => await sql`create table app_orders (id text primary key, contact_id text)`)
      const create = async () => void (await engine.as(actor).contacts.create({ email: `${randomUUID()}@example.com` }))
      const both = () =>
        engine.transaction(async (crm, { sql }) => {
          const contact = await crm.as(actor).contacts.create({ email: `${randomUUID()}@example.com` })
          await sql`insert into app_orders (id, contact_id) values (${randomUUID()}, ${contact.id})`
        })
      await rate(both, 2000)
      const [theirs, ours, alone]: number[][] = [[], [], []]
      for (let at = 0; at < REPETITIONS; at += 1) {
        theirs?.push(await rate(probe.both, MS))
        ours?.push(await rate(both, MS))
        alone?.push(await rate(create, MS))
      }
      await engine.close()
      await probe.close()
      const note = `a create alone: ${median(alone ?? []).toFixed(0)}/s`
      return { name, probe: median(theirs ?? []), ours: median(ours ?? []), unit: '/s', note }
    },
  }
})

async function rate(work: () => Promise<void>, ms: number): Promise<number> {
  const started = performance.now()
  let done = 0
  for (; performance.now() - started < ms; done += 1) await work()
  return (done / (performance.now() - started)) * 1000
}

interface Probe {
  both(): Promise<void>
  close(): Promise<void>
}

const tables = [
  'create table probe_people (id text primary key, email text unique)',
  'create table probe_orders (id text primary key, person text)',
]

function bareSqlite({ folder }: Place): Probe {
  const Database = createRequire(createRequire(import.meta.url).resolve('@mikro-orm/sqlite'))('better-sqlite3')
  const db = new Database(join(folder, `${randomUUID()}.sqlite`))
  for (const pragma of ['journal_mode = wal', 'synchronous = full']) db.pragma(pragma)
  for (const each of tables) db.exec(each)
  const person = db.prepare('insert into probe_people values (?, ?)')
  const order = db.prepare('insert into probe_orders values (?, ?)')
  return {
    async both() {
      const id = randomUUID()
      db.exec('begin')
      person.run(id, `${id}@example.com`)
      order.run(randomUUID(), id)
      db.exec('commit')
    },
    close: async () => db.close(),
  }
}

async function barePostgresql({ postgresUrl }: Place): Promise<Probe> {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  await client.query('drop table if exists probe_people, probe_orders')
  for (const each of tables) await client.query(each)
  return {
    async both() {
      const id = randomUUID()
      await client.query('begin')
      await client.query({ name: 'person', text: 'insert into probe_people values ($1, $2)', values: [id, `${id}@example.com`] })
      await client.query({ name: 'order', text: 'insert into probe_orders values ($1, $2)', values: [randomUUID(), id] })
      await client.query('commit')
    },
    close: async () => {
      await client.query('drop table probe_people, probe_orders')
      await client.end()
    },
  }
}
