import type { CommonFields, EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { LineClass } from '../../../commerce/documents/lines.ts'
import type { IngestObject } from '../objects.ts'
import type { conflictPolicies } from '../entity.ts'
import type { Problem } from '../read/table.ts'

/**
 * Values by path: a field, or a part of one behind the first dot (`billing_address.city`, `custom.Color`). Those that identify records of
 * some object are typed, and those that are looked at by name.
 */
export interface Flat {
  readonly [path: string]: unknown
  readonly name?: string | null | undefined
  readonly country?: string | null | undefined
  readonly primary_email?: string | null | undefined
  readonly title?: unknown
  readonly type?: unknown
  readonly status?: unknown
  readonly completed_at?: unknown
  readonly lead_id?: unknown
  readonly company_id?: unknown
  readonly deal_id?: unknown
}

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
  /** What happens to a value that another record has: the record is rejected, the value is dropped, or both share it. */
  readonly taken: 'reject' | 'drop' | 'share'
}

/** The settings of a source by which its records are drafted and matched. */
export interface SourceSettings {
  readonly provider: string
  readonly region: string | null
  readonly ownerEmail: string | null
  readonly emptyMeansClear: boolean
  /** Who wins where a value was changed here and the source sends another one. */
  readonly conflictPolicy: (typeof conflictPolicies)[number]
  /** By object: the keys that find a record besides its external id; absent means all. */
  readonly matchKeys: Readonly<Partial<Record<IngestObject, readonly string[]>>>
  /** Objects for which the source has a column mapping. */
  readonly mapped: readonly IngestObject[]
  /** Which writes are allowed: creates and updates, creates only, updates only. */
  readonly mode: 'upsert' | 'create' | 'update'
}

/** The rules by which the records of one object are matched. */
export interface MatchRules<F extends CommonFields = CommonFields> {
  readonly object: IngestObject
  readonly entity: EntityTable<F>
  /** In the order in which they are tried, after the external id. */
  readonly keys: readonly NaturalKey[]
  /** Column in which users keep the number that the source calls its external id. */
  readonly idColumn?: string
  /** Column of the folded name, where a record that has nothing else is found by its name (and country). */
  readonly nameColumn?: string
  /** Lines are rows of this class. */
  readonly lines?: LineClass
  /** The value on which two records of one key must agree: the name, the customer. */
  identity(record: Flat): string | null
  /** What is missing in a new record; null where it may be created. */
  lacks?(draft: Draft): Problem | null
}
