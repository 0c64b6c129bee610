import type { TSchema } from '@sinclair/typebox'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Access, Field, Fields, Kind } from '../../operation/schema/fields.ts'
import type { EntityTable } from './entity.ts'

/** All tables as the query builder knows them: by name, each with columns of any type. */
export type Tables = Record<string, Record<string, unknown>>

/** A value as one of the databases holds it: only the codec of its entity reads and writes it. */
export interface Encoded<T> {
  readonly '~encoded': T
}

// Of these kinds both drivers answer the value in memory.
type Plain = 'text' | 'uuid' | 'date' | 'integer' | 'number'

/** What the driver answers for a field: the value itself, or what the codec makes the value of. */
export type Column<F> =
  F extends Field<infer T, TSchema, Access, boolean, infer K extends Kind> ? (K extends Plain ? T : EncodedOf<T>) : never
type EncodedOf<T> = unknown extends T ? unknown : Encoded<NonNullable<T>> | Extract<T, null>

/** The columns of an entity, as the driver answers them. */
export type Columns<F extends Fields> = { -readonly [K in keyof F]: Column<F[K]> }

/** A query for rows of one entity, typed by its fields. */
export type EntityQuery<F extends Fields> = SelectQueryBuilder<Readonly<Record<string, Columns<F>>>, string, object>

/** Begins a query for rows of one entity, typed by its fields; what joins further tables starts from `Kysely<Tables>`. */
export function fromEntity<F extends Fields>(db: Kysely<Tables>, { table }: EntityTable<F>): EntityQuery<F> {
  // The table has the columns of its entity; the query builder knows all tables by name only.
  return db.selectFrom(table)
}
