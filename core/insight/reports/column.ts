import { type Expression, expressionBuilder, sql } from 'kysely'
import { invalid } from '../../kernel/operation/errors.ts'
import type { Kind } from '../../kernel/operation/schema/fields.ts'
import { namedBy } from '../../kernel/storage/records/naming.ts'
import type { FieldPath } from '../../records/search/grammar/condition.ts'
import { changedLast, type Source } from '../../records/search/grammar/field.ts'
import type { Nameable, Related } from '../../records/search/grammar/searchable.ts'
import type { Tables } from '../../kernel/storage/schema/tables.ts'
import { type Bucket, bucketOf, dayText, localDay } from '../../kernel/money/bucket.ts'
import type { Value } from '../../kernel/money/tally.ts'
import type { Offset } from '../../kernel/values/zone.ts'

/** A field that a report reads: how it is stored, and its value as a part of a statement, of a related record as a sub-query. */
export interface Column {
  readonly kind: Kind | 'custom' | 'computed'
  /** An amount that has the decimals of its currency, unlike what one unit costs. */
  readonly inCurrency: boolean
  /** What is cut into days, weeks, ...: a day, a time, or nothing. */
  readonly when: 'day' | 'time' | null
  sql(of: Source, wrap?: (value: Expression<unknown>, source: Source) => Expression<unknown>): Expression<unknown>
  /** What a group that the database answers stands for. */
  read(key: unknown): unknown
}

/** Decimals of a sum of a field in a currency of so many: prices of one unit have four, and so may amounts of related records. */
export const decimalsOf = (field: { readonly at: FieldPath; readonly column: Column } | undefined, decimals: number): number =>
  field?.column.inCurrency === true && !field.at.related ? decimals : Math.max(decimals, 4)

/** The column of a field path of these records. */
export function columnOf(of: Nameable, at: FieldPath): Column {
  const owner = at.related?.to ?? of
  const stored = Object.keys(owner.entity.fields).find((name) => owner.fields[name] === at.field)
  const { money } = at.field
  const kind = at.key !== undefined ? 'custom' : money ? 'money' : (owner.entity.fields[stored ?? '']?.kind ?? 'computed')
  const own = (source: Source): Expression<unknown> => {
    if (at.key !== undefined) return customText(at.field.sql(source), at.key, source)
    return money ? money(source) : at.field.sql(source)
  }
  const { type } = at.field
  const isStored = stored !== undefined && at.key === undefined
  return {
    kind,
    // What is computed of amounts is rounded like them, and so are the totals of documents, which have a rate of exchange.
    inCurrency:
      kind === 'money' && (!isStored || 'exchange_rate' in owner.entity.fields || owner.entity.fields[stored]?.inCurrency === true),
    when: type === 'date' ? 'day' : type === 'timestamp' ? 'time' : null,
    sql(source, wrap = (value) => value) {
      const { related } = at
      if (!related) return wrap(own(source), source)
      const inner = { ...source, table: 'related' }
      return ofRelated(related, source, wrap(own(inner), inner))
    },
    read(key) {
      if (key === null || key === undefined) return null
      if (kind === 'custom') return JSON.parse(String(key))
      if (at.field.type === 'boolean') return key === true || key === 1
      return at.field.type === 'number' ? Number(key) : key
    },
  }
}

/** How an organization cuts times into days, and days into years. */
export interface Calendar {
  readonly offsets: readonly Offset[]
  readonly yearStart: number
}

/**
 * By what records are grouped: a text, id, number or truth as it is, a day or time by its bucket. Throws `not_allowed` at `path` for a
 * list, and for a bucket of what is neither a day nor a time.
 */
export function keyOf(column: Column, at: FieldPath, bucket: Bucket | undefined, calendar: Calendar, source: Source, path: string) {
  const { kind, when } = column
  const cut = (day: Expression<unknown>) => bucketOf(day, bucket ?? 'day', source.dialect, calendar.yearStart)
  if (when === 'time') return column.sql(source, (time) => cut(localDay(time, calendar.offsets, source.dialect)))
  if (when === 'day') return column.sql(source, (day) => cut(textOf(column, day, source)))
  if (bucket !== undefined) throw invalid(`${path}/bucket`, 'not_allowed', `${at.path} is neither a day nor a time`)
  if (kind === 'list' || at.field.type === 'array')
    throw invalid(`${path}/field`, 'not_allowed', `${at.path} is a list: filter by it instead`)
  if (kind === 'money')
    return column.sql(source, (amount) => (source.dialect === 'sqlite' ? sql`(${amount} / 10000.0)` : sql`(${amount})::float8`))
  return column.sql(source)
}

/** What is measured of records. */
export function valueOf(column: Column, at: FieldPath, source: Source): Value {
  const { kind, when } = column
  if (kind === 'money') return { kind, sql: column.sql(source) }
  if (when === 'time') return { kind: 'time', sql: column.sql(source) }
  if (when === 'day') return { kind: 'day', sql: column.sql(source, (day) => textOf(column, day, source)) }
  if (at.field.type === 'number') {
    const number = (value: Expression<unknown>) => (source.dialect === 'sqlite' ? sql`cast(${value} as real)` : sql`(${value})::float8`)
    return { kind: 'number', sql: column.sql(source, (value) => number(kind === 'computed' ? summable(value) : value)) }
  }
  return { kind: 'other', sql: column.sql(source) }
}

/** A custom property as a number, where it is one that a sum can hold. */
export function customNumber(column: Column, source: Source): Value {
  const number = column.sql(source, (text) =>
    source.dialect === 'sqlite'
      ? sql`(case when ${text} glob '[-0-9]*' and abs(cast(${text} as real)) <= 1e15 then cast(${text} as real) end)`
      : sql`(case when ${text} ~ '^-?[0-9]' and abs((${text})::float8) <= 1e15 then (${text})::float8 end)`,
  )
  return { kind: 'number', sql: number }
}

// What a property held before it was defined may be larger than a sum can hold.
const summable = (value: Expression<unknown>) => sql`(case when abs(${value}) <= 1e15 then ${value} end)`

// A day of a custom property is a text already.
const textOf = ({ kind }: Column, day: Expression<unknown>, { dialect }: Source) => (kind === 'date' ? dayText(day, dialect) : day)

// As JSON text, which both databases keep as it was written.
function customText(column: Expression<unknown>, key: string, { dialect }: Source): Expression<unknown> {
  if (dialect === 'postgresql') return sql`nullif((${column} -> ${key}::text)::text, 'null')`
  return sql`nullif(${column} -> ${`$."${key}"`}, 'null')`
}

function ofRelated({ to, by, latest }: Related, source: Source, value: Expression<unknown>): Expression<unknown> {
  const found = sql`${value}`.as('value')
  const { table } = to.entity
  if (!latest) {
    const one = expressionBuilder<Tables, never>().selectFrom(`${table} as related`).select(found)
    return sql`(${one.where('related.deleted_at', 'is', null).whereRef('related.id', '=', sql.ref(`${source.table}.${by}`))})`
  }
  let last = namedBy(table, 'related', latest, sql.ref(`${source.table}.id`))
    .select(found)
    .where('related.deleted_at', 'is', null)
  if (latest.status !== undefined) last = last.where('related.status', '=', latest.status)
  return sql`(${last.orderBy(changedLast('related'), 'desc').orderBy('related.id', 'desc').limit(1)})`
}
