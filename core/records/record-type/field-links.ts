import { v5 } from 'uuid'
import type { Fields, RecordOf } from '../../kernel/operation/schema/fields.ts'
import type { AnyRecord, EntityTable } from '../../kernel/storage/schema/entity.ts'
import type { Records } from '../../kernel/storage/records/records.ts'

/** One end of a link. */
export interface LinkEnd {
  /** Plural of a record type, as in paths: `credit_notes`. */
  readonly object: string
  readonly id: string
}

/** An existing record as an end of a link, with its values. */
export interface LinkedRecord extends LinkEnd {
  readonly record: AnyRecord
}

/** The record of an end that is of this record type; undefined for one of another type. */
export function recordIn<F extends Fields>(entity: EntityTable<F>, { object, record }: LinkedRecord): RecordOf<F> | undefined {
  // The plural of an end says of which type its record is.
  return object === entity.table ? (record as RecordOf<F>) : undefined
}

/** A link that is stored in a field of a record, as one of the two records sees it. */
export interface FieldLink {
  readonly link: { readonly id: string; readonly created_by: string; readonly created_at: Date }
  /** Where it stands among the links of a record. */
  readonly place: string
  readonly to: LinkEnd
  /** What the other record is to this one. */
  readonly label: string | null
  /** What this record is to the other one. */
  readonly inverse_label: string | null
  /** Plural and field: `companies.parent_company_id`. */
  readonly field: string
}

/** An existing link of a field: the two records, and how to remove it. */
export interface FoundFieldLink {
  readonly ends: readonly [LinkEnd, LinkEnd]
  remove(): Promise<void>
}

/** Reads and writes a field of a record type as links between records, so that a link is stored only once. */
export interface FieldLinkSource {
  /** The links of a record, whichever of the two records has the field. */
  of(record: LinkedRecord): Promise<FieldLink[]>
  /** Writes a link into the field; undefined if the field is not for such a link. Throws `conflict` if the field has another value. */
  write(from: LinkedRecord, to: LinkedRecord, label: string | null, inverse_label: string | null): Promise<FieldLink | undefined>
  /** The link with this id; undefined if the field has no such link, or the caller does not see the record. */
  find(id: string): Promise<FoundFieldLink | undefined>
}

// Part of every id of a link: another namespace would change the ids.
const NAMESPACE = '0d6b1a34-5b5f-5d0b-9a0c-3a5b8f1c7e42'
/** The first digits of the id of a link are those of the record that has the field, but for the version, which marks the id of a link. */
const OWN = 24
const VERSION = 14

/**
 * Id, author, time and place of a link that a field of `holder` stores. The id depends only on the value of the field, so that it is the
 * same on every read. `other` tells the links of one field apart: the id in the field, or '' for a field that holds one id.
 */
export function fieldLinkOf(
  { id, created_by, created_at }: { readonly id: string; readonly created_by: string; readonly created_at: Date },
  field: string,
  other: string,
): Pick<FieldLink, 'link' | 'place' | 'field'> {
  return { link: { id: fieldLinkId(id, field, other), created_by, created_at }, place: placeOf(created_at, id, other), field }
}

/** A UUID of version 8 that begins like the id of the record that has the field, by which `holdersOf` finds the record again. */
export function fieldLinkId(holder: string, field: string, other: string): string {
  return `${holder.slice(0, VERSION)}8${holder.slice(VERSION + 1, OWN)}${v5(`${field}\n${holder}\n${other}`, NAMESPACE).slice(OWN)}`
}

/** The few records whose ids begin like this id of a link, one of which may have the link in its field. */
export async function holdersOf<F extends Fields>(records: Records, entity: EntityTable<F>, id: string): Promise<RecordOf<F>[]> {
  const starts = ['7', '4'].map((version) => `${id.slice(0, VERSION)}${version}${id.slice(VERSION + 1, OWN)}`)
  const found = await records.db
    .selectFrom(entity.table)
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or(starts.map((start) => eb.and([eb('id', '>=', start.padEnd(36, '0')), eb('id', '<=', start.padEnd(36, 'f'))]))))
    .execute()
  return await records.findBy(
    entity,
    'id',
    found.map(({ id }) => id),
  )
}

/**
 * Where a link stands among those of a record: by its time, and at the same time by ids, which rise with time, so that pages neither
 * repeat nor leave out a link, on both databases. Compared as text.
 */
export function placeOf(at: Date, ...ids: readonly string[]): string {
  return [at.toISOString(), ...ids].join(' ')
}
