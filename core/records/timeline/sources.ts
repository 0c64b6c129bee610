import { Hook } from '../../kernel/operation/hook.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { TimelineEntry } from '../record-type/timeline.ts'

/** Rows that are no records of a record type and stand on timelines all the same, such as e-mails. */
export interface TimelineSource extends Omit<TimelineEntry, 'at' | 'hides'> {
  readonly entity: EntityTable
  /** The field that says when it happened; rows without it are left out. */
  readonly at: { readonly field: string }
  /** Fields that `title` and `data` read, with those of `at` and the id. */
  readonly reads: readonly string[]
  /** Fields by which rows are found fast; a timeline of another field finds them by the records that belong to its record. */
  readonly by: readonly string[]
}

/** What else stands on timelines. */
export const timelineSources = new Hook<TimelineSource>('rows on timelines that are no records')
