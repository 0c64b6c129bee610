import type { Nameable, Searchable } from '../../records/search/grammar/searchable.ts'

/** One record type that reports are about. */
export interface Subject {
  readonly of: Searchable
  /** What can be named of its lines, as `lines.sku`; the answer is about lines then. */
  readonly lines?: Nameable
  /** The field by which a period is meant unless another is named. */
  readonly date: string
  /** The time on whose day the rate of exchange counts; today for records that lack it. Documents have a day of issue. */
  readonly rated?: 'closed_at'
}
