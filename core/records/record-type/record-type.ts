import type { Row } from '../../kernel/storage/schema/codec.ts'
import type { Static, TObject } from '@sinclair/typebox'
import type { AnyWatch, Setting } from '../../kernel/storage/schema/changes.ts'
import type { Token } from '../../kernel/operation/operation.ts'
import type { FieldLinkSource } from './field-links.ts'
import type { AboutPerson, PersonFields } from './person.ts'
import type { Counts, Relation, Relations } from './relation.ts'
import type { Changes, Store } from './resource.ts'
import type { AnyEntityClass, AnyFields } from '../../kernel/storage/schema/entity.ts'
import type { RelatedType } from '../search/related.ts'
import type { Searchable } from '../search/grammar/searchable.ts'
import type { SetRules } from './set-rules.ts'
import type { Similarity } from './similarity.ts'
import type { TimelineEntry, TimelineOf } from './timeline.ts'

/** Which operations of a record type are MCP tools; `default` = also in the lean surface. */
export type Tools = Partial<Record<'list' | 'get' | 'create' | 'update' | 'delete' | 'restore' | 'search' | 'timeline', true | 'default'>> &
  Partial<Record<'bulkUpsert' | 'bulkUpdate' | 'history', true>>

/**
 * All that the engine knows of one record type. Only the first part is required; each aspect that is declared switches on what loops over
 * it: search, lists, reports, exports, timelines, merges, tags, duplicates, erasure, tools.
 */
export interface RecordTypeDeclaration {
  /** The stored class, whose table is called `plural`. */
  readonly entity: AnyEntityClass<AnyFields>
  /** In prose: `contact`, `credit note`. */
  readonly singular: string
  /** snake_case, as in paths, list wrappers and the names of tables: `credit_notes`. */
  readonly plural: string
  /** Which changes of its records are events. */
  readonly watch?: AnyWatch
  /** Its general events are told only where the organization asks for them: there are many, of what few follow. */
  readonly eventsOnDemand?: Setting
  /** The record as lists and events show it. */
  readonly record: TObject
  /** Input of create. */
  readonly create: TObject
  /** Input of update: the changes and the id. */
  readonly update: TObject
  /** Query of list: `listSchema`. */
  readonly list: TObject
  /** The service that reads and writes the records. */
  readonly store: Token
  /** A record as lists and events show it. */
  present(record: object, now: Date): Record<string, unknown>
  /** The record as everything but lists and events shows it, where that is more: a document with its lines. */
  readonly whole?: { readonly record: TObject; present(record: object, now: Date): Record<string, unknown> }
  /** What is particular to create and delete, one sentence each. */
  readonly summary: { readonly create: string; readonly delete?: string }
  /** Which of its operations are MCP tools. */
  readonly mcp: Tools
  /** Besides the id, the fields that tell which record it is and how it stands; left out where records are short. */
  readonly concise?: readonly string[]

  /** By what a record is found again, the first match first: `external_id`, `email`. */
  readonly keys?: readonly string[]
  /** What conditions, sorts, reports and full-text search can name of the record itself. */
  readonly search?: Searchable
  /** Other record types whose fields conditions can name by way of this one: `company.tier`. */
  readonly related?: Readonly<Record<string, RelatedType>>
  /** What `include` shows beside a record. */
  readonly relations?: Relations
  /** Figures that only a whole record has. */
  readonly counts?: Counts
  /** How reports read it: the field by which a period is meant, and the time of the rate of exchange. */
  readonly report?: { readonly date: string; readonly rated?: 'closed_at' }
  /** Its lines, for files with a row for each of them. */
  readonly lines?: Relation
  /** `POST /exports` makes files of it. */
  readonly export?: true
  /** There are static and dynamic lists of it. */
  readonly lists?: true
  /** Fields that take their values from a picklist, and the name of that list. */
  readonly picklists?: Readonly<Record<string, string>>
  /** It has a timeline, on which records are that name it in this field. */
  readonly timeline?: TimelineOf
  /** It stands on the timelines of the records that it names. */
  readonly timelineEntry?: TimelineEntry
  /** Several records can become one; `names` are the fields in which other records keep its id. */
  readonly merge?: { readonly names: readonly string[]; readonly list?: { readonly field: string; readonly key: string } }
  /** Its records copy values of records of another type that they name; they follow when those are merged. */
  readonly copies?: Copies
  /** Fields that are read and written as links between records; undefined for record types without such fields. */
  readonly links?: readonly Token<FieldLinkSource>[]
  /** Its records are people, whose data can be exported and erased. */
  readonly person?: PersonFields
  /** Its records are about a person; an erasure clears what was written in them. */
  readonly aboutPerson?: AboutPerson
  /** What records have in common that may be the same, the likeliest first. */
  readonly similarity?: readonly Similarity[]
}

/** What the records of one type copy from records of another type that they name. */
interface Copies {
  /** Plural of the other type. */
  readonly from: string
  /** The copied values of a record that names `now`, and named one of `before` until now. */
  of(record: object, now: object, before: readonly object[]): Row
  /** The values of a record that names none any more. */
  readonly none: Row
}

/** A record type as features declare it; `recordType` makes it. */
export interface RecordType extends RecordTypeDeclaration {
  /** Tells it from other objects. */
  readonly isRecordType: true
}

/** What the store of a record type with sets, merges or bulk changes has besides. */
export interface SetStore {
  /** The rules by which sets of its records are written. */
  readonly sets: SetRules
}

/** The store that the operations of a declaration need. */
export type StoreOf<T extends RecordTypeDeclaration> = Token<
  Store<T extends { present(record: infer R, now: Date): unknown } ? R : never, Static<T['create']>, Changes<T['update']>>
>

/** Declares a record type, once, for everything that the engine does with records. */
export function recordType<const T extends RecordTypeDeclaration>(declaration: T): T & { readonly isRecordType: true } {
  return { ...declaration, isRecordType: true }
}
