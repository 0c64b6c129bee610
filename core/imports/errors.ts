import type { RecordReading } from '../ingest/read.ts'
import type { Outcomes } from '../ingest/write/outcome.ts'
import { csvLine } from '../values/csv.ts'
import type { ImportError } from './entity.ts'

/** The rows that could not be taken, in their order. */
export function errorsOf(
  outcomes: Outcomes,
  readings: readonly RecordReading[],
): Pick<ImportError, 'row' | 'code' | 'field' | 'reason' | 'record'>[] {
  return readings.flatMap(({ index, raw }) => {
    const outcome = outcomes.all.get(index)
    if (outcome?.action !== 'reject') return []
    const { code, field, reason } = outcome.problem
    return [
      { row: index + 1, code, field: field ? clean(field).slice(0, 100) : null, reason: clean(reason).slice(0, 1000), record: raw ?? null },
    ]
  })
}

/** A CSV file of the rows that could not be taken: their own columns, then what is wrong with them. */
export function csvOf(errors: readonly ImportError[], columns: readonly string[] | null): string {
  const own = columns ?? [...new Set(errors.flatMap(({ record }) => Object.keys((record as object | null) ?? {})))]
  const lines = errors.map(({ row, reason, record }) => [...own.map((name) => Reflect.get(Object(record), name) as unknown), row, reason])
  return [[...own, 'Row', 'Error'], ...lines].map(csvLine).join('')
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
