import type { Counts, Relations } from './relation.ts'
import type { EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { SearchField } from '../search/grammar/field.ts'
import type { RelatedType } from '../search/related.ts'
import type { Searchable } from '../search/grammar/searchable.ts'

/** Rows of a table that are parts of a record. */
export interface Part {
  readonly entity: EntityTable
  /** The field that holds the id of the record. */
  readonly by: string
}

/** What one feature adds to the record type of another: it shows up in reads, conditions, reports and documentation like its own. */
export interface Contribution {
  /** The record type, by its plural. */
  readonly to: string
  /** What `include` shows beside a record. */
  readonly relations?: Relations
  /** Figures that only a whole record has. */
  readonly counts?: Counts
  /** Computed fields that conditions, sorts and reports can name. */
  readonly fields?: Readonly<Record<string, SearchField>>
  /** Loads the labels that the organization gives to values of fields of the record type. */
  readonly labels?: Readonly<Record<string, SearchField['loadLabels']>>
  /** Record types whose fields conditions can name by way of this one. */
  readonly related?: Readonly<Record<string, RelatedType>>
  /** Rows that belong to a record and are deleted for good with it; `by` holds its id. */
  readonly parts?: readonly Part[]
  /** Loads what the fields depend on and no statement knows; `mentioned` is the condition as text. */
  readonly prepare?: Searchable['prepare']
}

/** Declares what a feature adds to a record type of another one, with its types. */
export function contribution<const C extends Contribution>(declaration: C): C {
  return declaration
}
