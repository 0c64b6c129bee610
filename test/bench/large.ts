import pg from 'pg'
import { type Api, Engine } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { actor, Answering } from './growth.ts'
import { anyOf, contactEmail, contactId, creationOf, fillLarge, type Large } from './large-fill.ts'
import { median } from './report.ts'

const FEW = 10_000
const MANY = 10_000_000
const REPETITIONS = 5
const CALLS = 100

interface Opened extends AsyncDisposable {
  readonly engine: Engine<Api>
  readonly api: Api
  readonly large: Large
}

interface Work {
  /** How often it is made in a repetition; a tenth of that before, which does not count. */
  readonly calls?: number
  call(opened: Opened, serial: number): Promise<unknown>
}

const id = ({ large }: Opened, serial: number) => contactId(large, anyOf(large, serial))

const works: Readonly<Record<string, Work>> = {
  create: {
    call: ({ api }, serial) => api.contacts.create({ email: `new${serial}@new.test`, first_name: 'Grace', last_name: `Later ${serial}` }),
  },
  update: { call: (opened, serial) => opened.api.contacts.update({ id: id(opened, serial), title: `Title ${serial}` }) },
  get: { call: (opened, serial) => opened.api.contacts.get({ id: id(opened, serial) }) },
  'look-up by e-mail': { call: ({ api, large }, serial) => api.contacts.list({ email: contactEmail(anyOf(large, serial)) }) },
  'list of 50': { call: ({ api }) => api.contacts.list({ limit: 50 }) },
  'list by last name': { call: ({ api }) => api.contacts.list({ limit: 50, sort: 'last_name' }) },
  'list of an owner': { call: ({ api }, serial) => api.contacts.list({ limit: 50, owner: `user${serial % 25}@bench.test` }) },
  'list of a stage': { call: ({ api }) => api.contacts.list({ limit: 50, lifecycle_stage: 'customer' }) },
  'list of a tag': { call: ({ api }) => api.contacts.list({ limit: 50, tag: 'vip' }) },
  'list by score': { calls: 3, call: ({ api }) => api.contacts.list({ limit: 50, sort: '-lead_score' }) },
  'filter of an owner and a city': {
    calls: 3,
    call: ({ api }, serial) =>
      api.contacts.search({
        filter: {
          and: [
            { field: 'assigned_to', op: 'eq', value: `user${serial % 25}@bench.test` },
            { field: 'city', op: 'eq', value: 'Paris' },
          ],
        },
      }),
  },
  'search of one': { call: ({ api, large }, serial) => api.search.all({ q: `fill${anyOf(large, serial)}`, types: ['contacts'] }) },
  'search of a name': { call: ({ api }) => api.search.all({ q: 'ada arbelcor', types: ['contacts'] }) },
  'search of many': { calls: 10, call: ({ api }) => api.search.all({ q: 'ada', types: ['contacts'] }) },
  history: { call: (opened, serial) => opened.api.contacts.history({ id: id(opened, serial) }) },
  timeline: { call: (opened, serial) => opened.api.contacts.timeline({ id: id(opened, serial) }) },
  'feed, its end': { call: ({ api }) => api.events.list({ limit: 50 }) },
  'feed, after an event': {
    call: ({ api, large }, serial) => api.events.list({ after: String(creationOf(anyOf(large, serial))), limit: 50 }),
  },
  'event to delivery': {
    call: async ({ api, engine }) => {
      await api.tasks.create({ title: 'Call back' })
      await engine.tick()
    },
  },
  'count of a filter': {
    calls: 1,
    call: ({ api }) => api.contacts.search({ filter: { field: 'city', op: 'eq', value: 'Paris' }, count: true, limit: 1 }),
  },
}

/**
 * Prints what each of twenty calls takes at 10,000,000 contacts against 10,000, on PostgreSQL: `npm run bench -- large`, of fewer
 * `npm run bench -- large 1000000`, of some calls with their words behind it. With `LARGE_POSTGRES` (a URL) it fills that database once and
 * leaves it.
 */
export async function large(postgresUrl: string, [many, ...words]: readonly string[]): Promise<void> {
  const url = process.env['LARGE_POSTGRES'] ?? postgresUrl
  const sizes = [await filled(url, FEW), await filled(url, Number(many ?? MANY))]
  const wanted = Object.entries(works).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)))
  const times = new Map(wanted.map(([name]) => [name, sizes.map((): number[] => [])]))
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    await using small = await opened(url, sizes[0] as Large)
    await using big = await opened(url, sizes[1] as Large)
    for (const [name, work] of wanted)
      for (const [at, each] of [small, big].entries()) times.get(name)?.[at]?.push(await medianOf(work, each))
  }
  for (const [name, [small = [], big = []]] of times) {
    const [before, after] = [median(small), median(big)]
    console.log(
      `${name.padEnd(32)}${before.toFixed(2).padStart(9)}${after.toFixed(2).padStart(11)} ms ${(after / before).toFixed(2).padStart(9)}x`,
    )
  }
}

let serial = Date.now() % 1_000_000

async function medianOf({ calls = CALLS, call }: Work, each: Opened): Promise<number> {
  for (let at = 0; at < Math.floor(calls / 10); at += 1) await call(each, (serial += 1))
  const own: number[] = []
  for (let at = 0; at < calls; at += 1) {
    serial += 1
    const started = performance.now()
    await call(each, serial)
    own.push(performance.now() - started)
  }
  return median(own)
}

async function filled(url: string, count: number): Promise<Large> {
  const schema = schemaOf(count)
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema} -c maintenance_work_mem=512MB` })
  await client.connect()
  try {
    const { rows } = await client.query<{ made: string }>(
      `select obj_description(oid, 'pg_namespace') as made from pg_namespace where nspname = $1`,
      [schema],
    )
    if (rows[0]?.made) return { count, start: Number(rows[0].made) }
    await seed(url, { count, start: 0 })
    const made = await fillLarge(client, count, (step) => console.log(new Date().toISOString(), schema, step))
    await client.query(`comment on schema "${schema}" is '${made.start}'`)
    return made
  } finally {
    await client.end()
  }
}

async function seed(url: string, size: Large): Promise<void> {
  await using first = await opened(url, size)
  const { api, engine } = first
  await api.webhooks.create({ url: 'https://receiver.test/hook', events: ['task.created'] })
  const company = await api.companies.create({ name: 'First Works', domain: 'first.test', country: 'DE' })
  const { id: contact } = await api.contacts.create({
    email: 'first@fill.test',
    first_name: 'Ada',
    last_name: 'First',
    company_id: company.id,
  })
  await api.contacts.update({ id: contact, city: 'Paris' })
  await api.tasks.create({ title: 'Call', lead_id: contact })
  await engine.tick()
}

async function opened(url: string, size: Large): Promise<Opened> {
  const engine = await Engine.open({
    storage: postgresql({ url, schema: schemaOf(size.count) }),
    ports: [new Answering({})],
    rateLimit: Infinity,
  })
  return { engine, api: engine.as(actor), large: size, [Symbol.asyncDispose]: () => engine.close() }
}

const schemaOf = (count: number) => `large_${count}`
