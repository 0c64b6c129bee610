import { exactSum, CurrencyTotal } from '../../kernel/money/currency-total.ts'
import type { Span } from '../../kernel/money/span.ts'
import { type Tallied, zero } from '../../kernel/money/tally.ts'
import { daysBetween } from '../../kernel/values/calendar.ts'
import type { Age } from './billing-schema.ts'

// Open invoices by company, due day, currency and rate.
type Open = readonly [company_id: string | null, due: string | null, code: string, rate: number | null]

/** What open invoices come to, in the currency of the organization. */
export function owed(groups: readonly Tallied[], currency: string) {
  const pot = new CurrencyTotal(currency)
  for (const { keys, values } of groups) {
    const [, , code, rate] = keys as Open
    pot.add(code, values[0]?.sum ?? zero, { rate })
  }
  return pot.amount
}

/**
 * What open invoices come to, in all and by how late they are; what nothing converts is kept in `total`, so that the answer can name it.
 */
export function aged(groups: readonly Tallied[], { today, currency }: Span, total = new CurrencyTotal(currency)) {
  const pot = new CurrencyTotal(currency, total)
  const ages: Record<Age, CurrencyTotal> = {
    current: new CurrencyTotal(currency),
    '1_30': new CurrencyTotal(currency),
    '31_60': new CurrencyTotal(currency),
    '61_90': new CurrencyTotal(currency),
    over_90: new CurrencyTotal(currency),
  }
  for (const { keys, count, values } of groups) {
    const [, due, code, rate] = keys as Open
    const amount = values[0]?.sum ?? zero
    const age = ageOf(due === null ? 0 : daysBetween(due, today))
    if (pot.add(code, amount, { rate, count })) ages[age].add(null, code === currency ? amount : amount.times(rate ?? 1), { count })
  }
  const overdue = pot.amount.minus(ages.current.amount)
  const ageing = Object.fromEntries(Object.entries(ages).map(([age, each]) => [age, each.value])) as Record<Age, number>
  return { total: pot.value, overdue: exactSum(overdue), invoices: pot.count, ageing, amount: pot.amount }
}

function ageOf(late: number): Age {
  if (late <= 0) return 'current'
  if (late <= 30) return '1_30'
  if (late <= 60) return '31_60'
  return late <= 90 ? '61_90' : 'over_90'
}
