import { GREATEST_AMOUNT } from '../../kernel/operation/schema/greatest-amount.ts'
import { invalid } from '../../kernel/operation/errors.ts'
import { computedAmounts, type OpenLine, type Settled } from '../documents/amounts.ts'

/** What the lines of a deal come to in its currency; a deal has no discount of its own: discounts are those of its lines. */
export function amountsOf({ currency }: { readonly currency: string }, lines: readonly OpenLine[]): Settled {
  return computedAmounts({ currency, discount_percent: null, discount_amount: null }, lines)
}

/** The same, for lines that are to be written; throws `too_big` for more than an amount can be. */
export function amountsToWrite(deal: { readonly currency: string }, lines: readonly OpenLine[]): Settled {
  const settled = amountsOf(deal, lines)
  if (Math.abs(settled.amounts.total_incl_tax ?? 0) > GREATEST_AMOUNT)
    throw invalid('/lines', 'too_big', `An amount is at most ${GREATEST_AMOUNT}`)
  return settled
}
