import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'

/** By what a record of the type is found; in this order, and each unique among live records unless `shared`. */
export interface SetKey {
  /** As `match_on` and `X-Matched` call it: `email`; `external_id` looks into the external ids. */
  readonly name: string
  /** The field that holds its first value, and under which a clash is named. */
  readonly field: string
  /** Of further values, the provider under which the references keep them. */
  readonly provider?: string
  /** Several live records may have it: a record is found by it, and no clash follows from it. */
  readonly shared?: true
  /** Whether two that share a value are different ones all the same. */
  readonly differ?: (known: Row, given: Row) => boolean
  /** The values of the key that a record has; none where it has no such key. */
  of(values: Row): readonly string[]
}

/** One record of a set: what was given, and what it came to so far. */
export interface Draft {
  /** Position in the records sent, from 0. */
  readonly index: number
  /** What is stored for what was given. */
  values: Row
  /** The id of the record, where the caller gave it. */
  readonly id: string | null
  /** Why it cannot be written; null as long as it can. */
  refusal: Refusal | null
}

/** Why a record of a set was rejected. */
export interface Refusal {
  /** For people; `code` for programs. */
  readonly reason: string
  readonly code: string
  /** Where the fault is, with dots for what is inside of a field; null where it is not one field's. */
  readonly field: string | null
  /** The record that stands in the way. */
  readonly existing_id?: string
}

/** What is particular to a record type when records are written as sets; the same rules as for one record. */
export interface SetRules {
  /** The stored class of the records. */
  readonly entity: EntityTable
  /** Plural, as in paths and external references. */
  readonly object: string
  /** By what a record is found again, the first match first. */
  readonly keys: readonly SetKey[]
  /** Fields that hold ids of other records, which must be there. */
  readonly links: Readonly<Record<string, EntityTable>>
  /** What is stored for what was given; throws for what cannot be. */
  normalised(input: Row): Row | Promise<Row>
  /**
   * Completes values by what other records say; `made` are the drafts of new records, `known` has the records of those that there were.
   * What it would write itself it writes when it is called back with the records that are written, for a dry run never is.
   */
  prepare?(
    drafts: readonly Draft[],
    made: ReadonlySet<Draft>,
    known: ReadonlyMap<Draft, Row>,
  ): Promise<((written: readonly Row[]) => Promise<void>) | undefined>
  /** What these values change in a known record, found by the key of this name. */
  follow?(record: Row, values: Row, by: string | null): Row
  /** Of a record that is merged into another: its first address and number as further ones. */
  further?(record: Row): Row
  /** What follows from another name. */
  named?(values: Row): Row
  /** Of a record that names `into` in the place of `from` once these are one, or are apart again: what it says of it besides. */
  along?(entity: EntityTable, record: Row, from: readonly Row[], into: Row): Row
  /** What other records show of those that were changed. */
  wrote?(changes: readonly { readonly before: Row; readonly record: Row }[]): Promise<void>
}

/** The key by which every record type is found that other systems write. */
export const externalId: SetKey = {
  name: 'external_id',
  field: 'external_ids',
  of: ({ external_ids = [] }) =>
    (external_ids as readonly { provider: string; id: string }[]).map(({ provider, id }) => `${provider}\0${id}`),
}
