import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Field, number, optional, text } from '../../../kernel/operation/schema/fields.ts'
import { Day, Nullable, Timestamp } from '../../../kernel/operation/schema/schema.ts'
import type { DialectName, Row } from '../../../kernel/storage/schema/codec.ts'
import { customOf, isIndexable } from '../../../kernel/storage/custom/column.ts'
import { type Property, PropertyValue } from '../../../kernel/storage/custom/property.ts'
import type { SortKey } from '../../../kernel/storage/records/list-order.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { isDayRange, isMoment, type Operand } from './condition.ts'
import type { SearchField, Source } from './field.ts'
import type { FieldType, Test } from './operators.ts'
import { inDays, operator } from './tests.ts'

type Is = RawBuilder<SqlBool>

const types: Readonly<Record<Property['type'], FieldType>> = {
  text: 'text',
  long_text: 'text',
  select: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp',
  multi_select: 'array',
}
// Days that there are, in the form in which they are stored: what is none was there before the definition, and no database reads it as one.
const LEAP_YEAR = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)'
const DATE = `(?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|${LEAP_YEAR}-02-29)`
const DAY = `^${DATE}$`
const TIME = `^${DATE}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$`
const [asDay, asTime] = [new RegExp(DAY), new RegExp(TIME)]
const digits = (count: number) => '[0-9]'.repeat(count)
const DAY_GLOB = `${digits(4)}-${digits(2)}-${digits(2)}`
const TIME_GLOB = `${DAY_GLOB}T${digits(2)}:${digits(2)}:${digits(2)}.${digits(3)}Z`

// SQLite knows no such patterns, and tells what is no day or time by writing it otherwise, or not at all.
const written = sql`pair.value >= '0001' and date(substr(pair.value, 1, 10)) = substr(pair.value, 1, 10)`
const isDay = sql` and pair.value glob ${DAY_GLOB} and ${written}`
const isTime = sql` and pair.value glob ${TIME_GLOB} and ${written} and strftime('%H:%M:%S', pair.value) = substr(pair.value, 12, 8)`

/** What conditions must know of the definition of a custom property. */
export type PropertyKind = Pick<Property, 'id' | 'name' | 'type' | 'indexed' | 'unique'>

/** A defined custom property as a field that conditions name as `custom.x`, of the type that its definition says. */
export function propertyField(column: string, property: PropertyKind): SearchField {
  const type = types[property.type]
  return {
    type,
    sql(source) {
      const value = stored(column, property, source)
      if (type !== 'timestamp') return value
      return source.dialect === 'postgresql'
        ? sql`(${value})::timestamptz`
        : sql`(cast(strftime('%s', ${value}) as integer) * 1000 + cast(substr(${value}, 21, 3) as integer))`
    },
    value(record) {
      const value = valueIn(record, column, property)
      return type === 'timestamp' && value !== null ? new Date(String(value)) : value
    },
    ...((property.indexed || property.unique) &&
      isIndexable(property.type) && { within: (...asked) => within(property.id, type, ...asked) }),
  }
}

/** By what a search sorts where it names the property; undefined for what has no order: lists, truths and long texts. */
export function propertySort(column: string, property: Property, source: Source): SortKey | undefined {
  const field = sortFields[types[property.type]]
  if (!field || property.type === 'long_text') return undefined
  const value = stored(column, property, source)
  const ordered = field.kind === 'date' && source.dialect === 'postgresql' ? sql`(${value} collate "C")` : value
  return { field, sql: ordered }
}

const day: Field = { ...optional(text()), kind: 'date' }
const sortFields: Readonly<Partial<Record<FieldType, Field>>> = {
  text: optional(text({ max: 1000 })),
  number: optional(number()),
  date: { ...day, schema: Nullable(Day()) },
  // The stored form of a time sorts as the time does.
  timestamp: { ...day, schema: Nullable(Timestamp()) },
}

function stored(column: string, { name, type }: PropertyKind, { table, dialect }: Source): Expression<unknown> {
  const custom = sql.ref(`${table}.${column}`)
  return dialect === 'postgresql' ? onPostgresql(custom, name, types[type]) : onSqlite(custom, name, types[type])
}

function onPostgresql(custom: Expression<unknown>, name: string, type: FieldType): Expression<unknown> {
  const [value, said] = [sql`(${custom} -> ${name}::text)`, sql`(${custom} ->> ${name}::text)`]
  const when = (json: string, then: Expression<unknown>) => sql`(case when json_typeof(${value}) = ${sql.lit(json)} then ${then} end)`
  if (type === 'number') return when('number', sql`${said}::float8`)
  if (type === 'boolean') return when('boolean', sql`${said}::boolean`)
  if (type === 'array') return when('array', sql`${value}::jsonb`)
  if (type === 'text') return when('string', said)
  return sql`(case when json_typeof(${value}) = 'string' and ${said} ~ ${type === 'date' ? DAY : TIME} then ${said} collate "C" end)`
}

const jsonTypes: Readonly<Partial<Record<FieldType, string>>> = {
  number: `'integer', 'real'`,
  boolean: `'true', 'false'`,
  array: `'array'`,
}

function onSqlite(custom: Expression<unknown>, name: string, type: FieldType): Expression<unknown> {
  const formed = type === 'date' ? isDay : type === 'timestamp' ? isTime : sql``
  return sql`(select pair.value from json_each(${custom}) as pair where pair.key = ${name} and pair.type in (${sql.raw(jsonTypes[type] ?? `'text'`)})${formed})`
}

function valueIn(record: Row, column: string, { name, type }: PropertyKind): unknown {
  const values = customOf(record, column)
  const value = Object.hasOwn(values, name) ? values[name] : null
  const kind = types[type]
  if (kind === 'array') return Array.isArray(value) ? value : null
  if (kind === 'number' || kind === 'boolean') return typeof value === kind ? value : null
  if (typeof value !== 'string') return null
  if (kind === 'date' && !asDay.test(value)) return null
  return kind === 'timestamp' && !asTime.test(value) ? null : value
}

// Answered from the index of properties: by its rows, of which each names a record.
function within(property: string, type: FieldType, { table, dialect }: Source, test: Test, operands: readonly Operand[]): Is | undefined {
  if (test === 'contains' || test === 'is_set') return undefined
  const rows = expressionBuilder<Tables, never>()
    .selectFrom(`${PropertyValue.table} as kept`)
    .select('kept.record_id')
    .where('kept.property_id', '=', property)
    .where(
      sql<SqlBool>`(${sql.join(
        operands.map((each) => kept(type, test, each, dialect)),
        sql` or `,
      )})`,
    )
  return sql`(${sql.ref(`${table}.id`)} in ${rows})`
}

function kept(type: FieldType, test: Test, operand: Operand, dialect: DialectName): Is {
  const [words, value] = [sql.ref('kept.text_value'), sql.ref('kept.number_value')]
  const double = (given: number) => (dialect === 'postgresql' ? sql`${String(given)}::float8` : sql`${given}`)
  if (isMoment(operand)) {
    const { from, to } = operand
    const [first, end] = [double(from.getTime()), double(to?.getTime() ?? from.getTime() + 1)]
    if (test === 'gt') return sql`${value} >= ${end}`
    if (test === 'gte') return sql`${value} >= ${first}`
    if (test === 'lt') return sql`${value} < ${first}`
    return test === 'lte' ? sql`${value} < ${end}` : sql`(${value} >= ${first} and ${value} < ${end})`
  }
  if (type === 'number') return sql`${value} ${operator(test)} ${double(Number(operand))}`
  const ordered = dialect === 'postgresql' && type === 'date' ? sql`${words} collate "C"` : words
  if (isDayRange(operand)) return inDays(ordered, test, operand)
  return test === 'eq' || test === 'in' ? sql`${words} = ${operand}` : sql`${ordered} ${operator(test)} ${operand}`
}
