import { type Expression, sql } from 'kysely'
import { type CrmError, invalid } from '../../operation/errors.ts'
import type { Field } from '../../operation/schema/fields.ts'
import { suggestion } from '../../operation/nearest.ts'
import type { EntityTable } from '../schema/entity.ts'
import { isKey, sortKeyOf } from '../schema/sort-key.ts'
import type { CursorList } from './place-cursor.ts'
import type { Records } from './records.ts'

/** What a list is sorted by that is no column: its value in a statement, which is one of JSON, and the field that it is like. */
export interface SortKey {
  readonly field: Field
  readonly sql: Expression<unknown>
}

/** By what a list can be sorted. */
export interface Sorting {
  /** Columns by which the list can be sorted; the first is the default, newest first. */
  readonly sorts: readonly string[]
  /** Sorts by what is no column of its own: custom properties, what is computed, fields of related records. */
  readonly sortKeys?: Readonly<Record<string, SortKey>>
}

/** One of the values by which a list is sorted. */
export interface Term {
  readonly column: string
  readonly field: Field | undefined
  /** The value in a statement, ... */
  readonly said: Expression<unknown>
  /** ... and that by which rows stand in an order: of a text one that is never null, by code point. */
  readonly value: Expression<unknown>
  readonly descending: boolean
  /** True of what is no column of its own. */
  readonly isComputed: boolean
  /** True where rows may have no value. */
  readonly gaps: boolean
  /** A text that people put in the order of their language; keys, such as numbers and addresses, stand as they are written. */
  readonly spoken: boolean
  /** The column with the key of a text, where there is one. */
  readonly stored: Expression<unknown> | undefined
}

/** By what a list is sorted: the first value, among equal ones the second, and so on; the id last. */
export interface Order extends CursorList {
  readonly terms: readonly Term[]
}

const MOST_TERMS = 5

/** The names that a sort has, of fields without their direction. */
export function sortedBy(sort: string): string[] {
  return termsOf(sort).map(({ name }) => name)
}

const termsOf = (sort: string) =>
  sort.split(',').map((each) => ({ name: each.trim().replace('-', ''), descending: each.trim().startsWith('-') }))

/**
 * The order that a sort means: `-amount,name`. Throws `invalid_input` at `/sort`: `not_allowed` for what the list is not sorted by, `not_unique`
 * for a field that is named twice, `too_many` for more than five.
 */
export function orderOf(records: Records, entity: EntityTable, sort: string, sorting: Sorting): Omit<Order, 'conditions'> {
  const terms = termsOf(sort)
  if (terms.length > MOST_TERMS) throw invalid('/sort', 'too_many', `At most ${MOST_TERMS} fields are sorted by`)
  const twice = terms.find(({ name }, at) => terms.findIndex((each) => each.name === name) < at)
  if (twice) throw invalid('/sort', 'not_unique', `${twice.name} is named twice`)
  return {
    name: `${entity.table} ${terms.map(({ name, descending }) => `${descending ? '-' : ''}${name}`).join(',')}`,
    terms: terms.map(({ name, descending }) => ({ ...termOf(records, entity, name, sorting), descending })),
  }
}

function termOf({ dialect }: Records, entity: EntityTable, column: string, { sorts, sortKeys = {} }: Sorting): Omit<Term, 'descending'> {
  const key = Object.hasOwn(sortKeys, column) ? sortKeys[column] : undefined
  if (!key && !sorts.includes(column)) throw unsorted(column, sorts)
  const field = key?.field ?? entity.fields[column]
  const said = key?.sql ?? sql.ref(column)
  const isText = field?.kind === 'text'
  const nullable = field?.nullable === true
  const text = nullable ? sql`coalesce(${said}, '')` : said
  return {
    column,
    field,
    said,
    value: isText ? (dialect === 'postgresql' ? sql`${text} collate "C"` : text) : said,
    isComputed: key !== undefined,
    gaps: nullable && !isText,
    spoken: isText && !isKey(entity, column),
    stored: dialect === 'sqlite' && !key && entity.sortKeys?.includes(column) ? sql.ref(sortKeyOf(column)) : undefined,
  }
}

/** Why a list is not sorted by something: `not_allowed` at `/sort`, with what could be named. */
export function unsorted(name: string, sortable: readonly string[]): CrmError {
  const message = name === '' ? 'Name a field to sort by' : `Results are not sorted by ${name}${suggestion(name, sortable)}`
  return invalid('/sort', 'not_allowed', message, sortable)
}
