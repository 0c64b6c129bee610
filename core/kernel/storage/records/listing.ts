import { type Expression, expressionBuilder, type Kysely, type OrderByModifiersCallbackExpression, sql, type SqlBool } from 'kysely'
import type { Field, Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { EntityTable } from '../schema/entity.ts'
import { fromIds } from './by-ids.ts'
import { fewTagged, type Tagged } from './few-tagged.ts'
import { type Filters, type ListQuery, since } from './filters.ts'
import { behind, type Order, readCursor, writeCursor } from './list-cursor.ts'
import { narrowing } from './place-cursor.ts'
import { dayOf } from '../../values/calendar.ts'
import type { Records } from './records.ts'
import type { Tables } from '../schema/tables.ts'

/** One page of a list, and the cursor of the next one; null on the last page. */
export interface Page<R> {
  readonly items: R[]
  readonly next_cursor: string | null
}

/** By what a list can be filtered and sorted. */
export interface ListOptions {
  readonly filters: Filters
  /** Fields by which the list can be sorted; the first is the default, newest first. */
  readonly sorts: readonly string[]
  /** Sorts by what is no column of its own: custom properties. */
  readonly sortKeys?: Readonly<Record<string, SortKey>>
  /** A further condition, for searches. */
  readonly where?: Expression<SqlBool>
  /** What `where` was made from: a cursor goes on with the same alone. */
  readonly search?: unknown
  /** Ids of the only records that can meet it, where these are few (`few-tagged.ts`). */
  readonly among?: readonly string[]
}

/** What a list is sorted by that is no column: its value in a statement, which is one of JSON, and the field that it is like. */
export interface SortKey {
  readonly field: Field
  readonly sql: Expression<unknown>
}

// The column of a statement that is sorted by what is none.
const SORTED_BY = 'sorted_by'
const PAGING = new Set(['limit', 'cursor', 'sort', 'fields', 'deleted'])
// What changes how records are shown, not which; and `where`, which is what `search` means.
const SHOWN = new Set(['include', 'count', 'where'])

/** One page of the live records, by keyset on (sort, id), so that rows inserted meanwhile neither repeat nor hide others. */
export async function listPage<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  query: ListQuery,
  { filters, sorts, where, sortKeys, among, search }: ListOptions,
): Promise<Page<RecordOf<F>>> {
  const { limit = 50, cursor, sort = `-${sorts[0]}`, deleted } = query
  const codec = records.codec(entity)
  const order = { ...orderOf(records, entity, sort, sortKeys), narrowed: narrowing({ ...conditionsOf(query), search }) }
  const { equal, conditions, tag } = narrowed(records, entity, query, filters)
  for (const each of [where, query.where]) if (each) conditions.push(each)
  const few = among ?? (tag && deleted !== 'only' ? await fewTagged(records, tag) : undefined)
  if (cursor !== undefined) conditions.push(behind(order, readCursor(cursor, order), codec))
  const build = (db: Kysely<Tables>, most: number, ...values: readonly unknown[]) => {
    let select = few ? fromIds(db, entity.table, few).selectAll(entity.table) : db.selectFrom(entity.table).selectAll()
    if (order.isComputed) select = select.select(sql`${order.by}`.as(SORTED_BY))
    if ('deleted_at' in entity.fields) select = select.where('deleted_at', deleted === 'only' ? 'is not' : 'is', null)
    equal.forEach(([name], at) => (select = select.where(name, '=', values[at])))
    for (const condition of conditions) select = select.where(condition)
    return select
      .orderBy(order.by, directed(order))
      .orderBy('id', order.descending ? 'desc' : 'asc')
      .limit(most)
  }
  const values = equal.map(([, value]) => value)
  // The usual lists differ in their values alone.
  const usual = !few && !order.isComputed && conditions.length === 0 && equal.every(([, value]) => value !== null)
  const rows = usual
    ? await records.rows(`list ${order.name} ${deleted ?? ''} ${equal.map(([name]) => name).join()}`, [limit + 1, ...values], build)
    : await build(records.db, limit + 1, ...values).execute()
  const items = rows.slice(0, limit).map((row) => codec.fromRow(row))
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items, next_cursor: null }
  const value = order.isComputed ? rows[limit - 1]?.[SORTED_BY] : last[order.column]
  return { items, next_cursor: writeCursor(order, value ?? (order.gaps ? null : ''), String(last['id'])) }
}

function conditionsOf(query: ListQuery): object {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name === 'deleted' || !(PAGING.has(name) || SHOWN.has(name))))
}

function orderOf(records: Records, entity: EntityTable, sort: string, sortKeys: ListOptions['sortKeys'] = {}): Omit<Order, 'narrowed'> {
  const column = sort.replace('-', '')
  const key = sortKeys[column]
  const field = key?.field ?? entity.fields[column]
  return {
    name: `${entity.table} ${sort}`,
    column,
    field,
    by: sortExpression(field, key?.sql ?? sql.ref(column), records),
    descending: sort.startsWith('-'),
    isComputed: key !== undefined,
    gaps: field !== undefined && field.nullable && field.kind !== 'text',
  }
}

// Null counts as the greatest value, as in the indexes of PostgreSQL: what has no due date comes after all that have one.
function directed({ descending, gaps }: Order): OrderByModifiersCallbackExpression {
  return (order) => {
    if (descending) return gaps ? order.desc().nullsFirst() : order.desc()
    return gaps ? order.asc().nullsLast() : order.asc()
  }
}

/** What the filters of a query mean: columns that have a value, and conditions of any other form. */
function narrowed(records: Records, entity: EntityTable, query: ListQuery, filters: Filters) {
  const { dialect, unit } = records
  const codec = records.codec(entity)
  const known: Filters = { ...filters, ...('updated_at' in entity.fields && { updated_since: since('updated_at') }) }
  const equal: (readonly [column: string, value: unknown])[] = []
  const conditions: Expression<SqlBool>[] = []
  let tag: Tagged | undefined
  for (const [name, value] of Object.entries(query)) {
    const filter = PAGING.has(name) || value === undefined ? undefined : known[name]
    if (filter?.equals !== undefined) {
      const stored = filter.stored ? filter.stored(value, unit.actor) : value
      equal.push([filter.equals, codec.toColumn(filter.equals, stored)])
    } else if (filter) {
      const eb = expressionBuilder<Tables, string>()
      const { actor, now, today = dayOf(now), yearStart = 1 } = unit
      const context = { eb, codec, dialect, actor, now, today, yearStart }
      conditions.push(filter.condition(value, context))
      if (filter.tagOf !== undefined) tag = { object: filter.tagOf, tags: [String(value)] }
    }
  }
  return { equal, conditions, tag }
}

// Texts sort by code point on both databases; an empty one stands for null, so that the keyset has no hole.
function sortExpression(field: Field | undefined, value: Expression<unknown>, { dialect }: Records) {
  if (field?.kind !== 'text') return value
  const text = field.nullable ? sql`coalesce(${value}, '')` : value
  return dialect === 'postgresql' ? sql`${text} collate "C"` : text
}
