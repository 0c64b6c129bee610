import type { Besides } from '../../kernel/storage/records/naming.ts'
import type { Related } from './grammar/searchable.ts'

/** Another record type of which a condition can name fields, by its plural; see `Related`. */
export type RelatedType = Omit<Related, 'to'> & { readonly to: string }

/** The record whose id the field `by` holds. */
export const belongsTo = (to: string, by: string): RelatedType => ({ to, by })

/**
 * The records whose field `field`, or a row of `besides`, holds this one's id. Conditions ask for any of them; sorts, groups of reports and
 * runs of workflows mean the one that was changed last, with this status where one is given.
 */
export const latestOf = (to: string, field: string, status?: string, besides?: Besides): RelatedType => ({
  to,
  latest: { field, ...(status !== undefined && { status }), ...(besides && { besides }) },
})
