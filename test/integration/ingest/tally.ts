import { ingestObject } from '../../../core/integration/ingest/objects.ts'
import { readBatch } from '../../../core/integration/ingest/passes.ts'
import type { Stranger } from './strangers/stranger.ts'

/** What was read of strangers' records without any vocabulary, field by field. */
export interface Tally {
  records: number
  /** Records in which nothing is wrong or missed. */
  perfect: number
  right: number
  wrong: string[]
  missed: string[]
}

export const newTally = (): Tally => ({ records: 0, perfect: 0, right: 0, wrong: [], missed: [] })

/** Reads a stranger's batch and counts what came out against what a careful reader takes from it. */
export function tallyOf({ title, object, records, expected }: Stranger, tally: Tally): void {
  const { records: read } = readBatch(records, { object: ingestObject(object) ?? 'invoices', vocabularies: [] })
  const values = new Map(read.flatMap((record) => (record.indexes ?? [record.index]).map((index) => [index, record.values])))
  expected.forEach((whole, index) => {
    const before = tally.wrong.length + tally.missed.length
    compare(`${title}, ${object}`, spread(whole), spread(values.get(index) ?? {}), tally)
    tally.records++
    if (tally.wrong.length + tally.missed.length === before) tally.perfect++
  })
}

function compare(where: string, expected: ReadonlyMap<string, unknown>, got: ReadonlyMap<string, unknown>, tally: Tally): void {
  for (const [field, value] of expected) {
    const found = got.get(field)
    const right = isEither(value) ? value.any.includes(found) : found === value
    if (right) tally.right += found === undefined ? 0 : 1
    else if (found === undefined) tally.missed.push(`${where}: ${field}`)
    else tally.wrong.push(`${where}: ${field} is ${String(found)}`)
  }
  for (const [field, value] of got) if (!expected.has(field)) tally.wrong.push(`${where}: ${field} is ${String(value)}, and there is none`)
}

const isEither = (value: unknown): value is { readonly any: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'any' in value

/** Lines field by field. */
function spread({ lines, ...values }: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const flat = new Map(Object.entries(values))
  if (Array.isArray(lines))
    lines.forEach((line: object, at) => Object.entries(line).forEach(([field, value]) => flat.set(`lines[${at}].${field}`, value)))
  return flat
}
