import type { AnyRecord } from '../../kernel/storage/schema/entity.ts'
import type { Draft } from '../record-type/set-rules.ts'

/** One record that a set is about: known, or new. */
export interface Target {
  readonly id: string
  /** Null for one that is new. */
  readonly before: AnyRecord | null
  /** As it is after the drafts so far; null before the first of a new record. */
  record: AnyRecord | null
  /** By which key it was found first. */
  by: string | null
  /** What the values of the drafts have changed so far. */
  changed: boolean
  readonly drafts: Draft[]
}

/** A record of a set that is written: as it was, null for a new one, and as it is now. */
export type WrittenRecord = Pick<Target, 'id' | 'before'> & { readonly record: AnyRecord }

/** What became of a record of a set. */
export type Status = 'created' | 'updated' | 'unchanged' | 'rejected' | 'not_written'
