import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, Engine, scopes, type Storage } from 'rapport-crm'
import { postgresql } from 'rapport-crm/postgresql'
import { sqlite } from 'rapport-crm/sqlite'
import { type IngestObject, ingestObjects } from '../../core/integration/ingest/objects.ts'
import { readBatch } from '../../core/integration/ingest/passes.ts'
import { plugins } from '../../host/plugins.ts'
import { startPostgres } from '../support/postgres.setup.ts'
import { type Measurement, median, type Place, type Row } from './report.ts'

const COUNT = 5000
const REPETITIONS = 3

/** Milliseconds of one batch, sent fresh and sent again. */
export interface IngestTimes {
  readonly fresh: number
  readonly again: number
}

const companies = Array.from({ length: COUNT }, (_, index) => ({
  customer_number: `C-${index}`,
  name: `Customer ${index} GmbH`,
  website: `www.customer-${index}.de`,
  email: `info@customer-${index}.de`,
  phone: `+49 30 ${1_000_000 + index}`,
  street: `Hauptstrasse ${index}`,
  zip: String(10_000 + index),
  city: 'Berlin',
  country: 'Germany',
  vat_number: `DE${100_000_000 + index}`,
  segment: `S${index % 7}`,
}))

const invoices = Array.from({ length: COUNT }, (_, index) => ({
  id: `inv-${index}`,
  invoice_number: `F-${index}`,
  invoice_date: '2025-03-14',
  due_date: '2025-04-14',
  customer_number: `C-${index}`,
  customer_name: `Customer ${index} GmbH`,
  currency: 'EUR',
  total_excl_tax: 500,
  total_tax: 95,
  total_incl_tax: 595,
  balance: index % 2 ? 595 : 0,
  status: index % 2 ? 'open' : 'paid',
  lines: Array.from({ length: 5 }, (_, line) => ({
    item_code: `SKU-${line}`,
    description: `Article ${line}`,
    quantity: 2,
    unit: 'pcs',
    unit_price: 50,
    tax_rate: 19,
    line_total: 100,
  })),
}))

export const ingestBatches = { companies, invoices }

/** The median of several fresh databases, each of which gets the same batch of 5,000 records twice in one request. */
export async function measureIngest(object: keyof typeof ingestBatches, storage: () => Storage): Promise<IngestTimes> {
  const fresh: number[] = []
  const again: number[] = []
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const engine = await Engine.open({ storage: storage() })
    const api = engine.as({ organization: 'acme', user: 'ada@acme.test', role: 'admin', scopes: new Set(scopes) })
    fresh.push(await send(api, object, { created: COUNT, unchanged: 0 }))
    again.push(await send(api, object, { created: 0, unchanged: COUNT }))
    await engine.close()
  }
  return { fresh: median(fresh), again: median(again) }
}

/**
 * Only reading, with all vocabularies loaded; then the cost of hostile texts, a record of 26 fields of 60 kB.
 */
const reading: readonly Measurement[] = [
  {
    name: 'reading of 5,000 invoices with 5 lines each',
    async measure(): Promise<Row> {
      const times = Array.from({ length: REPETITIONS + 2 }, () => timeOf(structuredClone(ingestBatches.invoices), 'invoices'))
      return { name: this.name, ours: median(times), unit: 'ms', must: '500 ms', note: `first ${times[0]?.toFixed(0)} ms` }
    },
  },
  {
    name: 'reading of one hostile record',
    async measure(): Promise<Row> {
      const times = hostileTexts.flatMap((text) => {
        const record = Object.fromEntries(hostileFields.map((field) => [field, text]))
        return ingestObjects.map((object) => timeOf([record, record, record, record], object) / 4)
      })
      return { name: this.name, ours: Math.max(...times), unit: 'ms', must: '50 ms', note: `median ${median(times).toFixed(1)} ms` }
    },
  },
]

const hostileTexts = ['1', '1.', ' ', '1 ', '<', '&', 'a@', "['", '-', '(1', 'é', '+33 '].map((part) => part.repeat(60_000 / part.length))
const hostileFields = ['name', 'email', 'phone', 'street', 'zip', 'country', 'currency', 'website', 'vat_number', 'date', 'due_date', 'total', 'tax', 'amount_due', 'number', 'status', 'sku', 'price', 'stock', 'description', 'discount', 'lines', 'address', 'unit', 'category', 'barcode'] // prettier-ignore
const vocabularies = plugins.flatMap((plugin) => plugin.vocabularies ?? [])

function timeOf(records: readonly unknown[], object: IngestObject): number {
  const started = performance.now()
  readBatch(records, { object, vocabularies })
  return performance.now() - started
}

/** The rows of the report; `again` is the same batch a second time. */
export const ingestRows: readonly Measurement[] = [
  ...reading,
  row('companies', 'postgresql', '1500 / 500 ms'),
  row('companies', 'sqlite', '1500 / 500 ms'),
  row('invoices', 'postgresql', '5000 ms'),
  row('invoices', 'sqlite', '5000 ms'),
]

function row(object: keyof typeof ingestBatches, database: 'sqlite' | 'postgresql', must: string): Measurement {
  const name = `ingest of 5,000 ${object}, ${database}`
  return {
    name,
    async measure(place): Promise<Row> {
      const { fresh, again } = await measureIngest(object, storageIn(database, place))
      return { name, ours: fresh, unit: 'ms', must, note: `again ${again.toFixed(0)} ms` }
    },
  }
}

function storageIn(database: 'sqlite' | 'postgresql', { folder, postgresUrl: url }: Place): () => Storage {
  if (database === 'sqlite') return () => sqlite(join(folder, `${randomUUID()}.sqlite`))
  return () => postgresql({ url, schema: `bench_${randomUUID().replaceAll('-', '')}` })
}

async function send(api: Api, object: keyof typeof ingestBatches, expected: { created: number; unchanged: number }): Promise<number> {
  // A body is parsed anew for each request, so nothing of the last one is known to the engine.
  const records = structuredClone(ingestBatches[object]) as unknown[]
  const started = performance.now()
  const { created, unchanged } = await api.sync.ingest({ provider: 'custom:bench', object, records })
  const spent = performance.now() - started
  if (created !== expected.created || unchanged !== expected.unchanged) throw new Error(`${created} created, ${unchanged} unchanged`)
  return spent
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-ingest-'))
  const postgres = await startPostgres(['-c', 'shared_buffers=256MB'])
  try {
    for (const each of ingestRows) {
      const { name, ours, note } = await each.measure({ folder, postgresUrl: postgres.url })
      process.stdout.write(`${name}: fresh ${ours.toFixed(0)} ms, ${note}\n`)
    }
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
