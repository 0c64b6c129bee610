import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { type Kysely, sql } from 'kysely'
import { type Actor, type Api, Engine, group, Http, operation, plugin, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { Contact } from '../../core/crm/contacts/entity.ts'
import { Database } from '../../core/kernel/storage/units/database.ts'
import { EventRecord } from '../../core/kernel/storage/schema/event-record.ts'
import { TextEntry } from '../../core/kernel/storage/schema/text-entry.ts'
import { WebhookDelivery } from '../../core/integration/webhooks/entity.ts'
import { type Measurement, median, type Place, type Row } from './report.ts'

const FEW = 10_000
const MANY = 1_000_000
// Ids of the events that are filled in begin behind those that the engine has made.
const FIRST_EVENT = 100
// A connection's process keeps the core that it was given, and from another core than the caller's a look-up takes up to 1.7 times as long.
// Each repetition has connections of its own, and as many calls before those that count.
const REPETITIONS = 11
const CALLS = 100
const WARMING = 100

type Tables = Kysely<Record<string, Record<string, unknown>>>
type Filling = { readonly fill: { contacts(input: { count: number }): Promise<null> } }

interface Filled {
  readonly storage: Storage
  readonly count: number
}

interface Opened extends AsyncDisposable {
  readonly engine: Engine<Api & Filling>
  readonly api: Api & Filling
  readonly count: number
}

/** What a call costs at 1,000,000 contacts, with their events and deliveries, against 10,000: one row for each kind of call. */
export const growthRows: readonly Measurement[] = (['sqlite', 'postgresql'] as const).map((kind) => ({
  name: `growth, ${kind}`,
  async measure(place): Promise<Row> {
    const few = await filled(storage(kind, place), FEW)
    const many = await filled(storage(kind, place), MANY)
    const figures: string[] = []
    let worst = 0
    for (const [name, work] of Object.entries(works)) {
      const [small, large] = await timed(work, few, many)
      worst = Math.max(worst, large / small)
      figures.push(`${name} ${small.toFixed(2)} -> ${large.toFixed(2)} ms (${(large / small).toFixed(2)}x)`)
    }
    return { name: `growth, ${kind}: the worst of ${figures.length}`, ours: worst, unit: 'x', must: '1.3x', note: figures.join(', ') }
  },
}))

let serial = 0
const anyone = (count: number) => 1 + ((serial += 7919) % count)

const works: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  create: ({ api }) => api.contacts.create({ email: `new${(serial += 1)}@new.test`, first_name: 'Grace', last_name: `Later ${serial}` }),
  'list of 50': ({ api }) => api.contacts.list({ limit: 50 }),
  'look-up': ({ api, count }) => api.contacts.list({ email: `fill${anyone(count)}@fill.test` }),
  'search of one': ({ api, count }) => api.search.all({ q: `number ${anyone(count)}`, types: ['contacts'] }),
  'search of all': ({ api }) => api.search.all({ q: 'ada', types: ['contacts'] }),
  // One new event among all that were delivered before: found, fanned out, claimed, sent and noted.
  'event to delivery': async ({ api, engine }) => {
    await api.tasks.create({ title: 'Call back' })
    await engine.tick()
  },
}

async function timed(work: (opened: Opened) => Promise<unknown>, few: Filled, many: Filled): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []]
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1)
    for (const [at, each] of [few, many].entries()) {
      await using engine = await opened(each)
      for (let call = 0; call < WARMING; call += 1) await work(engine)
      const own: number[] = []
      for (let call = 0; call < CALLS; call += 1) {
        const started = performance.now()
        await work(engine)
        own.push(performance.now() - started)
      }
      times[at]?.push(median(own))
    }
  return [median(times[0]), median(times[1])]
}

export const actor: Actor = { organization: 'bench', user: 'ada@bench.test', role: 'admin', scopes: new Set(scopes) }

/** Answers every request at once, without a network. */
export class Answering extends Http {
  override async send(): ReturnType<Http['send']> {
    return { status: 200, error: null, terminal: false, response: '', durationMs: 0, retryAfter: null }
  }
}

async function filled(storage: Storage, count: number): Promise<Filled> {
  await using first = await opened({ storage, count })
  const { api, engine } = first
  await api.contacts.create({ email: 'first@fill.test', first_name: 'Ada', last_name: 'First' })
  await api.webhooks.create({ url: 'https://receiver.test/hook', events: ['task.created'] })
  await api.tasks.create({ title: 'Call' })
  await engine.tick()
  await api.fill.contacts({ count })
  return { storage, count }
}

async function opened({ storage, count }: Filled): Promise<Opened> {
  const engine = (await Engine.open({ storage, ports: [new Answering({})], plugins: [fill] })) as unknown as Engine<Api & Filling>
  return { engine, api: engine.as(actor), count, [Symbol.asyncDispose]: () => engine.close() }
}

const fill = plugin({
  name: 'fill',
  version: '1.0.0',
  operations: {
    fill: group('Fill', {
      contacts: operation({
        id: 'fillContacts',
        summary: 'Makes contacts with events and deliveries that have happened',
        scope: 'read',
        route: 'POST /fill',
        input: Type.Object({ count: Type.Number() }),
        output: Type.Null(),
        uses: { database: Database },
        async handle({ count }, { database }) {
          await copies(database, count)
          return null
        },
      }),
    }),
  },
})

async function copies(database: Database, count: number): Promise<void> {
  const tables = database.tables()
  const postgresql = database.dialect === 'postgresql'
  const uuid = postgresql
    ? sql`gen_random_uuid()`
    : sql`lower(substr(hex(randomblob(16)), 1, 8) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))`
  const many = sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}) select n from numbers) as numbers`
  const name = sql`'Number ' || n`
  await copy(tables, Contact, many, sql`primary_email = 'first@fill.test'`, {
    id: uuid,
    primary_email: sql`'fill' || n || '@fill.test'`,
    last_name: name,
    name: sql`'Ada ' || ${name}`,
  })
  const entries = sql.table(TextEntry.table)
  await sql`insert into ${entries} (user_from, object, record_id, scope, title, body)
    select c.user_from, e.object, c.id, e.scope, lower(c.name), e.body from ${sql.table(Contact.table)} c, ${entries} e
    where e.title = 'ada first' and c.last_name like 'Number %'`.execute(tables)
  await copy(
    tables,
    EventRecord,
    many,
    sql`type = 'contact.created'`,
    { id: sql`n + ${sql.lit(FIRST_EVENT)}`, body: sql`'"data":{}}'`, payload: sql`'{}'`, processed_at: sql`created_at` },
    ['position'],
  )
  if (postgresql) await sql`select setval(events_numbers(${actor.organization}), ${sql.lit(count + FIRST_EVENT)})`.execute(tables)
  await copy(tables, WebhookDelivery, many, sql`status <> 'pending'`, { id: uuid, event_id: sql`n + ${sql.lit(FIRST_EVENT)}` })
  // What filling leaves to be written would be written beside the calls.
  for (const each of postgresql ? ['vacuum analyze', 'checkpoint'] : ['analyze']) await sql.raw(each).execute(tables)
}

async function copy(
  tables: Tables,
  { table, fields }: { readonly table: string; readonly fields: object },
  many: ReturnType<typeof sql>,
  where: ReturnType<typeof sql>,
  values: Readonly<Record<string, unknown>>,
  left: readonly string[] = [],
): Promise<void> {
  const columns = Object.keys(fields).filter((each) => !left.includes(each))
  const names = sql.join(columns.map((each) => sql.ref(each)))
  const given = sql.join(columns.map((each) => values[each] ?? sql.ref(each)))
  await sql`insert into ${sql.table(table)} (${names}) select ${given} from (select * from ${sql.table(table)} where ${where} limit 1) as one, ${many}`.execute(
    tables,
  )
}

function storage(kind: 'sqlite' | 'postgresql', { folder, postgresUrl }: Place): Storage {
  const name = `growth_${randomUUID().replaceAll('-', '')}`
  return kind === 'sqlite' ? sqlite(join(folder, `${name}.sqlite`)) : postgresql({ url: postgresUrl, schema: name })
}
