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
  /** Money and keys alone, of which a wrong value does the most harm. */
  exact: { right: number; wrong: number }
}

export const newTally = (): Tally => ({ records: 0, perfect: 0, right: 0, wrong: [], missed: [], exact: { right: 0, wrong: 0 } })

/** The share of what was read that is right. */
export const precisionOf = ({ right, wrong }: Tally): number => right / (right + wrong.length)

/** The share of what a careful reader takes that was read rightly. */
export const recallOf = ({ right, wrong, missed }: Tally): number => right / (right + wrong.length + missed.length)

/** How many of 1,000 values of money and keys are wrong. */
export const exactWrongOf = ({ exact: { right, wrong } }: Tally): number => (1000 * wrong) / (right + wrong)

const exact = /(^|\.)(number|external_id|customer_external_id|sku|barcode|price|amount|total_\w+|amount_due|quantity|unit_price)$/

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
    if (right && found !== undefined) countRight(field, tally)
    else if (!right && found === undefined) tally.missed.push(`${where}: ${field}`)
    else if (!right) countWrong(`${where}: ${field} is ${String(found)}`, field, tally)
  }
  for (const [field, value] of got)
    if (!expected.has(field)) countWrong(`${where}: ${field} is ${String(value)}, and there is none`, field, tally)
}

function countRight(field: string, tally: Tally): void {
  tally.right++
  if (exact.test(field)) tally.exact.right++
}

function countWrong(what: string, field: string, tally: Tally): void {
  tally.wrong.push(what)
  if (exact.test(field)) tally.exact.wrong++
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
