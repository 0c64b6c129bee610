import { readFile as readBytes } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readFile, recordsOf } from 'rapport-crm'
import type { Args } from './args.ts'
import { type Client, openClient } from './client.ts'
import { Refusal } from './explain.ts'
import { ProgressBar } from './progress.ts'
import { tableOf } from './table.ts'

interface Reject {
  readonly index: number
  readonly reason: string
}
interface Understood {
  readonly fields: readonly { source: string; target: string; via: string; confidence: number; samples: readonly string[] }[]
  readonly unknown: readonly { source: string; samples: readonly string[] }[]
}
interface Outcome {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: readonly Reject[]
}
interface Preview extends Understood {
  readonly records: readonly { index: number; action: 'create' | 'update' | 'unchanged' | 'reject'; reason?: string }[]
}
type Source = { readonly provider: string; readonly object: string }

// The contract's limit for one batch (4.3); and so few characters that no encoding of them fills a body of 32 MiB.
const BATCH_RECORDS = 5_000
const BATCH_CHARACTERS = 8 * 1024 * 1024

/** `rapport ingest`: 0 when all was accepted, 2 when some records were rejected. */
export async function ingest({ positionals, values }: Args): Promise<number> {
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Refusal('Name one file, or - for the standard input')
  const found = await readFile(file === '-' ? await buffer(process.stdin) : await readBytes(file))
  const provider = values['provider'] ?? found.provider
  const object = values['object'] ?? found.object
  if (typeof provider !== 'string' || typeof object !== 'string')
    throw new Refusal('Say what the records are: --object invoices --provider custom:erp')
  const records = recordsOf(found.columns, found.rows)
  const client = await openClient(values)
  try {
    const source = { provider, object }
    const { outcome, understood } = await send(client, records, source, values['preview'] === true)
    print(outcome, understood, records.length)
    return outcome.rejected.length > 0 ? 2 : 0
  } finally {
    await client.close()
  }
}

/** Sends the records in batches; the columns are told as the first batch was understood. */
async function send(
  client: Client,
  records: readonly unknown[],
  source: Source,
  preview: boolean,
): Promise<{ outcome: Outcome; understood: Understood | undefined }> {
  const sum = { created: 0, updated: 0, unchanged: 0, rejected: [] as Reject[] }
  const bar = new ProgressBar(records.length)
  let understood: Understood | undefined
  let start = 0
  for (const batch of batches(records)) {
    const { outcome, about } = await (preview ? tried(client, source, batch) : taken(client, source, batch, understood === undefined))
    understood ??= about
    sum.created += outcome.created
    sum.updated += outcome.updated
    sum.unchanged += outcome.unchanged
    for (const { index, reason } of outcome.rejected) sum.rejected.push({ index: start + index, reason })
    start += batch.length
    bar.show(start)
  }
  return { outcome: sum, understood }
}

type Sent = { readonly outcome: Outcome; readonly about?: Understood }

async function taken(client: Client, source: Source, records: readonly unknown[], ask: boolean): Promise<Sent> {
  const { run_id: id, ...outcome } = (await client.call('POST /sync/ingest', { ...source, records })) as Outcome & { run_id: string }
  return ask ? { outcome, about: (await client.call('GET /sync/runs/{id}', { id })) as Understood } : { outcome }
}

async function tried(client: Client, source: Source, batch: readonly unknown[]): Promise<Sent> {
  const about = (await client.call('POST /sync/preview', { ...source, records: batch })) as Preview
  const count = (action: string) => about.records.filter((each) => each.action === action).length
  const rejected = about.records.flatMap(({ index, action, reason = '' }) => (action === 'reject' ? [{ index, reason }] : []))
  return { outcome: { created: count('create'), updated: count('update'), unchanged: count('unchanged'), rejected }, about }
}

// An empty file makes one empty batch, so that a wrong object or provider is still refused.
function* batches(records: readonly unknown[]): Generator<unknown[]> {
  let batch: unknown[] = []
  let length = 0
  for (const record of records) {
    const size = JSON.stringify(record).length
    if (batch.length === BATCH_RECORDS || (batch.length > 0 && length + size > BATCH_CHARACTERS)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(record)
    length += size
  }
  yield batch
}

// A batch in which everything is wrong would bury the counts.
const SHOWN = 50

function print({ created, updated, unchanged, rejected }: Outcome, understood: Understood | undefined, sent: number): void {
  console.log(`${sent} records: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`)
  for (const { index, reason } of rejected.slice(0, SHOWN)) console.log(`  record ${index}: ${reason}`)
  if (rejected.length > SHOWN) console.log(`  and ${rejected.length - SHOWN} more`)
  const { fields = [], unknown = [] } = understood ?? {}
  const known = fields.map(({ source, target, via, confidence, samples }) => [
    source,
    target,
    `${Math.round(confidence * 100)} %`,
    via,
    samples.join(' | '),
  ])
  const custom = unknown.map(({ source, samples }) => [source, '(custom field)', '', '', samples.join(' | ')])
  if (known.length + custom.length === 0) return
  console.log('')
  for (const line of tableOf(['column', 'field', 'sure', 'because', 'samples'], [...known, ...custom])) console.log(line)
}
