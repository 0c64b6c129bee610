import type { SyncReject, SyncRun } from '../entity.ts'
import type { BatchReading } from '../normalize/reading.ts'
import { targetOf } from '../recognize/report.ts'

/**
 * A reading of rejects that are sent again, in which a record stays rejected while the value that it was rejected for is still
 * unreadable: a column with nothing but such values no longer looks like amounts or dates. To leave it out, ignore it in the mapping.
 */
export function keepUnreadable(reading: BatchReading, rejects: ReadonlyMap<number, SyncReject>, { fields }: SyncRun): BatchReading {
  const unknown = new Set(reading.unknown.map(({ source }) => source))
  const lost = new Set(fields.flatMap(({ source, target }) => (unknown.has(source) ? target.replace('lines.', '') : [])))
  if (lost.size === 0) return reading
  const records = reading.records.map((record) => {
    const before = record.reject ? undefined : rejects.get(record.index)
    if (!before?.field || !unreadable.has(before.code) || !lost.has(targetOf(before.field))) return record
    const { code, field, reason } = before
    return { ...record, reject: { code, field, reason } }
  })
  return { ...reading, records }
}

const unreadable = new Set(['not_a_number', 'not_a_date', 'ambiguous_number', 'ambiguous_date'])
