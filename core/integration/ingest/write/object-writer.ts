import type { Row } from '../../../kernel/storage/codec.ts'
import type { Records } from '../../../kernel/storage/records.ts'
import type { References } from '../../../kernel/storage/references.ts'
import type { CompanyReference, Draft, Flat, MatchRules, SourceSettings } from '../match/rules.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { OwnRules } from './own-fields.ts'

/** Values besides the first of a key that find a record, too: further addresses, further domains. */
export interface SecondaryKeys {
  /** Column of the first value. */
  readonly key: string
  /** Field that lists them. */
  readonly field: string
  /** Under which the references keep them. */
  readonly provider: string
  of(record: Row): readonly string[]
}

/** How the records of one object are stored; adding an object to ingest is writing one of these. */
export interface ObjectWriter extends MatchRules {
  /** Further addresses or domains that find a record, as its service keeps them. */
  readonly further?: SecondaryKeys
  /** Field that keeps the unknown columns. */
  readonly custom: string
  /** Field of the owner, for records that are created. */
  readonly owner: string
  /** What is read by our own names. */
  readonly own: OwnRules
  /** The writer with what it must know of the organisation, for one batch. */
  bind?(batch: {
    readonly records: Records
    readonly readings: readonly RecordReading[]
    readonly provider: string
    references(object: string): References
  }): Promise<ObjectWriter>
  draft(reading: RecordReading, source: SourceSettings): Draft
  /** True where a company that is named by an unknown id is waited for; else it is made, and named when it comes. */
  readonly awaits?: true
  /** What a record takes from the company that it names; `inferred` only where it has no company yet. */
  link?(reference: CompanyReference, company: Row): { readonly values?: Flat; readonly inferred?: Flat }
  /** What two records of one key come to, where the later one does not simply take the place of the earlier: the steps of a scale. */
  combine?(one: Flat, other: Flat): Flat
  /**
   * Sets what follows from the paths that were given and from the lines; `before` is null for a new record. `said` are the paths that
   * sources have given before; null where none has said anything of the record.
   */
  complete(record: Row, given: ReadonlySet<string>, before: Row | null, lines: readonly Row[], said: ReadonlySet<string> | null): void
  /** A line as it is stored, with what follows from its values. */
  line?(line: Flat, document: Row): Row
}
