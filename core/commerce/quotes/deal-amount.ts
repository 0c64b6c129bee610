import { homeToday, Rates } from '../../platform/currencies/rates.ts'
import { Deal } from '../../crm/deals/entity.ts'
import type { DealService } from '../../crm/deals/service.ts'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { sum } from '../documents/totals.ts'
import type { Quote } from './entity.ts'

/**
 * Makes the net total of an accepted quote the amount of its deal, whatever stood there, and whether the caller may see the deal or not: this is
 * what the customer agreed to. The deal keeps its currency and its lines; another currency is converted at the rate of the quote or of today.
 * A deal that is lost, and an amount that no known rate converts, stay as they are.
 */
export async function agreeAmount(records: Records, deals: DealService, quote: Quote): Promise<void> {
  const { deal_id, total_excl_tax } = quote
  if (deal_id === null || total_excl_tax === null || total_excl_tax < 0) return
  const isSeen = await records.has(Deal, deal_id)
  const [hidden] = isSeen ? [] : await records.whole.findBy(Deal, 'id', [deal_id], { lock: true })
  const deal = isSeen ? await deals.forChange(deal_id) : hidden
  if (!deal || deal.status === 'lost') return
  const convert = await conversion(records, deal.currency, quote)
  if (convert === null) return
  const { margin } = quote
  const changes = { amount: convert(total_excl_tax), cost: margin === null ? null : convert(sum(total_excl_tax, -margin)) }
  if (changes.amount === deal.amount && changes.cost === deal.cost) return
  if (hidden) await records.whole.update(Deal, [{ before: hidden, changes }])
  else deals.change(deal, changes)
}

/** What an amount of the quote is in this currency; null where no rate is known. */
async function conversion(records: Records, currency: string, quote: Quote): Promise<((amount: number) => number) | null> {
  const { exchange_rate, rate_base } = quote
  if (quote.currency === null || quote.currency === currency) return (amount) => amount
  const rates = await Rates.of(records, [quote.currency, currency])
  const { today } = await homeToday(records)
  const from = (rate_base === rates.home ? exchange_rate : null) ?? rates.on(quote.currency, today)
  const to = rates.on(currency, today)
  return from === null || to === null ? null : (amount) => toMoney((amount * from) / to, exponentOf(currency))
}
