import { type Expression, expressionBuilder, type Kysely, sql, type SqlBool } from 'kysely'
import type { Fields, RecordOf } from '../../operation/schema/fields.ts'
import type { EntityTable } from '../schema/entity.ts'
import { fromIds } from './by-ids.ts'
import { fewTagged, type Tagged } from './few-tagged.ts'
import { type Filters, type ListQuery, since } from './filters.ts'
import { readCursor, storedValues, writeCursor } from './list-cursor.ts'
import { behind, ordering } from './keyset.ts'
import { type Order, orderOf, type Sorting } from './list-order.ts'
import { dayOf } from '../../values/calendar.ts'
import type { Records } from './records.ts'
import type { Tables } from '../schema/tables.ts'

/** One page of a list, and the cursor of the next one; null on the last page. */
export interface Page<R> {
  readonly items: R[]
  readonly next_cursor: string | null
}

/** By what a list can be filtered and sorted. */
export interface ListOptions extends Sorting {
  readonly filters: Filters
  /** A further condition, for searches. */
  readonly where?: Expression<SqlBool>
  /** What `where` was made from: a cursor goes on with the same alone. */
  readonly search?: unknown
  /** Ids of the only records that can meet it, where these are few (`few-tagged.ts`). */
  readonly among?: readonly string[]
}

// Columns of a statement that is sorted by what is none.
const sortedByColumn = (at: number) => `sorted_by_${at}`
const PAGING = new Set(['limit', 'cursor', 'sort', 'fields', 'deleted'])
// What changes how records are shown, not which; `where`, which is what `search` means; and `sorting`, which is what `sort` means.
const SHOWN = new Set(['include', 'count', 'where', 'sorting'])

/** One page of the live records, by keyset on (sorts, id), so that rows inserted meanwhile neither repeat nor hide others. */
export async function listPage<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  query: ListQuery,
  { filters, where, among, search, ...own }: ListOptions,
): Promise<Page<RecordOf<F>>> {
  const { limit = 50, cursor, sort = `-${own.sorts[0]}`, deleted } = query
  const { dialect } = records
  const codec = records.codec(entity)
  const { organization } = records.unit.actor
  const conditioned = { ...conditionsOf(query), search, user_from: organization }
  const asked = { ...orderOf(records, entity, sort, query.sorting ?? own), conditions: conditioned }
  const { equal, conditions, tag } = narrowed(records, entity, query, filters)
  for (const each of [where, query.where]) if (each) conditions.push(each)
  const few = among ?? (tag && deleted !== 'only' ? await fewTagged(records, tag) : undefined)
  const isWhole = equal.length + conditions.length === 0 && !few && deleted !== 'only' && records.unit.actor.sees === undefined
  const order = isWhole ? asked : sortedApart(asked)
  if (cursor !== undefined) {
    const place = readCursor(cursor, order)
    conditions.push(behind(order, dialect, storedValues(order, place, codec), place.id))
  }
  const build = (db: Kysely<Tables>, most: number, ...values: readonly unknown[]) => {
    let select = few ? fromIds(db, entity.table, few).selectAll(entity.table) : db.selectFrom(entity.table).selectAll()
    for (const [at, { isComputed, value }] of order.terms.entries())
      if (isComputed) select = select.select(sql`${value}`.as(sortedByColumn(at)))
    if ('deleted_at' in entity.fields) select = select.where('deleted_at', deleted === 'only' ? 'is not' : 'is', null)
    equal.forEach(([name], at) => (select = select.where(name, '=', values[at])))
    for (const condition of conditions) select = select.where(condition)
    for (const [by, direction] of ordering(order, dialect)) select = select.orderBy(by, direction)
    return select.limit(most)
  }
  const values = equal.map(([, value]) => value)
  // The usual lists differ in their values alone.
  const plain = order.terms.length === 1 && order.terms[0]?.isComputed === false
  const usual = !few && plain && conditions.length === 0 && equal.every(([, value]) => value !== null)
  const rows = usual
    ? await records.rows(`list ${order.name} ${deleted ?? ''} ${equal.map(([name]) => name).join()}`, [limit + 1, ...values], build)
    : await build(records.db, limit + 1, ...values).execute()
  const items = rows.slice(0, limit).map((row) => codec.fromRow(row))
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items, next_cursor: null }
  const sorted = order.terms.map(({ column, isComputed, gaps }, at) => {
    const value = isComputed ? rows[limit - 1]?.[sortedByColumn(at)] : last[column]
    return value ?? (gaps ? null : '')
  })
  return { items, next_cursor: writeCursor(order, { values: sorted, id: String(last['id']) }) }
}

// What meets conditions may be few rows far apart: to look each up on the way along the index of a sort key takes longer than to sort them.
function sortedApart(order: Order): Order {
  return { ...order, terms: order.terms.map((term) => (term.stored ? { ...term, stored: sql`+${term.stored}` } : term)) }
}

function conditionsOf(query: ListQuery): object {
  return Object.fromEntries(Object.entries(query).filter(([name]) => name === 'deleted' || !(PAGING.has(name) || SHOWN.has(name))))
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
    if (filter?.equals !== undefined && filter.rare?.has(value)) {
      conditions.push(sql<SqlBool>`${sql.ref(filter.equals)} = ${sql.lit(value)}`)
    } else if (filter?.equals !== undefined) {
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
