import type { EntityTable } from '../../../kernel/storage/entity.ts'
import type { Row } from '../../../kernel/storage/codec.ts'
import type { Records } from '../../../kernel/storage/records.ts'
import type { References } from '../../../kernel/storage/references.ts'
import type { conflictPolicies } from '../entity.ts'
import type { IngestObject } from '../objects.ts'
import type { RecordReading } from '../passes.ts'
import type { Problem } from '../read/table.ts'
import type { OwnRules } from './own-fields.ts'

/** Values by path: a field, or a part of one behind the first dot (`billing_address.city`, `custom.Colour`). */
export type Flat = Readonly<Record<string, unknown>>

/** A company as a record of another object names it. */
export interface CompanyReference {
  readonly external_id?: string
  readonly name?: string
  /** Registrable domain of an e-mail. */
  readonly domain?: string
  /** One word that may be a name or an external id. */
  readonly named?: string
}

/** One record as it is to be stored, before it is matched. */
export interface Draft {
  readonly values: Flat
  readonly company?: CompanyReference
  readonly lines?: readonly Flat[]
  readonly warnings: readonly string[]
  readonly problem: Problem | null
}

/** A key besides the external id by which a record is found. */
export interface NaturalKey {
  readonly column: string
  /** Provider of `external_references` under which further values of the key are kept. */
  readonly secondary?: string
  /** What becomes of a value that another record has: the record is rejected, or it goes without, or both have it. */
  readonly taken: 'reject' | 'drop' | 'share'
}

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

/** What the drafts of a batch may ask of its source. */
export interface SourceSettings {
  readonly provider: string
  readonly region: string | null
  readonly ownerEmail: string | null
  readonly emptyMeansClear: boolean
  /** Who wins where a value was changed here and the source sends another one. */
  readonly conflictPolicy: (typeof conflictPolicies)[number]
  /** By object: the keys that find a record besides its external id; absent means all. */
  readonly matchKeys: Readonly<Partial<Record<IngestObject, readonly string[]>>>
  /** Objects of which the source itself settles what some columns mean. */
  readonly mapped: readonly IngestObject[]
  /** What may become of a record: made or changed, only made, only changed. */
  readonly mode: 'upsert' | 'create' | 'update'
}

/** How the records of one object are stored; adding an object to ingest is writing one of these. */
export interface ObjectWriter {
  readonly object: IngestObject
  readonly entity: EntityTable
  /** In the order in which they are tried, behind the external id. */
  readonly keys: readonly NaturalKey[]
  /** Further addresses or domains that find a record, as its service keeps them. */
  readonly further?: SecondaryKeys
  /** Column in which users keep the number that the source calls its external id. */
  readonly idColumn?: string
  /** Column of the folded name, where a record that has nothing else is found by its name (and country). */
  readonly nameColumn?: string
  /** Field that keeps the unknown columns. */
  readonly custom: string
  /** Field of the owner, for records that are created. */
  readonly owner: string
  /** What is read by our own names. */
  readonly own: OwnRules
  /** Lines are rows of this class. */
  readonly lines?: EntityTable
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
  /** On what two records of one key must agree: the name, the customer. */
  identity(record: Row): string | null
  /** What two records of one key come to, where the later one does not simply take the place of the earlier: the steps of a scale. */
  combine?(one: Flat, other: Flat): Flat
  /** What only a new record must have. */
  lacks?(draft: Draft): Problem | null
  /**
   * Sets what follows from the paths that were given and from the lines; `before` is null for a new record. `said` are the paths that
   * sources have given before; null where none has said anything of the record.
   */
  complete(record: Row, given: ReadonlySet<string>, before: Row | null, lines: readonly Row[], said: ReadonlySet<string> | null): void
  /** A line as it is stored, with what follows from its values. */
  line?(line: Flat, document: Row): Row
}
