import { blank } from './blank.ts'
import { isoOf } from './iso.ts'
import type { Fields, RecordOf } from './fields.ts'

/** A record as the API, events and tools show it; `today` is the day in its organization, where somebody has asked for it. */
export type Presenter<F extends Fields> = (record: RecordOf<F>, now: Date, today?: string) => Record<string, unknown>

/** Shows every field that is not hidden, times as ISO 8601, then what `compute` derives from the record. */
export function presenter<F extends Fields>(fields: F, compute?: Presenter<F>): Presenter<F> {
  const shown = Object.entries(fields).filter(([, { access }]) => access !== 'hidden')
  const empty = blank(shown.map(([name]) => name))
  return (record, now) => {
    const out = { ...empty }
    for (const [name, { kind }] of shown) {
      const value: unknown = record[name]
      if (value === null || value === undefined) continue
      out[name] = kind === 'timestamp' && value instanceof Date ? isoOf(value) : value
    }
    return compute ? Object.assign(out, compute(record, now)) : out
  }
}
