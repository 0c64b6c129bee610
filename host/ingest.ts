import { readFile as readBytes } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { readFile, recordsOf } from 'rapport-crm'
import type { Args } from './args.ts'
import { batchesOf, type DocumentColumns } from './batches.ts'
import { type Client, openClient } from './client.ts'
import { CommandError } from './explain.ts'
import { type Outcome, printReport, type ReadFields, type Reject, type Warning } from './ingest-report.ts'
import { ProgressBar } from './progress.ts'

interface Run extends ReadFields {
  readonly warnings: number
  readonly warning_samples: readonly Warning[]
}
interface PreviewedRecord {
  readonly index: number
  readonly action: 'create' | 'update' | 'unchanged' | 'reject'
  readonly reason?: string
  readonly part_of?: number
  readonly warnings?: readonly string[]
}
interface Preview extends ReadFields {
  readonly records: readonly PreviewedRecord[]
}
type Source = { readonly provider: string; readonly object: string }

/** `rapport ingest`: returns 0 if all records were accepted, 2 if some were rejected. */
export async function ingest({ positionals, values }: Args): Promise<number> {
  const [file] = positionals
  if (!file || positionals.length > 1) throw new CommandError('Name one file, or - for the standard input')
  const found = await readFile(file === '-' ? await buffer(process.stdin) : await readBytes(file))
  const provider = values['provider'] ?? found.provider
  const object = values['object'] ?? found.object
  if (typeof provider !== 'string' || typeof object !== 'string')
    throw new CommandError('Name the object and the provider of the records: --object invoices --provider custom:erp')
  const records = recordsOf(found.columns, found.rows)
  const client = await openClient(values)
  try {
    const { outcome, understood } = await send(client, records, { provider, object }, values['preview'] === true)
    // JSON that is sent to a host has each key once, so only the file can tell of duplicates.
    const lost = client.remote ? (found.warnings ?? []) : []
    const { warned, warnings } = outcome
    printReport({ ...outcome, warned: warned + lost.length, warnings: [...lost, ...warnings] }, understood, records.length)
    return outcome.rejected.length > 0 ? 2 : 0
  } finally {
    await client.close()
  }
}

/** Sends the records in batches; the first batch determines which columns are reported. */
async function send(
  client: Client,
  records: readonly unknown[],
  source: Source,
  preview: boolean,
): Promise<{ outcome: Outcome; understood: ReadFields | undefined }> {
  const sum = { created: 0, updated: 0, unchanged: 0, rejected: [] as Reject[], warned: 0, warnings: [] as Warning[] }
  const bar = new ProgressBar(records.length)
  let understood: ReadFields | undefined
  let start = 0
  for (const batch of batchesOf(records, await documentColumns(client, source, records))) {
    const { outcome, about } = await (preview ? previewBatch(client, source, batch) : ingestBatch(client, source, batch))
    understood ??= about
    for (const count of ['created', 'updated', 'unchanged', 'warned'] as const) sum[count] += outcome[count]
    for (const { index, reason } of outcome.rejected) sum.rejected.push({ index: start + index, reason })
    for (const { index, warning } of outcome.warnings) sum.warnings.push({ index: start + index, warning })
    start += batch.length
    bar.show(start)
  }
  return { outcome: sum, understood }
}

/** The columns that identify a document, for files that need several batches and have several rows per document. */
async function documentColumns(client: Client, source: Source, records: readonly unknown[]): Promise<DocumentColumns> {
  const [first = []] = batchesOf(records)
  if (first.length === records.length) return []
  const { fields, records: foreseen } = await previewed(client, source, first)
  if (!foreseen.some(({ part_of }) => part_of !== undefined)) return []
  return ['number', 'external_id'].flatMap((key) => fields.filter(({ target }) => target === key).map((field) => field.source))
}

type Sent = { readonly outcome: Outcome; readonly about: ReadFields }

async function ingestBatch(client: Client, source: Source, records: readonly unknown[]): Promise<Sent> {
  const answer = (await client.call('ingestRecords', { ...source, records })) as Omit<Outcome, keyof Warned> & { run_id: string }
  const run = (await client.call('getSyncRun', { id: answer.run_id })) as Run
  return { outcome: { ...answer, warned: run.warnings, warnings: run.warning_samples }, about: run }
}

type Warned = Pick<Outcome, 'warned' | 'warnings'>

async function previewBatch(client: Client, source: Source, batch: readonly unknown[]): Promise<Sent> {
  const about = await previewed(client, source, batch)
  // The rows of one document count as one.
  const whole = about.records.filter(({ part_of }) => part_of === undefined)
  const count = (action: string) => whole.filter((each) => each.action === action).length
  const rejected = whole.flatMap(({ index, action, reason = '' }) => (action === 'reject' ? [{ index, reason }] : []))
  const warnings = whole.flatMap(({ index, warnings = [] }) => warnings.map((warning) => ({ index, warning })))
  const counts = { created: count('create'), updated: count('update'), unchanged: count('unchanged') }
  return { outcome: { ...counts, rejected, warned: warnings.length, warnings }, about }
}

async function previewed(client: Client, source: Source, records: readonly unknown[]): Promise<Preview> {
  return (await client.call('previewIngest', { ...source, records })) as Preview
}
