import { CurrencyTotal, rounded } from '../../kernel/money/currency-total.ts'
import type { Span } from '../../kernel/money/span.ts'
import { type Tallied, zero } from '../../kernel/money/tally.ts'
import { daysBetween } from '../../kernel/values/calendar.ts'
import { mapValues } from '../../kernel/values/objects.ts'
import { textOrNull } from '../../kernel/values/scalar.ts'
import type { Age } from './billing-schema.ts'
import { moneyOf } from './issued.ts'

/** The balance due of open invoices (by company, due day, currency and rate), in the currency of the organization. */
export function owed(groups: readonly Tallied[], currency: string) {
  const subtotal = new CurrencyTotal(currency)
  for (const group of groups) {
    const { code, rate } = moneyOf(group)
    subtotal.add(code, group.values[0]?.sum ?? zero, { rate })
  }
  return subtotal.amount
}

/** The balance due of open invoices in all and by age; amounts without a rate are kept in `total`, so that the answer can name them. */
export function aged(groups: readonly Tallied[], { today, currency }: Span, total = new CurrencyTotal(currency)) {
  const subtotal = new CurrencyTotal(currency, total)
  const ages: Record<Age, CurrencyTotal> = {
    current: new CurrencyTotal(currency),
    '1_30': new CurrencyTotal(currency),
    '31_60': new CurrencyTotal(currency),
    '61_90': new CurrencyTotal(currency),
    over_90: new CurrencyTotal(currency),
  }
  for (const group of groups) {
    const { count } = group
    const { code, rate } = moneyOf(group)
    const due = textOrNull(group.keys[1])
    const amount = group.values[0]?.sum ?? zero
    const age = ageOf(due === null ? 0 : daysBetween(due, today))
    if (subtotal.add(code, amount, { rate, count })) ages[age].add(null, code === currency ? amount : amount.times(rate ?? 1), { count })
  }
  const overdue = subtotal.amount.minus(ages.current.amount)
  const ageing = mapValues(ages, ({ value }) => value)
  return { total: subtotal.value, overdue: rounded(overdue, currency), invoices: subtotal.count, ageing, amount: subtotal.amount }
}

function ageOf(late: number): Age {
  if (late <= 0) return 'current'
  if (late <= 30) return '1_30'
  if (late <= 60) return '31_60'
  return late <= 90 ? '61_90' : 'over_90'
}
