import type { Row } from '../../../kernel/storage/schema/codec.ts'
import { equal } from '../../../kernel/storage/schema/equal.ts'
import type { IngestObject } from '../objects.ts'
import type { Target } from '../match/target.ts'

/** What a batch does to one record; `before` and `after` hold the differences, null for a record that it creates. */
export interface RecordChange {
  readonly object: IngestObject
  readonly id: string
  readonly before: Row | null
  readonly after: Row | null
}

const stamps = new Set(['updated_at', 'version'])

/** The difference that a target makes; the lines of a document stand under `lines`. */
export function changeOf(object: IngestObject, { id, before, record }: Target, lines: readonly Row[] | undefined): RecordChange {
  if (before === null) return { object, id, before: null, after: null }
  const names = Object.keys(record).filter((name) => !stamps.has(name) && !equal(before[name] ?? null, record[name] ?? null))
  const pick = (from: Row) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { object, id, before: { ...pick(before), ...(lines && { lines }) }, after: pick(record) }
}
