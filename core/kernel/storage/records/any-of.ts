import { type Expression, type SqlBool, sql } from 'kysely'
import type { Kind } from '../../operation/schema/fields.ts'
import type { DialectName } from '../schema/codec.ts'
import { givenTo } from '../schema/given-to.ts'

const arrays: Readonly<Partial<Record<Kind, string>>> = { text: 'text[]', uuid: 'uuid[]', integer: 'integer[]', bigint: 'bigint[]' }

/** The column has one of these values: one parameter and one statement for any number of them. */
export function anyOf(column: string, kind: Kind, values: readonly unknown[], dialect: DialectName): Expression<SqlBool> {
  // One value is the case of every single read, and an equality is what both planners do best.
  if (values.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${values[0]}`
  return amongGiven(column, kind, givenTo(dialect, values), dialect)
}

/**
 * The same of values as the driver takes them (`givenTo`), or of a place where they will stand. It names
 * the type of the values, by which `OrganizationFilter` knows ids that are unique in all organizations.
 */
export function amongGiven(column: string, kind: Kind, given: unknown, dialect: DialectName): Expression<SqlBool> {
  const type = sql.raw(dialect === 'postgresql' ? (arrays[kind] ?? 'text[]') : kind)
  return dialect === 'postgresql'
    ? sql<SqlBool>`${sql.ref(column)} = any(${given}::${type})`
    : sql<SqlBool>`${sql.ref(column)} in (select value as ${type} from json_each(${given}))`
}
