import type { TSchema } from '@sinclair/typebox'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Field, Fields, Kind, RecordOf } from '../../../kernel/operation/schema/fields.ts'
import { isEmail, type Keywords } from '../../../kernel/operation/schema/schema.ts'
import type { DialectName } from '../../../kernel/storage/schema/codec.ts'
import type { Row } from '../../../kernel/storage/schema/codec.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { dayOf } from '../../../kernel/values/calendar.ts'
import type { DayCalendar } from '../../../kernel/values/relative-days.ts'
import type { Zone } from '../../../kernel/values/zone.ts'
import type { Operand } from './condition.ts'
import type { FieldType, Test } from './operators.ts'

/** Where a statement reads a field: the table, or the name under which the statement knows it. */
export interface Source {
  /** The table, or its alias in the statement. */
  readonly table: string
  /** The database that the statement is for. */
  readonly dialect: DialectName
  /** The time of the unit of work. */
  readonly now: Date
  /** The day that it is in the organization where its service has asked, else in UTC. */
  readonly today: string
  /** By which days are counted that are meant by today: that of the user or the organization where a condition names such. */
  readonly calendar?: DayCalendar | undefined
}

/** The table itself, in the running unit of work. */
export function sourceOf({ dialect, unit }: Pick<Records, 'dialect' | 'unit'>, table: string): Source {
  return { table, dialect, now: unit.now, today: unit.today ?? dayOf(unit.now), calendar: unit.calendar }
}

/** One field that conditions can name, of records with these fields: its type, and its value in a statement and in memory. */
export interface SearchField<F extends Fields = Fields> {
  /** Decides which operators and values conditions can use. */
  readonly type: FieldType
  /** For people: the catalog lists a field of a plugin that has one. */
  readonly label?: string
  /** The value in a statement. */
  sql(source: Source): Expression<unknown>
  /** The value of a record in memory; `today` is the day in the organization, where `dated` asks for it. */
  value(record: RecordOf<F>, now: Date, today?: string): unknown
  /** Its value depends on the day in the organization. */
  readonly dated?: true
  /** Another feature computes it, of other records for the most part: only statements know its value. */
  readonly contributed?: true
  /** An amount that leaves out what has no rate of exchange; the figure `other_currencies` tells of it. */
  readonly converted?: true
  /** Moments after `now` at which time alone may carry the value of the record across one of these numbers, or change it; the next ones suffice. */
  changesAt?(record: RecordOf<F>, asked: readonly number[], at: { readonly now: Date; readonly zone: Zone }): readonly Date[]
  /** Of an amount, as columns of money hold it: for exact sums. */
  money?(source: Source): Expression<unknown>
  /** Stored in the form in which texts are compared, so that an index serves. */
  readonly folded?: boolean
  /** The test answered from an index of its own, where there is one for it. */
  within?(source: Source, test: Test, operands: readonly Operand[]): RawBuilder<SqlBool> | undefined
  /** The only words that the field holds, where it takes no others. */
  readonly words?: readonly string[]
  /** What is stored for a value that was written so: the code of a country for its name. */
  readonly stored?: (written: string) => string
  /** Ids by folded id and label; another value is refused. */
  readonly names?: ReadonlyMap<string, string>
  /** Asks what the organization calls the values of the field. */
  readonly loadLabels?: (records: Records) => Promise<Labels>
  /** What it calls them, once that was asked. */
  readonly labels?: Labels
}

/** What an organization calls the values of a field. */
export interface Labels {
  /** Ids, as the field is compared with them, by folded id and name: a name can be that of several. */
  readonly ids: ReadonlyMap<string, readonly string[]>
  /** Records have no other values. */
  readonly closed: boolean
  /** They are words of a list that may change, not records. */
  readonly words?: true
}

const types: Readonly<Partial<Record<Kind, FieldType>>> = {
  text: 'text',
  uuid: 'id',
  integer: 'number',
  bigint: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp',
  list: 'array',
}

/** A stored field; `undefined` for what has no type that conditions know, such as an address. */
export function storedField(name: string, { kind, schema }: Field, type = types[kind]): SearchField | undefined {
  if (!type) return undefined
  const value = (record: Row) => record[name]
  const words = wordsOf(schema)
  if (kind === 'money') return amountField((of) => column(name, of), value)
  return {
    type,
    ...(isLowerCase(schema) && { folded: true }),
    ...(words.length > 0 && type === 'text' && { words }),
    sql: (of) => asNumber(kind, column(name, of), of.dialect),
    value,
  }
}

/** An amount, by what stands for it in a statement, as columns of money hold it, and by its value in memory. */
export function amountField<F extends Fields>(money: NonNullable<SearchField['money']>, value: SearchField<F>['value']): SearchField<F> {
  return {
    type: 'number',
    money,
    sql: (of) => (of.dialect === 'sqlite' ? sql`(${money(of)} / 10000.0)` : sql`(${money(of)})::float8`),
    value,
  }
}

/** The time or number of a column, for computed fields. */
export const column = (name: string, { table }: Source) => sql.ref(`${table}.${name}`)

/**
 * When a record was changed last, by which the latest of those that belong to another is found. No index has it in this form: databases
 * would rather walk through all records in their order, for each of the others, than look up the few that belong to it.
 */
export const changedLast = (table: string) => sql`coalesce(${sql.ref(`${table}.updated_at`)}, ${sql.ref(`${table}.created_at`)})`

// Numbers are compared as doubles on both databases, which is what they are in memory.
function asNumber(kind: Kind, reference: Expression<unknown>, dialect: DialectName): Expression<unknown> {
  return dialect === 'postgresql' && (kind === 'integer' || kind === 'bigint') ? sql`${reference}::float8` : reference
}

// A list of lower-case words, and what is stored in lower case anyway.
function isLowerCase(schema: TSchema): boolean {
  const anyOf: readonly TSchema[] | undefined = schema.anyOf
  if (anyOf) return anyOf.every((each) => each.type === 'null' || isLowerCase(each))
  return typeof schema.const === 'string' ? schema.const === schema.const.toLowerCase() : isEmail(schema)
}

// Empty where other texts are taken, too.
function wordsOf(schema: TSchema): readonly string[] {
  const { anyOf: members = [], const: word }: Keywords = schema
  if (typeof word === 'string') return [word]
  const each = members.filter(({ type }) => type !== 'null').map(wordsOf)
  return each.every((words) => words.length > 0) ? each.flat() : []
}
