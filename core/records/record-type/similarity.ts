import type { Expression } from 'kysely'
import type { Source } from '../search/grammar/field.ts'

/** Why records may be the same one: they share what `value` says, which is null where nothing can be shared. */
export interface Similarity {
  /** As answered: `phone`, `vat_number`. */
  readonly reason: string
  /** How likely they are the same, from 0 to 1. */
  readonly score: number
  /** The expression that records are grouped by. */
  value(source: Source): Expression<unknown>
}
