import { type Expression, type OrderByModifiersCallbackExpression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type CrmError, invalid } from '../../operation/errors.ts'
import type { Field } from '../../operation/schema/fields.ts'
import { suggestion } from '../../values/nearest.ts'
import type { DialectName } from '../schema/codec.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { CursorList } from './place-cursor.ts'
import type { Records } from './records.ts'
import { textOrder } from './text-order.ts'

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
}

/** By what a list is sorted: the first value, among equal ones the second, and so on; the id last. */
export interface Order extends CursorList {
  readonly terms: readonly Term[]
}

/** One column of an `order by`. */
interface OrderColumn {
  readonly by: Expression<unknown>
  readonly descending: boolean
  readonly gaps: boolean
  /** Its value in the last row of the page before. */
  readonly last: unknown
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
export function orderOf(records: Records, entity: EntityTable, sort: string, sorting: Sorting): Omit<Order, 'narrowed'> {
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
  }
}

/** Why a list is not sorted by something: `not_allowed` at `/sort`, with what could be named. */
export function unsorted(name: string, sortable: readonly string[]): CrmError {
  const message = name === '' ? 'Name a field to sort by' : `Results are not sorted by ${name}${suggestion(name, sortable)}`
  return invalid('/sort', 'not_allowed', message, sortable)
}

// An index has these in the order of their code points.
const isKey = ({ uniques = [] }: EntityTable, column: string) =>
  column !== 'name' && uniques.some((columns) => columns.length === 1 && columns[0] === column)

/**
 * The columns of an `order by`, the id last; `last` are the values of the terms in the row behind which the page begins, and `id` is its id.
 * What people read as the same stands together, whatever its case and accents, until nothing else tells it apart.
 */
function columnsOf({ terms }: Pick<Order, 'terms'>, dialect: DialectName, last: readonly unknown[] = [], id?: string): OrderColumn[] {
  const keys = terms.map(({ said, value, descending, gaps, spoken, isComputed }, at) => {
    if (!spoken) return { by: value, descending, gaps, last: last[at] }
    const text = dialect === 'postgresql' ? sql`${last[at]}::text` : sql`${last[at]}`
    return { by: textOrder(said, dialect, isComputed), descending, gaps: false, last: textOrder(text, dialect, true) }
  })
  const texts = terms.flatMap(({ value, descending, spoken, isComputed }, at) =>
    spoken && !isComputed ? [{ by: value, descending, gaps: false, last: last[at] }] : [],
  )
  return [...keys, ...texts, { by: sql.ref('id'), descending: terms.at(-1)?.descending === true, gaps: false, last: id }]
}

/** The `order by` of a list: the expressions, each with its direction. */
export function ordering(
  order: Pick<Order, 'terms'>,
  dialect: DialectName,
): readonly (readonly [Expression<unknown>, OrderByModifiersCallbackExpression])[] {
  return columnsOf(order, dialect).map((each) => [each.by, directed(each)] as const)
}

// Null counts as the greatest value, as in the indexes of PostgreSQL: what has no due date comes after all that have one.
function directed({ descending, gaps }: OrderColumn): OrderByModifiersCallbackExpression {
  return (order) => {
    if (descending) return gaps ? order.desc().nullsFirst() : order.desc()
    return gaps ? order.asc().nullsLast() : order.asc()
  }
}

/** The condition of the rows that come behind the one with these values, as columns hold them, and this id. */
export function behind(order: Pick<Order, 'terms'>, dialect: DialectName, values: readonly unknown[], id: string): RawBuilder<SqlBool> {
  const columns = columnsOf(order, dialect, values, id)
  const [first] = columns
  const isEven = columns.every(({ descending }) => descending === first?.descending)
  // An index serves a comparison of rows; a null, which counts as the greatest value, is before all where the greatest come first.
  if (isEven && columns.every(({ gaps, descending, last }) => !gaps || (descending && last !== null))) {
    const [row, other] = [columns.map(({ by }) => by), columns.map(({ last }) => sql`${last}`)]
    return sql<SqlBool>`((${sql.join(row)}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(other)}))`
  }
  return stepwise(columns)
}

function stepwise([column, ...rest]: readonly OrderColumn[]): RawBuilder<SqlBool> {
  if (!column) return sql<SqlBool>`(1 = 0)`
  const { by, last } = column
  const same = last === null ? sql<SqlBool>`${by} is null` : sql<SqlBool>`${by} = ${last}`
  return rest.length === 0 ? further(column) : sql<SqlBool>`(${further(column)} or (${same} and ${stepwise(rest)}))`
}

function further({ by, last, descending, gaps }: OrderColumn): RawBuilder<SqlBool> {
  if (last === null) return descending ? sql<SqlBool>`${by} is not null` : sql<SqlBool>`(1 = 0)`
  if (descending) return sql<SqlBool>`${by} < ${last}`
  return gaps ? sql<SqlBool>`(${by} > ${last} or ${by} is null)` : sql<SqlBool>`${by} > ${last}`
}
