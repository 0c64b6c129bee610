import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Args } from './args.ts'
import { type Client, openClient } from './client.ts'
import { Refusal } from './explain.ts'
import { readRecords } from './records.ts'

interface Outcome {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: readonly { readonly index: number; readonly reason: string }[]
}

// The contract's limit for one batch (4.3); and so few characters that no encoding of them fills a body of 32 MiB.
const BATCH_RECORDS = 5_000
const BATCH_CHARACTERS = 8 * 1024 * 1024

/** `rapport ingest`: 0 when all was accepted, 2 when some records were rejected. */
export async function ingest({ positionals, values }: Args): Promise<number> {
  const [file] = positionals
  if (!file || positionals.length > 1) throw new Refusal('Name one file, or - for the standard input')
  const name = file === '-' ? 'The standard input' : file
  const found = readRecords(file === '-' ? await buffer(process.stdin) : await readFile(file), name)
  const provider = values['provider'] ?? found.provider
  const object = values['object'] ?? found.object
  if (!provider || !object) throw new Refusal('Say what the records are: --object invoices --provider custom:erp')
  const client = await openClient(values)
  try {
    const outcome = await send(client, found.records, { provider, object })
    print(outcome, found.records.length)
    return outcome.rejected.length > 0 ? 2 : 0
  } finally {
    await client.close()
  }
}

async function send(client: Client, records: readonly unknown[], source: Record<string, unknown>): Promise<Outcome> {
  const sum = { created: 0, updated: 0, unchanged: 0, rejected: [] as { index: number; reason: string }[] }
  let start = 0
  for (const batch of batches(records)) {
    const { created, updated, unchanged, rejected } = (await client.call('POST /sync/ingest', { ...source, records: batch })) as Outcome
    sum.created += created
    sum.updated += updated
    sum.unchanged += unchanged
    for (const { index, reason } of rejected) sum.rejected.push({ index: start + index, reason })
    start += batch.length
  }
  return sum
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

function print({ created, updated, unchanged, rejected }: Outcome, sent: number): void {
  console.log(`${sent} records: ${created} created, ${updated} updated, ${unchanged} unchanged, ${rejected.length} rejected`)
  for (const { index, reason } of rejected.slice(0, SHOWN)) console.log(`  record ${index}: ${reason}`)
  if (rejected.length > SHOWN) console.log(`  and ${rejected.length - SHOWN} more`)
}
