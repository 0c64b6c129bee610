import { type Expression, type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import { invalid } from '../kernel/errors.ts'
import type { Field, Fields, RecordOf } from '../kernel/fields.ts'
import { guardInput } from '../kernel/guard.ts'
import { faultsOf } from '../kernel/validate.ts'
import type { EntityTable } from './entity.ts'
import { type Filters, type ListQuery, since } from './filters.ts'
import { dayOf } from '../values/calendar.ts'
import type { Records } from './records.ts'
import type { Tables } from './set-writer.ts'

export interface Page<R> {
  readonly items: R[]
  readonly next_cursor: string | null
}

export interface ListOptions {
  readonly filters: Filters
  /** Fields by which the list can be sorted; the first is the default, newest first. */
  readonly sorts: readonly string[]
  /** Sorts by what is no column of its own: custom properties. */
  readonly sortKeys?: Readonly<Record<string, SortKey>>
  /** A further condition, for searches. */
  readonly where?: Expression<SqlBool>
}

/** What a list is sorted by that is no column: its value in a statement, which is one of JSON, and the field that it is like. */
export interface SortKey {
  readonly field: Field
  readonly sql: Expression<unknown>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
// The column of a statement that is sorted by what is none.
const SORTED_BY = 'sorted_by'
const PAGING = new Set(['limit', 'cursor', 'sort', 'fields', 'deleted'])

/** One page of the live records, by keyset on (sort, id), so that rows inserted meanwhile neither repeat nor hide others. */
export async function listPage<F extends Fields>(
  records: Records,
  entity: EntityTable<F>,
  query: ListQuery,
  { filters, sorts, where, sortKeys }: ListOptions,
): Promise<Page<RecordOf<F>>> {
  const { limit = 50, cursor, sort = `-${sorts[0]}`, deleted } = query
  const conditions = [where, query.where].filter((each) => each !== undefined)
  const descending = sort.startsWith('-')
  const column = sort.replace('-', '')
  const { dialect, unit } = records
  const codec = records.codec(entity)
  const key = sortKeys?.[column]
  const field = key?.field ?? entity.fields[column]
  const sorted = sortExpression(field, key?.sql ?? sql.ref(column), records)
  // Null counts as the greatest value, as in the indexes of PostgreSQL: what has no due date comes after all that have one.
  const gaps = field !== undefined && field.nullable && field.kind !== 'text'
  const known: Filters = { ...filters, ...('updated_at' in entity.fields && { updated_since: since('updated_at') }) }
  const given = Object.entries(query).filter(([name, value]) => !PAGING.has(name) && value !== undefined)
  const equal = given.flatMap(([name, value]) => {
    const { equals, stored = (each: unknown) => each } = known[name] ?? {}
    return equals === undefined ? [] : [[equals, codec.toColumn(equals, stored(value, unit.actor))] as const]
  })
  const others = given.filter(([name]) => known[name] && known[name].equals === undefined)
  const direction = descending ? 'desc' : 'asc'
  const build = (db: Kysely<Tables>, most: unknown, ...values: readonly unknown[]) => {
    let select = db.selectFrom(entity.table).selectAll()
    if (key) select = select.select(sql`${sorted}`.as(SORTED_BY))
    if ('deleted_at' in entity.fields) select = select.where('deleted_at', deleted === 'only' ? 'is not' : 'is', null)
    equal.forEach(([name], at) => (select = select.where(name, '=', values[at])))
    const context = { codec, dialect, actor: unit.actor, now: unit.now, today: unit.today ?? dayOf(unit.now) }
    for (const [name, value] of others) select = select.where((eb) => known[name]!.condition(value, { eb: eb as never, ...context }))
    for (const condition of conditions) select = select.where(condition)
    if (cursor !== undefined) {
      const [last, id] = readCursor(cursor, `${entity.table} ${sort}`, field)
      const moved = field?.kind === 'timestamp' && !key ? new Date(String(last)) : last
      const value = last === null ? null : key ? (moved as unknown) : codec.toColumn(column, moved)
      select = select.where(beyond(sorted, value, id, descending, gaps))
    }
    return select
      .orderBy(sorted, (order) => (gaps ? (descending ? order.desc().nullsFirst() : order.asc().nullsLast()) : order[direction]()))
      .orderBy('id', direction)
      .limit(most as number)
  }
  const values = [limit + 1, ...equal.map(([, value]) => value)]
  // The usual lists differ in their values alone.
  const usual = !key && others.length === 0 && conditions.length === 0 && cursor === undefined && equal.every(([, value]) => value !== null)
  const rows = usual
    ? await records.rows(`list ${entity.table} ${sort} ${deleted ?? ''} ${equal.map(([name]) => name).join()}`, values, build)
    : await build(records.db, ...(values as [number])).execute()
  const items = rows.slice(0, limit).map((row) => codec.fromRow(row))
  const last = items.at(-1)
  return {
    items,
    next_cursor:
      rows.length > limit && last
        ? writeCursor(
            `${entity.table} ${sort}`,
            (key ? rows[limit - 1]?.[SORTED_BY] : (last as Record<string, unknown>)[column]) ?? (gaps ? null : ''),
            String((last as Record<string, unknown>)['id']),
          )
        : null,
  }
}

// Texts sort by code point on both databases; an empty one stands for null, so that the keyset has no hole.
function sortExpression(field: Field | undefined, value: Expression<unknown>, { dialect }: Records) {
  if (field?.kind !== 'text') return value
  const text = field.nullable ? sql`coalesce(${value}, '')` : value
  return dialect === 'postgresql' ? sql`${text} collate "C"` : text
}

// What a cursor goes on with is the list and its sort: among other records its value and id would mean any place.
function writeCursor(order: string, value: unknown, id: string): string {
  return Buffer.from(JSON.stringify([order, value, id])).toString('base64url')
}

function readCursor(cursor: string, order: string, field: Field | undefined): [value: unknown, id: string] {
  try {
    const [written, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, unknown, string]
    if (written === order && typeof id === 'string' && UUID.test(id) && isValueOf(field, value)) return [value, id]
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this list with this sort')
}

function isValueOf(field: Field | undefined, value: unknown): boolean {
  if (value === null) return field?.nullable === true && field.kind !== 'text'
  if (field?.kind === 'text') return typeof value === 'string' && isClean(value)
  // Totals may exceed what may be given, so that numbers are judged by their type alone.
  if (field?.kind === 'money' || field?.kind === 'number') return Number.isFinite(value)
  return field !== undefined && faultsOf(field.schema, value).length === 0
}

function isClean(text: string): boolean {
  guardInput(text)
  return true
}

// The rows that come behind (value, id).
function beyond(column: Expression<unknown>, value: unknown, id: string, descending: boolean, gaps: boolean): RawBuilder<SqlBool> {
  const operator = sql.raw(descending ? '<' : '>')
  const pair = sql<SqlBool>`(${column}, id) ${operator} (${value}, ${id})`
  if (!gaps) return pair
  if (value === null) return descending ? sql`(${column} is not null or id < ${id})` : sql`(${column} is null and id > ${id})`
  return descending ? pair : sql`(${pair} or ${column} is null)`
}
