import { sum } from '../documents/totals.ts'
import type { Sheet } from './shown-sheet.ts'

/** A discount in percent, as an amount, or both. */
interface Discount {
  readonly discount_percent: number | null
  readonly discount_amount: number | null
}

/** A discount as text: percent, amount, or both. */
export function discountOf({ discount_percent, discount_amount }: Discount, { money, number }: Pick<Sheet, 'money' | 'number'>): string {
  return [discount_percent ? `${number(discount_percent)} %` : '', discount_amount ? money(discount_amount) : '']
    .filter(Boolean)
    .join(' + ')
}

/** The rows between the lines and the gross total: subtotal and discount on the whole where there is one, net total, taxes. */
export function sumsOf({ document, text, money, number }: Sheet): readonly (readonly [name: string, amount: string])[] {
  const { total_excl_tax, taxes } = document
  return [
    ...reductionOf({ document, text, money, number }),
    [text.net, money(total_excl_tax)],
    ...taxes.map(({ tax_rate, tax }) => [`${text.tax} ${number(tax_rate)} %`, money(tax)] as const),
  ]
}

function reductionOf({ document, text, money, number }: Pick<Sheet, 'document' | 'text' | 'money' | 'number'>) {
  const { total_excl_tax, discount_percent, discount_amount, lines = [] } = document
  if ((!discount_percent && !discount_amount) || total_excl_tax === null) return []
  const all = lines.reduce((so, line) => sum(so, line.total_excl_tax ?? 0), 0)
  // An amount alone stands in its own column.
  const how = discount_percent ? ` ${discountOf({ discount_percent, discount_amount }, { money, number })}` : ''
  return [[text.subtotal, money(all)] as const, [`${text.discount}${how}`, money(sum(total_excl_tax, -all))] as const]
}
