import { type Expression, expressionBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { anyOf } from './any-of.ts'
import type { Records, RowQuery } from './records.ts'
import type { EntityTable } from '../schema/entity.ts'
import type { Tables } from '../schema/tables.ts'

/** A table that says which records others name besides the one that a field holds: all contacts of a deal but its primary one. */
export interface Besides {
  readonly table: string
  /** Its column with the id of the record that names others. */
  readonly holder: string
  /** Its column with the id of the one that is named; no row repeats what the field says. */
  readonly named: string
}

/** By which field records name another one, and by which table besides. */
export interface Naming {
  readonly field: string
  readonly besides?: Besides | undefined
}

/** A field as a naming. */
export const namingOf = (by: string | Naming): Naming => (typeof by === 'string' ? { field: by } : by)

/** The records of this table that name the one with this id, under the alias; each way of naming is looked up in an index of its own. */
export function namedBy(table: string, alias: string, { field, besides }: Naming, id: Expression<unknown>): RowQuery {
  const all: RowQuery = expressionBuilder<Tables, never>().selectFrom(`${table} as ${alias}`)
  const byField = all.where(sql<SqlBool>`${sql.ref(`${alias}.${field}`)} = ${id}`)
  if (!besides) return byField
  const [own, others] = [byField.selectAll(alias), joinedBy(all, alias, besides, id).selectAll(alias)]
  return expressionBuilder<Tables, never>().selectFrom(own.unionAll(others).as(alias))
}

/** The records of a query under this alias that name the one with this id by a row of the table. */
export function joinedBy<A extends string, O>(
  records: SelectQueryBuilder<Tables, A, O>,
  alias: A,
  { table, holder, named }: Besides,
  id: Expression<unknown>,
) {
  return records
    .innerJoin(`${table} as besides`, (join) => join.on(sql<SqlBool>`${sql.ref(`besides.${holder}`)} = ${sql.ref(`${alias}.id`)}`))
    .where(sql<SqlBool>`${sql.ref(`besides.${named}`)} = ${id}`)
}

/** The records that name some of these under the alias `naming`, once for each that they name: its id is `naming.of`. */
export function naming(
  records: Pick<Records, 'db' | 'dialect' | 'anyOf'>,
  entity: EntityTable,
  by: string | Naming,
  ids: readonly unknown[],
): RowQuery {
  const { field, besides } = namingOf(by)
  const { table } = entity
  const own = records.db
    .selectFrom(table)
    .selectAll(table)
    .select(sql.ref(`${table}.${field}`).as('of'))
    .where(records.anyOf(entity, field, ids))
  if (!besides) return records.db.selectFrom(own.as('naming'))
  const named = `${besides.table}.${besides.named}`
  const others = records.db
    .selectFrom(besides.table)
    .innerJoin(table, `${table}.id`, `${besides.table}.${besides.holder}`)
    .selectAll(table)
    .select(sql.ref(named).as('of'))
    .where(anyOf(named, 'uuid', ids, records.dialect))
  return records.db.selectFrom(own.unionAll(others).as('naming'))
}
