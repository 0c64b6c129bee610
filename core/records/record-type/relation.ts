import { type TArray, type TObject, type TOptional, type TSchema, type TUnsafe, Type } from '@sinclair/typebox'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { Nameable } from '../search/grammar/searchable.ts'
import { Closed, ClosedAs, OneOf, ReadById, type TEnum } from '../../kernel/operation/schema/schema.ts'

/** What other records say of a record: some of them, or their number. */
export interface Relation<T = unknown> {
  /** What is shown of the others beside one record. */
  readonly schema: TSchema
  /** For each of these records, in their order. */
  load(records: Records, of: readonly object[]): Promise<T[]>
  /** What reports name of each, where they are rows of their own whose `document_id` is the record. */
  readonly rows?: Nameable
}
/** Related records, by the word with which `include` asks for them. */
export type Relations = Readonly<Record<string, Relation>>
/** A figure that other records make of a record, such as how many name it. */
export interface Figure<T = unknown> extends Relation<T> {
  /** What a new record has, which nothing can name yet. */
  readonly none: T
}
/** Figures by field: a whole record has them, lists and events do without. */
export type Counts = Readonly<Record<string, Figure>>

type Include<X> = { include: TOptional<TArray<TEnum<readonly (keyof X & string)[]>>> }
type Included<X> = { included: TOptional<TObject<{ [K in keyof X]: X[K] extends Relation<infer T> ? TOptional<TUnsafe<T>> : never }>> }
type Counted<N> = { [K in keyof N]: N[K] extends Relation<infer T> ? TOptional<TUnsafe<T>> : never }

/** A query that takes `include` too. */
export function including<Q extends TObject, X extends Relations>(query: Q, relations: X): TObject<Q['properties'] & Include<X>> {
  const names = Object.keys(relations)
  const include = Type.Array(OneOf(names), { maxItems: names.length, description: 'Related records to show under `included`' })
  return ClosedAs({ ...query.properties, include: Type.Optional(include) })
}

/** The record with its counts and, under `included`, what was asked for. */
export function wholeOf<O extends TObject, X extends Relations, N extends Counts>(
  record: O,
  relations: X,
  counts: N,
): TObject<O['properties'] & Counted<N> & Included<X>> {
  const properties = (all: Relations) => Object.fromEntries(Object.entries(all).map(([name, { schema }]) => [name, Type.Optional(schema)]))
  const included = Closed(properties(relations), { description: 'What `include` asked for' })
  const whole = { ...record.properties, ...properties(counts), included: Type.Optional(included) }
  const { description } = record
  return ClosedAs(whole, { ...(description !== undefined && { description }) })
}

/** A resource whose records and list can show what they name. */
export interface Declared {
  readonly record: TObject
  readonly list: TObject
}
/** A resource with what `related` adds to it. */
export type Related<D extends Declared, X extends Relations, N extends Counts> = Omit<D, keyof Declared> & {
  readonly record: ReturnType<typeof wholeOf<D['record'], X, N>>
  readonly list: ReturnType<typeof including<D['list'], X>>
  readonly get: ReturnType<typeof including<typeof ReadById, X>>
  readonly relations: X
  readonly counts: N
}

/** A record type with what `include` shows beside its records, in lists, reads and searches, and what only a whole one has. */
export function related<D extends Declared, X extends Relations>(declared: D, relations: X): Related<D, X, Record<never, never>>
export function related<D extends Declared, X extends Relations, N extends Counts>(declared: D, relations: X, counts: N): Related<D, X, N>
export function related(declared: Declared, relations: Relations, counts: Counts = {}): Related<Declared, Relations, Counts> {
  return {
    ...declared,
    record: wholeOf(declared.record, relations, counts),
    list: including(declared.list, relations),
    get: including(ReadById, relations),
    relations,
    counts,
  }
}

/** What these relations say of each of these records, in their order. */
export async function load(records: Records, of: readonly object[], relations: Relations): Promise<Record<string, unknown>[]> {
  const loaded = await Promise.all(Object.entries(relations).map(async ([name, each]) => [name, await each.load(records, of)] as const))
  return of.map((_, at) => Object.fromEntries(loaded.map(([name, values]) => [name, values[at]])))
}
