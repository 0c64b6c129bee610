import { sql } from 'kysely'
import { amountField, column, type Source } from '../../records/search/grammar/field.ts'
import { exponents } from '../../kernel/values/currency.ts'
import type { Deal } from './entity.ts'
import { weightedAmount } from './schema.ts'

/** Amount times probability in conditions and reports, rounded to the currency as the API shows it. */
export const weighted = amountField<typeof Deal.fields>(
  (of) => {
    const [amount, percent, digits] = [column('amount', of), sql`coalesce(${column('probability', of)}, 0)`, decimals(of)]
    return of.dialect === 'sqlite'
      ? sql`cast(rapport_percent(${amount}, ${percent}, ${digits}) as integer)`
      : // By way of its text a double is the decimal that it is shown as.
        sql`round(${amount} * ${percent}::text::numeric * 0.01, ${digits})`
  },
  (deal) => weightedAmount(deal),
)

function decimals(of: Source) {
  const cases = Object.entries(exponents).map(
    ([digits, codes]) =>
      sql`when ${column('currency', of)} in (${sql.join(codes.split(' ').map((code) => sql.lit(code)))}) then ${sql.lit(Number(digits))}`,
  )
  return sql`(case ${sql.join(cases, sql` `)} else 2 end)`
}
