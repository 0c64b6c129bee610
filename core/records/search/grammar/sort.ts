import { expressionBuilder, type Expression, sql } from 'kysely'
import { type Field, number, optional, text } from '../../../kernel/operation/schema/fields.ts'
import { Day, Nullable } from '../../../kernel/operation/schema/schema.ts'
import { propertiesOf } from '../../../kernel/storage/records/custom-definitions.ts'
import { sortedBy, type Sorting, type SortKey, unsorted } from '../../../kernel/storage/records/list-order.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { namedBy } from '../../../kernel/storage/records/naming.ts'
import type { FieldPath } from './condition.ts'
import { withProperties } from './defined.ts'
import { changedLast, type SearchField, type Source, sourceOf } from './field.ts'
import { fieldAt, namesOf } from './parse.ts'
import { propertySort } from './property.ts'
import type { Related, Searchable } from './searchable.ts'

const like: Readonly<Record<'number' | 'date' | 'text', Field>> = {
  number: optional(number()),
  date: { ...optional(text()), kind: 'date', schema: Nullable(Day()) },
  text: optional(text({ max: 60_000 })),
}
const CUSTOM = /^custom(?:_properties)?\.(.+)$/s
const unordered = new Set<SearchField['type']>(['array', 'boolean', 'custom'])

/**
 * What a sort means: columns of the records, and what is none: custom properties, what is computed, fields of related records. Throws
 * `invalid_input` (`not_allowed` at `/sort`) for what has no order, such as lists and truths, and for what there is not.
 */
export async function sortingOf(records: Records, of: Searchable, sort: string): Promise<Sorting> {
  const keys: Record<string, SortKey> = {}
  for (const name of sortedBy(sort)) {
    if (of.sorts.includes(name)) continue
    const key = await sortKey(records, of, name)
    if (!key) throw unsorted(name, [...sortsOf(of), ...(await customSorts(records, of))])
    keys[name] = key
  }
  return { sorts: of.sorts, sortKeys: keys }
}

/** The same for records of which nothing is known yet; their own order where no sort is given. */
export async function sortingBy(records: Records, searched: Searchable, sort: string | undefined): Promise<Sorting> {
  return sort === undefined ? { sorts: searched.sorts } : await sortingOf(records, await withProperties(records, searched, sort), sort)
}

async function sortKey(records: Records, of: Searchable, name: string): Promise<SortKey | undefined> {
  const key = CUSTOM.exec(name)?.[1]
  if (of.custom && key !== undefined) {
    const property = (await propertiesOf(records, of.entity.table)).find((each) => each.name === key)
    return property && propertySort(of.custom, property, sourceOf(records, of.entity.table))
  }
  return sortsOf(of).includes(name) ? keyOf(fieldAt(of, name, '/sort'), sourceOf(records, of.entity.table)) : undefined
}

async function customSorts(records: Records, { custom, entity }: Searchable): Promise<string[]> {
  if (custom === null) return []
  const properties = await propertiesOf(records, entity.table)
  return properties.filter((each) => propertySort(custom, each, sourceOf(records, entity.table))).map(({ name }) => `custom.${name}`)
}

// All by which the records can be sorted, custom properties apart.
function sortsOf(of: Searchable): string[] {
  const named = namesOf(of).filter((each) => !/(^|\.)custom(_properties)?\./.test(each))
  return [...new Set([...of.sorts, ...named.filter((each) => !unordered.has(fieldAt(of, each, '/sort').field.type))])]
}

function keyOf({ field, related }: FieldPath, source: Source): SortKey {
  const value = (at: Source) => ordered(field, at)
  const { type } = field
  return {
    field: like[type === 'number' || type === 'timestamp' ? 'number' : type === 'date' ? 'date' : 'text'],
    sql: related ? ofRelated(related, source, value) : value(source),
  }
}

// A time as a number, and an id as a text, so that a cursor can hold what the database answers.
function ordered(field: SearchField, source: Source): Expression<unknown> {
  const value = field.sql(source)
  if (source.dialect === 'sqlite') return value
  if (field.type === 'timestamp') return sql`(extract(epoch from ${value}) * 1000)::float8`
  return field.type === 'id' ? sql`${value}::text` : value
}

// Built as a query, not written out: so the organization is added to it, and whose records the caller sees.
function ofRelated({ to, by, latest }: Related, source: Source, value: (at: Source) => Expression<unknown>): Expression<unknown> {
  const found = sql`${value({ ...source, table: 'related' })}`.as('value')
  const { table } = to.entity
  if (!latest) {
    const one = expressionBuilder<Tables, never>().selectFrom(`${table} as related`).select(found)
    return one.where('related.deleted_at', 'is', null).whereRef('related.id', '=', sql.ref(`${source.table}.${by}`))
  }
  let other = namedBy(table, 'related', latest, sql.ref(`${source.table}.id`))
    .select(found)
    .where('related.deleted_at', 'is', null)
  if (latest.status !== undefined) other = other.where('related.status', '=', latest.status)
  return other.orderBy(changedLast('related'), 'desc').orderBy('related.id', 'desc').limit(1)
}
