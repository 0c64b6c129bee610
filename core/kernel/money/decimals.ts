import { type Expression, type RawBuilder, sql } from 'kysely'
import type { DialectName } from '../storage/schema/codec.ts'
import { exponents } from '../values/currency.ts'

/** The decimals of amounts in the currency of this code, in a statement; two where it is unknown. */
export function decimalsIn(code: Expression<unknown>): RawBuilder<unknown> {
  const cases = Object.entries(exponents).map(
    ([digits, codes]) => sql`when ${code} in (${sql.join(codes.split(' ').map((each) => sql.lit(each)))}) then ${sql.lit(Number(digits))}`,
  )
  return sql`(case ${sql.join(cases, sql` `)} else 2 end)`
}

/** A sum of stored amounts, as one; SQLite ends a statement whose whole numbers become too large, and adds up doubles exactly as far as these go. */
export function sumOfMoney(amount: Expression<unknown>, dialect: DialectName): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`total(${amount})` : sql`sum(${amount})`
}
