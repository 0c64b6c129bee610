import {
  FormatRegistry,
  type Static,
  type TArray,
  type TInteger,
  type TNull,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'

// eslint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/

// Formats are global in TypeBox: this is the only file that sets them, and it never replaces one of the embedding app.
const formats: Record<string, (value: string) => boolean> = {
  // Schemas of plugins may promise ASCII; those of the engine take letters of any alphabet (RFC 6531).
  email: (value) => ASCII.test(value) && isAddress(value),
  'idn-email': isAddress,
  uuid: (value) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value),
  date: isDate,
  'date-time': (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    isDate(value.slice(0, 10)) &&
    isYear(new Date(value), 1000),
  // What people click on: of all schemes these do nothing but open a page.
  uri: (value) => /^https?:/i.test(value) && URL.canParse(value),
}
for (const [name, check] of Object.entries(formats)) if (!FormatRegistry.Has(name)) FormatRegistry.Set(name, check)

/** Whether a schema is that of e-mail addresses, which are stored in lower case. */
export function isEmail({ format }: TSchema): boolean {
  return format === 'idn-email' || format === 'email'
}

/** A closed object: an unknown field is an error, never dropped silently. */
export function Closed<P extends Record<string, TSchema>>(properties: P, options: { $id?: string; description?: string } = {}): TObject<P> {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/**
 * A closed object whose properties are put together when it runs. The compiler does not know which they are, so the caller says it by the
 * type `P`.
 */
export function ClosedAs<P extends TProperties>(properties: TProperties, options: { description?: string } = {}): TObject<P> {
  // What is computed has lost the names that `P` gives it.
  return Closed(properties, options) as never
}

const IDS_OF = Symbol('ids of')

/** The keywords that are read of schemas of any kind. */
export interface Keywords {
  readonly type?: unknown
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly minimum?: number
  readonly maximum?: number
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly [IDS_OF]?: IdsOf
}

/** The schema, or null. */
export type Nullable<S extends TSchema> = TUnion<[S, TNull]>

export function Nullable<S extends TSchema>(schema: S): Nullable<S> {
  const { description } = schema
  return Type.Union([schema, Type.Null()], description ? { description } : {})
}

/** The same schema with a description of its own. */
export function described<S extends TSchema>(schema: S, description: string): S {
  return { ...schema, description }
}

/** The same schema with an example of its own. */
export function exemplified<S extends TSchema>(schema: S, example: Static<S>): S {
  return { ...schema, examples: [example] }
}

/** One of a fixed list of words, as a plain JSON Schema `enum`. */
export function OneOf<const V extends readonly string[]>(values: V, options: Words & { default?: V[number] } = {}): TEnum<V> {
  return Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  )
}
/** The schema of one of a fixed list of words. */
export type TEnum<V extends readonly string[]> = TUnsafe<V[number]>

/** What an atom says besides its kind: its meaning, and an example where the kind's own says little. */
type Words = { readonly description?: string; readonly examples?: unknown[] }

/** Pattern of texts that say something. */
export const NOT_BLANK = '\\S'

/** The id of a record. */
export const Id = (description?: string): TString => Type.String({ format: 'uuid', ...(description && { description }) })
/**
 * Of which records an id is: of the type with this plural; of the one that another argument names (`by`); of the one that the record at the
 * argument `id` names in a field of its own (`at`).
 */
export type IdsOf = string | { readonly by: string } | { readonly at: string }
/** The id of a record of a type that its name does not say; tools take names of such records, and no document shows it. */
export const IdOf = (of: IdsOf, description?: string): TString => {
  const marked = { [IDS_OF]: of, ...(description !== undefined && { description }) }
  return Type.String({ format: 'uuid', ...marked })
}
/** Of which records an argument has the id, or a list of ids, where `IdOf` says so. */
export function idsOf(schema: TSchema | undefined): IdsOf | undefined {
  const { items, [IDS_OF]: own }: Keywords = schema ?? {}
  return items ? idsOf(items) : own
}
/** A text of at most 255 characters unless `maxLength` says otherwise. */
export const Text = (maxLength = 255, options: Words & { minLength?: number; pattern?: string; default?: string } = {}): TString =>
  Type.String({ maxLength, ...options })
/** Marks schemas whose texts name a teammate, by address or as people do; no document shows it. */
export const OWNER = Symbol('owner')
/** A teammate: address, name or `me`. */
export const OwnerText = (description?: string): TString => {
  const marked = { [OWNER]: true, ...(description !== undefined && { description }) }
  return Text(254, marked)
}
/** A moment, as ISO 8601 with an offset. */
export const Timestamp = (description?: string): TString => Type.String({ format: 'date-time', ...(description && { description }) })
/** A calendar day, `YYYY-MM-DD`. */
export const Day = (description?: string): TString => Type.String({ format: 'date', ...(description && { description }) })
/** A list of up to 200 words of up to 100 characters. */
export const Texts = (options: Words & { maxItems?: number } = {}): TArray<TString> =>
  Type.Array(Text(100, { minLength: 1 }), { maxItems: 200, ...options })
/** How many there are of something. */
export const Count = (description: string): TInteger => Type.Integer({ minimum: 0, description })
/** Where the next page begins, as the page before said it. */
export const Cursor: TString = Type.String({ maxLength: 1000, description: '`next_cursor` of the page before' })
/** The cursor of the next page of a list. */
export const NextCursor: Nullable<TString> = Nullable(
  Type.String({ maxLength: 1000, description: 'Where the next page begins: send it as `cursor`; null on the last' }),
)
/** The answer of a delete. */
export const Deleted = Closed({ deleted: Type.Literal(true, { description: 'Always true: the record is gone' }) })
/** The fields of a record that a caller wants to see. */
export const FieldNames: TString = Text(1000, { description: 'Only these fields, comma separated' })
/** The input of whatever needs nothing but a record. */
export const ById = Closed({ id: Id() })
/** The input of whatever shows one record. */
export const ReadById = Closed({ id: Id(), fields: Type.Optional(FieldNames) })

function isAddress(value: string): boolean {
  return value.length <= 254 && /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(value)
}

function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return isYear(date, 1) && date.toISOString().startsWith(value)
}

// PostgreSQL has no year 0, drivers read times before the year 1000 as later ones, and an offset can lead beyond 9999.
function isYear(date: Date, least: number): boolean {
  const year = date.getUTCFullYear()
  return year >= least && year <= 9999
}
