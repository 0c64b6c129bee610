import {
  type Static,
  type TBoolean,
  type TObject,
  type TOptional,
  type TSchema,
  type TString,
  type TUnsafe,
  Type,
  type TInteger,
} from '@sinclair/typebox'
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  Closed,
  Cursor,
  Day,
  FieldNames,
  Id,
  OneOf,
  OwnerText,
  type TEnum,
  Text,
  Timestamp,
  described,
} from '../../operation/schema/schema.ts'
import { withoutDefault } from '../../operation/schema/fields.ts'
import type { CurrentActor } from '../../operation/actor.ts'
import type { Codec, DialectName } from '../schema/codec.ts'
import { ownerMeant } from '../../values/owner.ts'
import { tagKey } from '../../values/tags.ts'
import type { Tables } from '../schema/tables.ts'
import type { Sorting } from './list-order.ts'

/** What a filter builds its condition with. */
export interface FilterContext {
  readonly eb: ExpressionBuilder<Tables, string>
  readonly codec: Codec
  readonly dialect: DialectName
  readonly actor: CurrentActor
  readonly now: Date
  /** The day that it is in the organization where its service has asked, else in UTC. */
  readonly today: string
  /** The month in which the fiscal year of the organization begins, known with the day. */
  readonly yearStart: number
}

/** A named filter of a list: what it takes, and the condition that it means. */
export interface ListFilter<S extends TSchema = TSchema> {
  /** What it takes. */
  readonly schema: S
  /** The column that must have the value, where that is all that the filter means. */
  readonly equals?: string
  /** Values that few rows have, by an index of those alone: they are said in the statement, or the database would not know that it may use it. */
  readonly rare?: ReadonlySet<unknown>
  /** What the column holds for a value that is asked for; the value itself when left out. */
  stored?(value: unknown, actor: CurrentActor): unknown
  /** What it asks of a row. */
  condition(value: unknown, context: FilterContext): Expression<SqlBool>
  /** Of a tag: the word by which full-text search knows the record type, if it does. */
  readonly tagOf?: string
}
/** The filters of a list, by their names in the query. */
export type Filters = Readonly<Record<string, ListFilter>>

/** The field equals the value, as it is stored. */
export function is(column: string): ListFilter<TString>
export function is<S extends TSchema>(column: string, schema: S, stored?: (value: Static<S>, actor: CurrentActor) => unknown): ListFilter<S>
export function is(
  column: string,
  schema: TSchema = Text(),
  stored = (value: unknown, _actor: CurrentActor): unknown => value,
): ListFilter {
  return {
    // A filter that is left out asks for nothing.
    schema: described(withoutDefault(schema), `Records whose ${column} is this`),
    equals: column,
    stored,
    condition: (value, { eb, codec, actor }) => eb(column, '=', codec.toColumn(column, stored(value, actor))),
  }
}
/** The field is in one of these states; `rare`: those that an index of their rows alone finds (migrations of rare states). */
export function inState<const S extends readonly string[]>(column: string, states: S, rare: readonly S[number][]): ListFilter<TEnum<S>> {
  return { ...is(column, OneOf(states)), rare: new Set<unknown>(rare) }
}
/** The record belongs to the teammate of this address, in any case. */
export const ownedBy = (column: string): ListFilter<TString> => ({
  ...is(column, Text(254), ownerMeant),
  schema: OwnerText(`Records whose ${column} is this; me = yours`),
})
/** The field refers to the record with this id. */
export const refersTo = (column: string): ListFilter<TString> => is(column, Id())
/** The words of the field are these, in any case, as in conditions. */
export const says = (column: string): ListFilter<TString> => ({
  schema: is(column).schema,
  condition: (value, { dialect }) => {
    const said = sql.ref(column)
    const folded = dialect === 'postgresql' ? sql`btrim(lower(normalize(${said}, nfc) collate "und-x-icu"))` : sql`rapport_fold(${said})`
    return sql<SqlBool>`${folded} = ${tagKey(String(value))}`
  },
})
/** The tags of the record have this one, in any case; `object` is the word by which full-text search knows the record type, if it does. */
export const tagged = (object?: string): ListFilter<TString> => ({
  schema: Text(100, { description: 'Records whose tags have this, in any case' }),
  ...(object !== undefined && { tagOf: object }),
  condition: (value, { dialect }) => hasTag(sql.ref('tags'), tagKey(String(value)), dialect),
})
/** The list has this tag, folded. On PostgreSQL in the words of the indexes in `migrations/postgresql`. */
export function hasTag(tags: Expression<unknown>, key: string, dialect: DialectName): RawBuilder<SqlBool> {
  return dialect === 'postgresql'
    ? sql<SqlBool>`lower(normalize(${tags}::text, nfc) collate "und-x-icu")::jsonb @> ${JSON.stringify([key])}::jsonb`
    : sql<SqlBool>`exists (select 1 from json_each(${tags}) where rapport_fold(value) = ${key})`
}
/** The time is at or after the value. */
export const since = (column: string): ListFilter<TString> => ({
  schema: Timestamp(`Records whose ${column} is at or after this time`),
  condition: (value, { eb, codec }) => eb(column, '>=', codec.toColumn(column, new Date(String(value)))),
})
/** The time lies before the value. */
export const before = (column: string): ListFilter<TString> => ({
  schema: Timestamp(`Records whose ${column} is before this time`),
  condition: (value, { eb, codec }) => eb(column, '<', codec.toColumn(column, new Date(String(value)))),
})
/** The day is on or after the value. */
export const fromDay = (column: string): ListFilter<TString> => ({
  schema: Day(`${column} on or after this day`),
  condition: (value, { eb }) => eb(column, '>=', value),
})
/** The day is on or before the value. */
export const toDay = (column: string): ListFilter<TString> => ({
  schema: Day(`${column} on or before this day`),
  condition: (value, { eb }) => eb(column, '<=', value),
})
/** A condition of its own; `false` means its contrary. */
export const flag = (description: string, condition: (context: FilterContext) => Expression<SqlBool>): ListFilter<TBoolean> => ({
  schema: Type.Boolean({ description }),
  condition: (value, context) => (value ? condition(context) : context.eb.not(condition(context))),
})

/** The schema of the query of a list. */
export type ListSchema<F extends Filters> = TObject<
  { [K in keyof F]: TOptional<F[K]['schema']> } & {
    limit: TOptional<TInteger>
    cursor: TOptional<TString>
    sort: TOptional<TString>
    fields: TOptional<TString>
    updated_since: TOptional<TString>
    deleted: TOptional<TUnsafe<'only'>>
  }
>

/** The query of a list: page, sort, sparse fields and the named filters. */
export function listSchema<F extends Filters>(filters: F, sorts: readonly string[]): ListSchema<F> {
  return Closed({
    ...Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, Type.Optional(schema)])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Records on a page' })),
    cursor: Type.Optional(Cursor),
    sort: Type.Optional(Sort(sorts)),
    fields: Type.Optional(FieldNames),
    updated_since: Type.Optional(since('updated_at').schema),
    deleted: Type.Optional(OneOf(['only'], { description: '`only` = deleted records' })),
  }) as ListSchema<F>
}

/** By what a list is sorted: some of these fields, by which of them first. */
export function Sort(sorts: readonly string[], others = ''): TString {
  return Text(300, { description: `${sorts.join(', ')}${others}; \`-\` = descending, several with commas` })
}

/** The query of a list as it was given. */
export type ListQuery = Partial<Static<ListSchema<Record<never, never>>>> & {
  /** What `filter` of the list means, as a part of its statement. */
  readonly where?: Expression<SqlBool>
  /** What its `sort` can name besides the fields that are said, as parts of its statement. */
  readonly sorting?: Sorting
} & Readonly<Record<string, unknown>>
