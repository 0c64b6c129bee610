import { GREATEST_AMOUNT } from './greatest-amount.ts'
import {
  type Static,
  type TObject,
  type TOptional,
  type TNull,
  type TSchema,
  type TString,
  type TUnion,
  type TUnsafe,
  Type,
} from '@sinclair/typebox'
import { Closed, Day, Id, NOT_BLANK, Nullable, OneOf, OwnerText, type TEnum, Text, Texts, Timestamp } from './schema.ts'

/** How a value is stored; the storage maps each kind to a column of both databases. */
export type Kind =
  | 'text'
  | 'uuid'
  | 'integer'
  | 'bigint'
  | 'number'
  | 'money'
  | 'boolean'
  | 'date'
  | 'timestamp'
  | 'list'
  | 'json'
  | 'bytes'

/** `write`: by create and update; `create`: by create only; `read`: set by the engine; `hidden`: never leaves it. */
export type Access = 'write' | 'create' | 'read' | 'hidden'

/**
 * One field of a record, declared once: column, JSON schema, input of create and update, filter and sort all follow from it.
 * `T` is the value in memory (a Date for timestamps), `S` its JSON schema.
 */
export interface Field<
  T = unknown,
  S extends TSchema = TSchema,
  A extends Access = Access,
  Optional extends boolean = boolean,
  K extends Kind = Kind,
> {
  readonly kind: K
  readonly schema: S
  readonly access: A
  /** Create may leave it out. */
  readonly optional: Optional
  readonly nullable: boolean
  readonly initial: T | undefined
  /** An amount in the `currency` of its record has no more decimals than that; what one unit costs may have four. */
  readonly inCurrency?: true
  /** A text is kept in small letters, without blanks around it. */
  readonly folded?: true
  readonly '~value'?: T
}

/** The fields of a record, by name. */
export type Fields = Readonly<Record<string, Field>>
/** The value of a field in memory. */
export type ValueOf<F> = F extends Field<infer T, TSchema, Access, boolean> ? T : never
/** A record in memory. */
export type RecordOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> }

type With<F extends Fields, A extends Access> = {
  [K in keyof F]: F[K] extends Field<infer _T, TSchema, infer G, boolean> ? (G extends A ? K : never) : never
}[keyof F]

/** The schema of a record as it is answered: every field that is not hidden. */
export type RecordSchema<F extends Fields> = TObject<{ [K in Exclude<keyof F, With<F, 'hidden'>> & string]: F[K]['schema'] }>
/** The schema of the input of create: every field that it may give. */
export type CreateSchema<F extends Fields> = TObject<{
  [K in With<F, 'write' | 'create'> & string]: F[K]['optional'] extends true ? TOptional<F[K]['schema']> : F[K]['schema']
}>
/** The schema of the input of update: the id, and every field that it may change. */
export type UpdateSchema<F extends Fields> = TObject<{ [K in With<F, 'write'> & string]: TOptional<F[K]['schema']> } & { id: TString }>

/** A field's meaning in a few words, or together with an example and what else the kind of field takes. */
type FieldMeta<T, O = unknown> = string | ({ readonly description?: string; readonly example?: T } & O)
type Plain<T, S extends TSchema, K extends Kind> = Field<T, S, 'write', false, K>
type Bounds = { readonly minimum?: number; readonly maximum?: number }

const field = <T, S extends TSchema, const K extends Kind>(kind: K, schema: S): Plain<T, S, K> => ({
  kind,
  schema,
  access: 'write',
  optional: false,
  nullable: false,
  initial: undefined,
})

// --- Kinds of field ---

/** At most 255 characters, unless `max` says otherwise; with `min` it is not blank either. */
export const text = (said: FieldMeta<string, { max?: number; min?: number }> = {}) => {
  const { max = 255, min, ...words } = metaOf(said)
  return field<string, ReturnType<typeof Text>, 'text'>(
    'text',
    Text(max, { ...(min !== undefined && { minLength: min, pattern: NOT_BLANK }), ...words }),
  )
}
/** At most 60,000 characters. */
export const longText = (said: FieldMeta<string> = {}) => field<string, ReturnType<typeof Text>, 'text'>('text', Text(60_000, metaOf(said)))
/** An e-mail address, folded to lower case by who stores it. */
export const email = (said: FieldMeta<string> = {}) =>
  field<string, ReturnType<typeof Text>, 'text'>('text', Type.String({ format: 'idn-email', maxLength: 254, ...metaOf(said) }))
/** The e-mail address of the teammate whose record it is. */
export const owner = (description = 'Owner, or `me`') => ({
  ...field<string, ReturnType<typeof Text>, 'text'>('text', OwnerText(description)),
  folded: true as const,
})
/** An absolute address of the web. */
export const url = (said: FieldMeta<string> = {}) =>
  field<string, ReturnType<typeof Text>, 'text'>('text', Type.String({ format: 'uri', maxLength: 2048, ...metaOf(said) }))
/** The id of a record. */
export const uuid = (description?: string) => field<string, ReturnType<typeof Id>, 'uuid'>('uuid', Id(description))
/** A whole number of 32 bits. */
export const integer = (said: FieldMeta<number, Bounds> = {}) =>
  field<number, ReturnType<typeof Type.Integer>, 'integer'>(
    'integer',
    Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, ...metaOf(said) }),
  )
/** A whole number as far as JSON carries it exactly. */
export const bigInteger = (said: FieldMeta<number> = {}) =>
  field<number, ReturnType<typeof Type.Integer>, 'bigint'>('bigint', Type.Integer(metaOf(said)))
/** A binary floating-point number: for scores and quantities, never for money. */
export const number = (said: FieldMeta<number, Bounds> = {}) =>
  field<number, ReturnType<typeof Type.Number>, 'number'>('number', Type.Number({ minimum: -1e15, maximum: 1e15, ...metaOf(said) }))
/** A JSON number of at most four decimals, stored exactly. */
export const money = (said: FieldMeta<number, Bounds> = {}) =>
  field<number, ReturnType<typeof Type.Number>, 'money'>(
    'money',
    Type.Number({ minimum: -GREATEST_AMOUNT, maximum: GREATEST_AMOUNT, ...metaOf(said) }),
  )
/** Money in the `currency` that its record names, rounded to the decimals of it. */
export const amount = (said: FieldMeta<number, Bounds> = {}) => ({ ...money(said), inCurrency: true as const })
/** True or false. */
export const boolean = (said: FieldMeta<boolean> = {}) =>
  field<boolean, ReturnType<typeof Type.Boolean>, 'boolean'>('boolean', Type.Boolean(metaOf(said)))
/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export const day = (said: FieldMeta<string> = {}) =>
  field<string, ReturnType<typeof Day>, 'date'>('date', Type.String({ format: 'date', ...metaOf(said) }))
/** A moment: ISO 8601 with an offset in JSON, a `Date` in memory. */
export const timestamp = (said: FieldMeta<string> = {}) =>
  field<Date, ReturnType<typeof Timestamp>, 'timestamp'>('timestamp', Type.String({ format: 'date-time', ...metaOf(said) }))
/** One of a fixed list of words. */
export const choice = <const V extends readonly string[]>(values: V, said: FieldMeta<V[number]> = {}) =>
  field<V[number], TEnum<V>, 'text'>('text', OneOf(values, metaOf(said)))
/** At most 200 words of up to 100 characters; none when create leaves them out. */
export const texts = (said: FieldMeta<string[]> = {}) =>
  defaulted(field<string[], ReturnType<typeof Texts>, 'list'>('list', Texts(metaOf(said))), [])
/** Bytes as they are; no answer and no input has such a field. */
export const bytes = () => field<Uint8Array, TUnsafe<Uint8Array>, 'bytes'>('bytes', Type.Unsafe<Uint8Array>({}))
/** Anything that the schema describes, stored as JSON. */
export const json = <S extends TSchema>(schema: S, said: FieldMeta<Static<S>> = {}) =>
  field<Static<S>, S, 'json'>('json', { ...schema, ...metaOf(said) })

// --- What a field may be besides ---

/** May be null, and is when create leaves it out. */
export const optional = <T, S extends TSchema, A extends Access, K extends Kind>(
  each: Field<T, S, A, boolean, K>,
): Field<T | null, TUnion<[S, TNull]>, A, true, K> => ({
  ...each,
  schema: Nullable(each.schema),
  optional: true,
  nullable: true,
  initial: null,
})

/** Has this value when create leaves it out. */
export const defaulted = <T, S extends TSchema, A extends Access, K extends Kind>(
  each: Field<T, S, A, boolean, K>,
  initial: T,
): Field<T, S, A, true, K> => ({
  ...each,
  schema: { ...each.schema, default: initial },
  optional: true,
  initial,
})

/** Set by the engine, and shown. */
export const readOnly = <T, S extends TSchema, O extends boolean, K extends Kind>(
  each: Field<T, S, Access, O, K>,
): Field<T, S, 'read', O, K> => ({
  ...each,
  access: 'read',
})
/** Given by create, and never changed by an update. */
export const createOnly = <T, S extends TSchema, O extends boolean, K extends Kind>(
  each: Field<T, S, Access, O, K>,
): Field<T, S, 'create', O, K> => ({
  ...each,
  access: 'create',
})
/** Kept by the engine, and never shown. */
export const hidden = <T, S extends TSchema, O extends boolean, K extends Kind>(
  each: Field<T, S, Access, O, K>,
): Field<T, S, 'hidden', O, K> => ({
  ...each,
  access: 'hidden',
})

// --- The schemas that follow ---

/** The record as the API answers it, without computed fields. */
export function recordSchema<F extends Fields>(fields: F): RecordSchema<F> {
  return schemaOf<RecordSchema<F>>(pick(fields, (each) => each.access !== 'hidden', answered))
}

/** The input of create: fields with an initial value may be left out. */
export function createSchema<F extends Fields>(fields: F): CreateSchema<F> {
  return schemaOf<CreateSchema<F>>(pick(fields, writable, (each) => (each.optional ? Type.Optional(each.schema) : each.schema)))
}

/** The changes of an update, and the id of the record. */
export function updateSchema<F extends Fields>(fields: F): UpdateSchema<F> {
  return schemaOf<UpdateSchema<F>>({
    id: Id(),
    ...pick(
      fields,
      ({ access }) => access === 'write',
      ({ schema }) => Type.Optional(withoutDefault(schema)),
    ),
  })
}

function schemaOf<S extends TObject>(properties: Record<string, TSchema>): S {
  // The loop over the fields has forgotten which one has which schema; `S` says it again.
  return Closed(properties) as S
}

const writable = ({ access }: Field) => access === 'write' || access === 'create'

type Words<O> = Omit<O, 'example'> & { readonly examples?: unknown[] }

/** The same as keywords of JSON Schema. */
function metaOf<T, O extends object>(said: FieldMeta<T, O>): Words<O & { description?: string }> {
  if (typeof said === 'string') return { description: said } as Words<O & { description?: string }>
  const { example, ...rest } = said
  return { ...rest, ...(example !== undefined && { examples: [example] }) }
}

function pick(fields: Fields, which: (field: Field) => boolean, schema: (field: Field) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, each]) => which(each))
      .map(([name, each]) => [name, schema(each)]),
  )
}

// Bounds are for what is given: what is computed of it may lie beyond them.
function answered({ schema, access, kind }: Field): TSchema {
  const { minimum: _least, maximum: _most, ...rest } = withoutDefault(schema)
  return access === 'read' && kind === 'money' ? rest : withoutDefault(schema)
}

/** The schema of a field that keeps its value where it is left out. */
export function withoutDefault(schema: TSchema): TSchema {
  const { default: _, ...rest } = schema
  return rest
}
