import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { DialectName, Row } from '../storage/codec.ts'

// 40 digits: sums of numeric(19,4) are exact for far more rows than there are.
const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })
// Units of one whole in the integers of SQLite: four decimals.
const UNITS = 10_000

/** The exact sum of amounts: the columns that a query selects, and what a row of it comes to. */
export function amountSum(dialect: DialectName) {
  // SQLite keeps 1/10,000 as integers: a sum of whole units and one of the rest stay far from its greatest integer.
  const [whole, rest] =
    dialect === 'postgresql' ? [sql`sum(amount)`, sql`0`] : [sql`sum(amount / ${sql.lit(UNITS)})`, sql`sum(amount % ${sql.lit(UNITS)})`]
  return {
    columns: [whole.as('amount_whole'), rest.as('amount_rest')] as const,
    of: (row: Row): Decimal =>
      new Exact(String(row['amount_whole'] ?? 0)).plus(new Exact(String(row['amount_rest'] ?? 0)).dividedBy(UNITS)),
  }
}
