import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Besides } from '../../kernel/storage/records/naming.ts'

/** How records stand on the timeline of a record of this type. */
export interface TimelineOf {
  /** The field in which they name it: `lead_id`, `company_id`. */
  readonly by: string
  /** Where records of this type name others by another field than most: deals have their contact in `primary_lead_id`, not in `lead_id`. */
  readonly of?: Readonly<Record<string, string>>
  /** Where they name others besides: deals their other contacts, by `lead_id`, too. */
  readonly besides?: Readonly<Record<string, Besides>>
  /** Its events that timelines leave out, such as changes of fields, which the history shows. */
  readonly hides?: readonly string[]
}

/** How a record stands on the timelines of the records that it names. */
export interface TimelineEntry {
  /** The type of the entry: `task`. */
  readonly type: string
  /** When it happened: a time, or a day, which counts from its beginning in UTC. */
  readonly at: { readonly field: string; readonly isDay?: true }
  /** What happened, in a few words. */
  title(record: Row): unknown
  /** The record as the entry shows it. */
  data(record: Row, now: Date): Row
  /** Events that timelines leave out because this entry says the same. */
  readonly hides?: readonly string[]
}
