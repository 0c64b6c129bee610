import { sql } from 'kysely'
import { invalid } from '../kernel/errors.ts'
import type { Fields, RecordOf } from '../kernel/fields.ts'
import type { EntityClass } from './entity.ts'
import { type Filters, type ListQuery, since } from './filters.ts'
import type { Records } from './records.ts'

export interface Page<R> {
  readonly items: R[]
  readonly next_cursor: string | null
}

export interface ListOptions {
  readonly filters: Filters
  /** Fields by which the list can be sorted; the first is the default, newest first. */
  readonly sorts: readonly string[]
}

const PAGING = new Set(['limit', 'cursor', 'sort', 'fields', 'deleted'])

/** One page of the live records, by keyset on (sort, id), so that rows inserted meanwhile neither repeat nor hide others. */
export async function listPage<F extends Fields>(
  records: Records,
  entity: EntityClass<F>,
  query: ListQuery,
  { filters, sorts }: ListOptions,
): Promise<Page<RecordOf<F>>> {
  const { limit = 50, cursor, sort = `-${sorts[0]}`, deleted } = query
  const descending = sort.startsWith('-')
  const column = sort.replace('-', '')
  const codec = records.codec(entity)
  const sorted = sortExpression(entity, column, records)
  const { [column]: field } = entity.fields
  const known: Filters = { ...filters, ...('updated_at' in entity.fields && { updated_since: since('updated_at') }) }
  let select = records.db.selectFrom(entity.table).selectAll()
  if ('deleted_at' in entity.fields) select = select.where('deleted_at', deleted === 'only' ? 'is not' : 'is', null)
  for (const [name, value] of Object.entries(query)) {
    if (PAGING.has(name) || value === undefined) continue
    const filter = known[name]
    if (filter)
      select = select.where((eb) => filter.condition(value, { eb: eb as never, codec, dialect: records.dialect, now: records.unit.now }))
  }
  if (cursor !== undefined) {
    const [last, id] = readCursor(cursor, sort, field?.kind === 'timestamp')
    const operator = sql.raw(descending ? '<' : '>')
    select = select.where(
      sql<boolean>`(${sorted}, id) ${operator} (${field?.kind === 'timestamp' ? codec.toColumn(column, new Date(String(last))) : last}, ${id})`,
    )
  }
  const direction = descending ? 'desc' : 'asc'
  const rows = await select
    .orderBy(sorted, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const items = rows.slice(0, limit).map((row) => codec.fromRow(row) as RecordOf<F>)
  const last = items.at(-1)
  return {
    items,
    next_cursor:
      rows.length > limit && last
        ? writeCursor(sort, (last as Record<string, unknown>)[column] ?? '', String((last as Record<string, unknown>)['id']))
        : null,
  }
}

// Texts sort by code point on both databases; an empty one stands for null, so that the keyset has no hole.
function sortExpression(entity: EntityClass, column: string, { dialect }: Records) {
  const field = entity.fields[column]
  if (field?.kind !== 'text') return sql.ref(column)
  const text = field.nullable ? sql`coalesce(${sql.ref(column)}, '')` : sql.ref(column)
  return dialect === 'postgresql' ? sql`${text} collate "C"` : text
}

function writeCursor(sort: string, value: unknown, id: string): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString('base64url')
}

function readCursor(cursor: string, sort: string, time: boolean): [value: unknown, id: string] {
  try {
    const [written, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, unknown, string]
    if (
      written === sort &&
      typeof id === 'string' &&
      /^[0-9a-f-]{36}$/.test(id) &&
      ['string', 'number'].includes(typeof value) &&
      !(time && Number.isNaN(Date.parse(String(value))))
    )
      return [value, id]
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw invalid('/cursor', 'invalid_cursor', 'Not a cursor of this list with this sort')
}
