import type { IngestObject } from '../objects.ts'
import type { LineValues } from '../../../commerce/documents/lines.ts'
import type { RecordOf } from '../../../kernel/operation/schema/fields.ts'
import type { CommonFields } from '../../../kernel/storage/schema/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { References } from '../../../kernel/storage/records/references.ts'
import type { CompanyReference, Draft, Flat, MatchRules, SourceSettings } from '../match/rules.ts'
import type { BatchContext } from '../match/context.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { RecordReading } from '../normalize/reading.ts'
import type { OwnRules } from './own-fields.ts'

/** Secondary values of a key by which a record is found, too: further addresses, further domains. */
export interface SecondaryKeys {
  /** Column of the primary value. */
  readonly key: string
  /** Field that lists them. */
  readonly field: string
  /** Provider under which the references keep them. */
  readonly provider: string
  of(record: Readonly<Record<string, unknown>>): readonly string[]
}

/** A record that a batch has written. */
export interface Written<F extends CommonFields> {
  readonly before: RecordOf<F> | null
  readonly record: RecordOf<F>
}

/** How the records of one object are stored; to add an object to ingest is to write one of these. */
export interface ObjectWriter<F extends CommonFields = CommonFields> extends MatchRules<F> {
  /** Further addresses or domains that find a record, as its service keeps them. */
  readonly further?: SecondaryKeys
  /** Field that keeps the unknown columns. */
  readonly custom: string
  /** Field of the owner, for records that are created. */
  readonly owner: string
  /** The rules for values under our own names. */
  readonly own: OwnRules
  /** The writer for one batch, with the settings of the organization that it needs. */
  bind?(batch: {
    readonly records: Records
    readonly readings: readonly RecordReading[]
    readonly provider: string
    references(object: string): References
    /** The records that an export of ours names by these ids: by the ids here, of what is in this organization, or has come there from this source. */
    exported(object: IngestObject, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>
  }): Promise<ObjectWriter<F>>
  draft(reading: RecordReading, source: SourceSettings): Draft
  /** True where a record waits for a company with an unknown id; otherwise the company is created, and named when it arrives. */
  readonly awaits?: true
  /** The values that a record takes from the company to which it refers; `inferred` only where it has no company yet. */
  link?(reference: CompanyReference, company: MatchedRecord): { readonly values?: Flat; readonly inferred?: Flat }
  /** Combines two records of one key, where the later does not simply replace the earlier: the tiers of a price scale. */
  combine?(one: Flat, other: Flat): Flat
  /**
   * Sets what follows from the given paths and the lines; `before` is null for a new record. `said` are the paths that sources have sent
   * before; null where no source has sent the record.
   */
  complete(
    record: RecordOf<F>,
    given: ReadonlySet<string>,
    before: RecordOf<F> | null,
    lines: readonly LineValues[],
    said: ReadonlySet<string> | null,
  ): void
  /** Writes what follows from the written records; `before` is null for a new one. */
  follow?(context: Pick<BatchContext, 'records' | 'ids'>, written: readonly Written<F>[]): Promise<void>
  /** A line as it is stored, with what follows from its values. */
  line?(line: Flat, document: RecordOf<F>): LineValues
}
