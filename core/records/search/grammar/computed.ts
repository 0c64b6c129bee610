import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { EntityTable } from '../../../kernel/storage/schema/entity.ts'
import type { Tables } from '../../../kernel/storage/schema/tables.ts'
import { joinedBy, type Naming, namingOf } from '../../../kernel/storage/records/naming.ts'
import { column, type SearchField, type Source } from './field.ts'

const DAY_MS = 86_400_000

/** Whether a time that this column holds has come. */
export function hasCome(name: string, { dialect, now }: Source): Expression<SqlBool> {
  const moment = dialect === 'postgresql' ? sql`${now.toISOString()}::timestamptz` : sql`cast(${now.getTime()} as integer)`
  return sql<SqlBool>`${sql.ref(name)} <= ${moment}`
}

/** Whole days of 24 hours since a time; null when it never came. */
export function daysSince(field: string): SearchField {
  return {
    type: 'number',
    sql(of) {
      const time = column(field, of)
      return of.dialect === 'postgresql'
        ? // What takes the greater of two takes null for none.
          sql`(case when ${time} is not null then floor(greatest(extract(epoch from (${of.now.toISOString()}::timestamptz - ${time})), 0) / 86400)::float8 end)`
        : sql`(max(0, cast(${of.now.getTime()} as integer) - ${time}) / ${sql.lit(DAY_MS)})`
    },
    value(record, now) {
      const time = record[field]
      return time instanceof Date ? Math.max(0, Math.floor((now.getTime() - time.getTime()) / DAY_MS)) : null
    },
    changesAt(record, asked) {
      const time = record[field]
      if (!(time instanceof Date)) return []
      return asked.flatMap((days) => [Math.ceil(days), Math.floor(days) + 1]).map((days) => new Date(time.getTime() + days * DAY_MS))
    },
  }
}

/** The moment that a field holds, as the one at which what is computed from it changes. */
export function momentIn(field: string): NonNullable<SearchField['changesAt']> {
  return ({ [field]: time }) => (time instanceof Date ? [time] : [])
}

/** The number of live records that name this one; in memory the caller must have counted it. */
export function countOf({ table, fields }: EntityTable, naming: string | Naming, where?: (of: Source) => Expression<SqlBool>): SearchField {
  const { field, besides } = namingOf(naming)
  return {
    type: 'number',
    sql(of) {
      let others = expressionBuilder<Tables, never>()
        .selectFrom(`${table} as counted`)
        .select(sql`count(*)`.as('number'))
      if ('deleted_at' in fields) others = others.where('counted.deleted_at', 'is', null)
      if (where) others = others.where(where(of))
      const byField = others.where(sql<SqlBool>`${sql.ref(`counted.${field}`)} = ${column('id', of)}`)
      const number = besides ? sql`((${byField}) + (${joinedBy(others, 'counted', besides, column('id', of))}))` : sql`(${byField})`
      return of.dialect === 'postgresql' ? sql`${number}::float8` : number
    },
    value: () => null,
  }
}
