import { type Expression, type OrderByModifiersCallbackExpression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { orderKey } from '../../values/text-order.ts'
import type { DialectName } from '../schema/codec.ts'
import type { Order } from './list-order.ts'
import { textOrder } from './text-order.ts'

/** One column of an `order by`. */
interface OrderColumn {
  readonly by: Expression<unknown>
  readonly descending: boolean
  readonly gaps: boolean
  /** Its value in the last row of the page before. */
  readonly last: unknown
}

/**
 * The columns of an `order by`, the id last; `last` are the values of the terms in the row behind which the page begins, and `id` is its id.
 * What people read as the same stands together, whatever its case and accents.
 */
function columnsOf({ terms }: Pick<Order, 'terms'>, dialect: DialectName, last: readonly unknown[] = [], id?: string): OrderColumn[] {
  const keys = terms.map(({ said, value, descending, gaps, spoken, stored, isComputed }, at) => {
    if (!spoken) return { by: stored ?? value, descending, gaps, last: last[at] }
    const key = dialect === 'sqlite' ? orderKey(String(last[at] ?? '')) : textOrder(sql`${last[at]}::text`, dialect, true)
    return { by: stored ?? textOrder(said, dialect, isComputed), descending, gaps: false, last: key }
  })
  return [...keys, { by: sql.ref('id'), descending: terms.at(-1)?.descending === true, gaps: false, last: id }]
}

/** The `order by` of a list: the expressions, each with its direction. */
export function ordering(
  order: Pick<Order, 'terms'>,
  dialect: DialectName,
): readonly (readonly [Expression<unknown>, OrderByModifiersCallbackExpression])[] {
  return columnsOf(order, dialect).map((each) => [each.by, directed(each)] as const)
}

// Null counts as the greatest value, as in the indexes of PostgreSQL: what has no due date comes after all that have one.
function directed({ descending, gaps }: OrderColumn): OrderByModifiersCallbackExpression {
  return (order) => {
    if (descending) return gaps ? order.desc().nullsFirst() : order.desc()
    return gaps ? order.asc().nullsLast() : order.asc()
  }
}

/** The condition of the rows that come behind the one with these values, as columns hold them, and this id. */
export function behind(order: Pick<Order, 'terms'>, dialect: DialectName, values: readonly unknown[], id: string): RawBuilder<SqlBool> {
  const columns = columnsOf(order, dialect, values, id)
  const [first] = columns
  const isEven = columns.every(({ descending }) => descending === first?.descending)
  // An index serves a comparison of rows; a null, which counts as the greatest value, is before all where the greatest come first.
  if (isEven && columns.every(({ gaps, descending, last }) => !gaps || (descending && last !== null))) {
    const [row, other] = [columns.map(({ by }) => by), columns.map(({ last }) => sql`${last}`)]
    return sql<SqlBool>`((${sql.join(row)}) ${first?.descending ? sql`<` : sql`>`} (${sql.join(other)}))`
  }
  return stepwise(columns)
}

function stepwise([column, ...rest]: readonly OrderColumn[]): RawBuilder<SqlBool> {
  if (!column) return sql<SqlBool>`(1 = 0)`
  const { by, last } = column
  const same = last === null ? sql<SqlBool>`${by} is null` : sql<SqlBool>`${by} = ${last}`
  return rest.length === 0 ? further(column) : sql<SqlBool>`(${further(column)} or (${same} and ${stepwise(rest)}))`
}

function further({ by, last, descending, gaps }: OrderColumn): RawBuilder<SqlBool> {
  if (last === null) return descending ? sql<SqlBool>`${by} is not null` : sql<SqlBool>`(1 = 0)`
  if (descending) return sql<SqlBool>`${by} < ${last}`
  return gaps ? sql<SqlBool>`(${by} > ${last} or ${by} is null)` : sql<SqlBool>`${by} > ${last}`
}
