import { sql } from 'kysely'
import { amountField, column } from '../../records/search/grammar/field.ts'
import { decimalsIn } from '../../kernel/money/decimals.ts'
import type { Deal } from './entity.ts'
import { marginOf, weightedAmount } from './schema.ts'

/** Amount times probability in conditions and reports, rounded to the currency as the API shows it. */
export const weighted = amountField<typeof Deal.fields>(
  (of) => {
    const [amount, percent, digits] = [
      column('amount', of),
      sql`coalesce(${column('probability', of)}, 0)`,
      decimalsIn(column('currency', of)),
    ]
    return of.dialect === 'sqlite'
      ? sql`cast(rapport_percent(${amount}, ${percent}, ${digits}) as integer)`
      : // By way of its text a double is the decimal that it is shown as.
        sql`round(${amount} * ${percent}::text::numeric * 0.01, ${digits})`
  },
  (deal) => weightedAmount(deal),
)

/** Amount less cost in conditions and reports. */
export const margin = amountField<typeof Deal.fields>(
  (of) => sql`(${column('amount', of)} - ${column('cost', of)})`,
  (deal) => marginOf(deal),
)
