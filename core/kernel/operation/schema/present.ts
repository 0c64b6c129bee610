import type { Static } from '@sinclair/typebox'
import { blank } from './blank.ts'
import type { Fields, RecordOf, RecordSchema } from './fields.ts'
import { isoOf } from './iso.ts'

/** A record as the API shows it: every field that is not hidden, times as ISO 8601. */
export type Presented<F extends Fields> = Static<RecordSchema<F>>

/**
 * A record as the API, events and tools show it, with what is computed of it; `today` is the day in its organization, where
 * somebody has asked for it.
 */
export type Presenter<F extends Fields, X extends object = object> = (record: RecordOf<F>, now: Date, today?: string) => Presented<F> & X

/** Shows every field that is not hidden, times as ISO 8601, then what `compute` derives from the record. */
export function presenter<F extends Fields, X extends object = object>(
  fields: F,
  compute?: (record: RecordOf<F>, now: Date) => X,
): Presenter<F, X> {
  const shown = Object.entries(fields).filter(([, { access }]) => access !== 'hidden')
  const empty = blank(shown.map(([name]) => name))
  return (record, now) => {
    const out = { ...empty }
    for (const [name, { kind }] of shown) {
      const value: unknown = record[name]
      if (value === null || value === undefined) continue
      out[name] = kind === 'timestamp' && value instanceof Date ? isoOf(value) : value
    }
    // The loop over the fields has forgotten which value is whose; the type says it again.
    return (compute ? Object.assign(out, compute(record, now)) : out) as Presented<F> & X
  }
}
