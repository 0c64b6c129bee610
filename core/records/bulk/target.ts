import type { Row } from '../../kernel/storage/codec.ts'
import type { Draft } from '../record-type/set-rules.ts'

/** One record that a set is about: known, or new. */
export interface Target {
  readonly id: string
  /** Null for one that is new. */
  readonly before: Row | null
  /** As it is after the drafts so far; an empty one before the first of a new record. */
  record: Row
  /** By which key it was found first. */
  by: string | null
  /** What the values of the drafts have changed so far. */
  changed: boolean
  readonly drafts: Draft[]
}

/** What became of a record of a set. */
export type Status = 'created' | 'updated' | 'unchanged' | 'rejected' | 'not_written'
