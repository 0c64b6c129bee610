import type { FieldKinds } from '../fields.ts'
import type { IngestObject } from '../objects.ts'
import type { Column } from '../read/table.ts'
import type { Candidate } from './assign.ts'
import type { FieldMatch } from './recognition.ts'
import type { CompiledPatterns } from './patterns/pattern.ts'
import type { StatedColumns } from './stated-columns.ts'

/** What is recognized at once: the records of an object, or the lines of its documents. */
export type RecognizedScope = IngestObject | 'line'

/** The columns of one scope while their meaning is found; the column passes fill it in. */
export interface ScopeReading {
  readonly scope: RecognizedScope
  readonly columns: readonly Column[]
  /** The fields of the scope, with the kind of value each one holds. */
  readonly kinds: FieldKinds
  readonly stated: StatedColumns
  readonly patterns: CompiledPatterns
  /** What each column may mean; several for one column, and several columns for one field. */
  candidates: readonly Candidate[]
  /** The one column of each field. */
  chosen: readonly Candidate[]
  /** The columns of each field, with those that stand in. */
  matches: readonly FieldMatch[]
}
