import { sql } from 'kysely'
import type { RowQuery } from '../../kernel/storage/records/records.ts'
import type { FieldPath } from '../../records/search/grammar/condition.ts'
import type { Source } from '../../records/search/grammar/field.ts'
import { fieldAt } from '../../records/search/grammar/parse.ts'
import type { Nameable } from '../../records/search/grammar/searchable.ts'
import { type Column, columnOf } from './column.ts'
import type { Plan } from './question.ts'

/** What stands before the fields of lines. */
export const LINES = 'lines.'
// The names of a line and of an item of a list in a statement.
const LINE = 'line'
const ITEM = 'listed'

/** A field of the lines of a record; throws `unknown_field` with those that there are. */
export function lineField(lines: Nameable, name: string, path: string): { readonly at: FieldPath; readonly column: Column } {
  const at = fieldAt(lines, name.slice(LINES.length), path)
  const column = columnOf(lines, at)
  return { at: { ...at, path: name }, column: { ...column, sql: (of, wrap) => column.sql({ ...of, table: LINE }, wrap) } }
}

/** The items of a list as a field of one text. */
export function listedField(at: FieldPath, column: Column): { readonly at: FieldPath; readonly column: Column } {
  const item: Column = { ...column, kind: 'text', sql: (of, wrap = (value) => value) => wrap(sql.ref(`${ITEM}.value`), of) }
  return { at: { ...at, field: { ...at.field, type: 'text' } }, column: item }
}

/** The rows of a question: records, or their lines, and once for each item of the list that it groups by. */
export function expanded(rows: RowQuery, { subject, byLine, list }: Plan, source: Source): RowQuery {
  const { lines } = subject
  const each = byLine && lines ? rows.innerJoin(`${lines.entity.table} as ${LINE}`, `${LINE}.document_id`, `${source.table}.id`) : rows
  if (!list) return each
  const stored = list.sql(source)
  const items =
    source.dialect === 'postgresql'
      ? sql<{ value: string }>`jsonb_array_elements_text(${stored}::jsonb)`.as<typeof ITEM>(sql`${sql.ref(ITEM)}(value)`)
      : sql<{ value: string }>`json_each(${stored})`.as<typeof ITEM>(sql.ref(ITEM))
  // A record without items is a group, too.
  return each.leftJoin(items, (on) => on.onTrue()) as RowQuery
}
