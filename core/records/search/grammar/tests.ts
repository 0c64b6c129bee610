import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { DayRange } from '../../../kernel/values/relative-days.ts'
import type { Test } from './operators.ts'
import type { Phrases } from './phrases.ts'

type Is = RawBuilder<SqlBool>

/** A list has these items and no others, or one of them; items are compared as texts are. */
export function listTest(list: Expression<unknown>, test: Test, operands: readonly string[], say: Phrases): Is {
  const [item, given] = [say.fold(sql`item.value`), sql.join(operands)]
  if (test !== 'eq') return sql`exists (select 1 from ${say.items(list)} where ${item} in (${given}))`
  const count = sql.lit(operands.length)
  const mine = sql`count(distinct case when text in (${given}) then text end)`
  return sql`(select count(distinct text) = ${count} and ${mine} = ${count} from (select ${item} as text from ${say.items(list)}) as items where text <> '')`
}

/** One of these is enough: the operands of `in`. */
export function some<T>(operands: readonly T[], test: (operand: T) => Is): Is {
  const [first] = operands
  return operands.length === 1 && first !== undefined ? test(first) : oneHolds(operands.map(test))
}

// A chain of `or` is as deep as it is long, and SQLite takes expressions of a depth of 1,000.
const CHAIN = 100

function oneHolds(tests: readonly Is[]): Is {
  if (tests.length <= CHAIN) return sql`(${sql.join(tests, sql` or `)})`
  const groups = Math.ceil(tests.length / CHAIN)
  return oneHolds(Array.from({ length: groups }, (_, at) => oneHolds(tests.slice(at * CHAIN, (at + 1) * CHAIN))))
}

const operators: Readonly<Partial<Record<Test, string>>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

/** The sign of a comparison of values that have an order. */
export function operator(test: Test): RawBuilder<unknown> {
  return sql.raw(operators[test] ?? '=')
}

/** A day lies within these days, before or after them; such a day is a text, of which the order is that of the days. */
export function inDays(value: Expression<unknown>, test: Test, { first, last }: DayRange): Is {
  if (test === 'gt') return sql`(${value} > ${last})`
  if (test === 'gte') return sql`(${value} >= ${first})`
  if (test === 'lt') return sql`(${value} < ${first})`
  return test === 'lte' ? sql`(${value} <= ${last})` : sql`(${value} >= ${first} and ${value} <= ${last})`
}
