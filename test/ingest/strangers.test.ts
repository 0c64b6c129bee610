import { describe, expect, it } from 'vitest'
import { ingestObject } from '../../core/ingest/objects.ts'
import { readBatch } from '../../core/ingest/read.ts'
import { strangers } from './strangers/all.ts'
import type { Stranger } from './strangers/stranger.ts'

interface Tally {
  right: number
  wrong: string[]
  missed: string[]
}

describe('a system that nobody wrote a vocabulary for', () => {
  it.each(['en', 'fr', 'de', 'es'] as const)('is read rightly where it is read, and nearly whole (%s)', (locale) => {
    const tally: Tally = { right: 0, wrong: [], missed: [] }
    for (const stranger of strangers.filter((each) => each.locale === locale)) count(stranger, tally)
    expect(tally.wrong).toEqual([])
    expect(tally.right / (tally.right + tally.missed.length), `missed: ${tally.missed.join('; ')}`).toBeGreaterThanOrEqual(0.97)
  })
})

function count({ title, object, records, expected }: Stranger, tally: Tally): void {
  const { records: read } = readBatch(records, { object: ingestObject(object) ?? 'invoices', vocabularies: [] })
  const values = new Map(read.flatMap((record) => (record.indexes ?? [record.index]).map((index) => [index, record.values])))
  expected.forEach((whole, index) => compare(`${title}, ${object}`, spread(whole), spread(values.get(index) ?? {}), tally))
}

function compare(where: string, expected: ReadonlyMap<string, unknown>, got: ReadonlyMap<string, unknown>, tally: Tally): void {
  for (const [field, value] of expected) {
    const found = got.get(field)
    if (isEither(value) ? value.any.includes(found) : found === value) tally.right++
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
