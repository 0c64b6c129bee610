import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { AnyFields, CommonFields, EntityTable } from '../../kernel/storage/schema/entity.ts'

/** By what a record of the type is found; in this order, and each unique among live records unless `shared`. */
export interface SetKey<F extends Fields = AnyFields> {
  /** As `match_on` and `X-Matched` call it: `email`; `external_id` looks into the external ids. */
  readonly name: string
  /** The field that holds its first value, and under which a clash is named. */
  readonly field: string
  /** Of further values, the provider under which the references keep them. */
  readonly provider?: string
  /** The hidden column by which a second record has the first value, as `SecondaryKey.scope` says. */
  readonly scope?: string
  /** Several live records may have it: a record is found by it, and no clash follows from it. */
  readonly shared?: true
  /** Whether two that share a value are different ones all the same. */
  differ?(known: Partial<RecordOf<F>>, given: Partial<RecordOf<F>>): boolean
  /** The values of the key that a record has; none where it has no such key. */
  of(values: Partial<RecordOf<F>>): readonly string[]
}

/** One record of a set: what was given, and what it came to so far. */
export interface Draft<F extends Fields = AnyFields> {
  /** Position in the records sent, from 0. */
  readonly index: number
  /** What is stored for what was given. */
  values: Partial<RecordOf<F>>
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
  /** What would be accepted, where that can be listed. */
  readonly allowed?: readonly unknown[]
  /** The record that stands in the way. */
  readonly existing_id?: string
}

/** A known record that a set changes: as it was, and as it is now. */
export interface SetChange<F extends Fields = AnyFields> {
  readonly before: RecordOf<F>
  readonly record: RecordOf<F>
}

/** What the preparation of a set writes besides its records. */
export interface SetSideEffects<F extends Fields = AnyFields> {
  /** Called with the records that are written, right before them; never called for a dry run. */
  write(records: readonly RecordOf<F>[]): Promise<void>
}

/**
 * What is particular to a record type when records are written as sets; the same rules as for one record. Its members are methods, so that
 * the rules of one type fit where those of any type are asked for.
 */
export interface SetRules<F extends Fields = AnyFields> {
  /** The stored class of the records. */
  readonly entity: EntityTable<F>
  /** Plural, as in paths and external references. */
  readonly object: string
  /** By what a record is found again, the first match first. */
  readonly keys: readonly SetKey<F>[]
  /** Fields that hold ids of other records, which must be there. */
  readonly links: Readonly<Record<string, EntityTable>>
  /** The field that holds the id of the record to which one belongs, where records of this type form a tree. */
  readonly parent?: string
  /** The names of what the rules read (`NamedLocks`): shared before records are locked. */
  readonly reliesOn?: readonly string[]
  /** Whether the records are written without events, because they are history. */
  readonly quietly?: boolean
  /** The values that are stored for an input; throws for what cannot be stored. */
  normalize(input: Row): Partial<RecordOf<F>> | Promise<Partial<RecordOf<F>>>
  /** Completes values by what other records say; `made` are the drafts of new records, `known` has the records of the others. */
  prepare?(
    drafts: readonly Draft<F>[],
    made: ReadonlySet<Draft<F>>,
    known: ReadonlyMap<Draft<F>, RecordOf<F>>,
  ): Promise<SetSideEffects<F> | undefined>
  /** What these values change in a known record; `matchedBy` is the name of the key that found it. */
  decide?(known: RecordOf<F>, values: Partial<RecordOf<F>>, matchedBy: string | null): Partial<RecordOf<F>>
  /** What else follows where many known records are changed alike: completes the drafts, refuses those that cannot be changed so. */
  follows?(changes: readonly { readonly before: RecordOf<F>; readonly draft: Draft<F> }[]): Promise<SetSideEffects<F>>
  /** A record that is merged into another, with its primary address and number among the secondary ones. */
  asSecondaryValues?(record: RecordOf<F>): Partial<RecordOf<F>>
  /** What a merge makes of these records by rules of the type, beside the values that are chosen; goes before the general rules. */
  merged?(survivor: RecordOf<F>, others: readonly RecordOf<F>[], chosen: Partial<RecordOf<F>>): Promise<Partial<RecordOf<F>>>
  /** The id of the record whose parts, such as its lines, the survivor of a merge has if it has none; without it, they stay with their records. */
  partsFrom?(survivor: RecordOf<F>, others: readonly RecordOf<F>[]): string
  /** What has to follow in the survivor of a merge that is undone, of which some fields were changed since. */
  split?(survivor: RecordOf<F>): Partial<RecordOf<F>>
  /** What changes in a deleted record that is alive again, such as its stage where that is gone. */
  restored?(record: RecordOf<F>): Promise<Partial<RecordOf<F>>>
  /** The stored values that follow from the name of a record, such as the key by which it is compared. */
  derivedFromName?(record: RecordOf<F>): Partial<RecordOf<F>>
  /** Called with the known records that a set or a merge has changed, for what other records copy from them. */
  afterUpdate?(changes: readonly SetChange<F>[]): Promise<void>
}

/** The key by which every record type is found that other systems write. */
export const externalId: SetKey<Pick<CommonFields, 'external_ids'>> = {
  name: 'external_id',
  field: 'external_ids',
  of: ({ external_ids = [] }) => external_ids.map(({ provider, id }) => `${provider}\0${id}`),
}
