import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { EntityClass } from '../storage/entity.ts'
import type { Row } from '../storage/codec.ts'
import type { Records } from '../storage/records.ts'
import type { Tables } from '../storage/set-writer.ts'
import type { Person } from './person.ts'

const ERASED = '[erased]'
const textual = new Set(['text', 'json', 'list', 'uuid'])

/** A page of the rows of one table that tell of a person, in the order of their ids, or of their keys; it is read wholly, whoever it belongs to. */
export async function tracesIn(
  { whole, dialect }: Records,
  entity: EntityClass,
  { ids, strong }: Person,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<Row[]> {
  const columns = Object.entries(entity.fields).filter(([name, { kind }]) => textual.has(kind) && name !== 'user_from')
  if (columns.length === 0 || !('user_from' in entity.fields)) return []
  const terms = [...new Set([...ids, ...strong].flatMap((each) => [each, each.toLowerCase()]))]
  const contains = (eb: ExpressionBuilder<Tables, string>) =>
    eb.or(
      columns.flatMap(([name]) => {
        const text = sql`lower(cast(${sql.ref(name)} as text))`
        // Both databases fold ASCII alone in the same way: other letters are looked for as they are written.
        const raw = sql`cast(${sql.ref(name)} as text)`
        return terms.map((term) =>
          dialect === 'postgresql'
            ? sql<SqlBool>`(strpos(${text}, ${term}) > 0 or strpos(${raw}, ${term}) > 0)`
            : sql<SqlBool>`(instr(${text}, ${term}) > 0 or instr(${raw}, ${term}) > 0)`,
        )
      }),
    )
  let query = whole.db
    .selectFrom(entity.table)
    .selectAll()
    .where(contains as never)
  if ('id' in entity.fields) {
    if (after !== null) query = query.where('id', '>', after)
    return await query.orderBy('id').limit(limit).execute()
  }
  for (const name of keysOf(entity)) query = query.orderBy(name)
  return await query
    .limit(limit)
    .offset(Number(after ?? 0))
    .execute()
}

/** Where the page behind these rows begins; null when they are the last. */
export function placeBehind(
  { fields }: EntityClass,
  rows: readonly Row[],
  { after, limit }: { readonly after: string | null; readonly limit: number },
): string | null {
  if (rows.length < limit) return null
  return 'id' in fields ? String(rows.at(-1)?.['id']) : String(Number(after ?? 0) + rows.length)
}

/** The columns that tell the rows of a table without ids apart. */
export function keysOf({ fields }: EntityClass): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'text' || fields[name]?.kind === 'uuid')
}

/** The values of a row in which something of the person stood, without it; empty when nothing did. */
export function redacted(record: Row, { strong, weak }: Person): Row {
  const everywhere = strong.map(escaped)
  const words = weak.map((each) => `(?<![\\p{L}\\p{N}])${escaped(each)}(?![\\p{L}\\p{N}])`)
  const pattern = new RegExp([...everywhere, ...words].join('|') || '(?!)', 'giu')
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      if (name === 'id' || name === 'user_from' || typeof value === 'number' || value instanceof Date) return []
      const clean = deep(value, (text) => text.replaceAll(pattern, ERASED))
      return JSON.stringify(clean) === JSON.stringify(value) ? [] : [[name, clean]]
    }),
  )
}

function deep(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => deep(each, change))
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [change(name), deep(each, change)]))
}

const escaped = (text: string) => text.replaceAll(/[\^$.*+?()[\]{}|/]/g, '\\$&')
