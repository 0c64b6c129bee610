import { catalogPrice } from '../products/catalog-price.ts'
import type { Product } from '../products/entity.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { decimalUnits, exactUnits, fromUnits, toUnits } from '../../kernel/values/units.ts'
import type { PriceRule } from './entity.ts'

/**
 * A line that is to be priced: quantity in the unit of the product, day as YYYY-MM-DD. Without a currency, prices in every currency count.
 */
export interface PricingLine {
  readonly product: Product | undefined
  readonly sku: string | null
  readonly quantity: number
  readonly currency: string | null
  readonly date: string
}

/** The net price that a rule gives, or why it gives none. */
export type Priced = { readonly price: number } | { readonly reason: Inapplicable }
/** Why a rule gives no price for a line that it is for. */
export type Inapplicable =
  | 'inactive'
  | 'not_yet_valid'
  | 'expired'
  | 'other_currency'
  | 'quantity_too_small'
  | 'not_a_tester'
  | 'no_base_price'
  | 'no_cost'

/** The price that a rule gives for a line that it is for. */
export function priceBy(rule: PriceRule, line: PricingLine): Priced {
  const { product, date, currency } = line
  if (!rule.active) return { reason: 'inactive' }
  if (rule.valid_from !== null && date < rule.valid_from) return { reason: 'not_yet_valid' }
  if (rule.valid_to !== null && date > rule.valid_to) return { reason: 'expired' }
  if (rule.currency !== null && currency !== null && rule.currency !== currency) return { reason: 'other_currency' }
  const value = valueAt(rule, line.quantity)
  if (value === null) return { reason: 'quantity_too_small' }
  if (rule.kind === 'tester' && !product?.is_tester) return { reason: 'not_a_tester' }
  if (rule.kind === 'fixed_price' || rule.kind === 'tester') return { price: toMoney(value) }
  if (rule.kind === 'discount_percent') {
    const base = listPrice(product, line)
    return base === null ? { reason: 'no_base_price' } : { price: changedBy(base, -value) }
  }
  const cost = costOf(product, currency)
  return cost === null ? { reason: 'no_cost' } : { price: changedBy(cost, value) }
}

/** The catalog price of a product for a quantity; null where it has none in the currency, because nothing converts it. */
export function listPrice(product: Product | undefined, { quantity, currency }: Pick<PricingLine, 'quantity' | 'currency'>): number | null {
  const own = catalogPrice(product, currency)
  return own ? (highest(own.price_tiers, quantity)?.price ?? own.price) : null
}

/** The value of the highest tier that the quantity reaches, else that of the rule. */
function valueAt({ tiers, value }: PriceRule, quantity: number): number | null {
  return highest(tiers, quantity)?.value ?? value
}

function highest<T extends { readonly min_quantity: number }>(tiers: readonly T[], quantity: number): T | undefined {
  const reached = tiers.filter(({ min_quantity }) => min_quantity <= quantity)
  return reached.toSorted((a, b) => b.min_quantity - a.min_quantity)[0]
}

/** The cost of one unit: as stored, else the price of the supplier where it is in the same currency. */
function costOf(product: Product | undefined, currency: string | null): number | null {
  const own = catalogPrice(product, currency)?.cost ?? null
  if (!product || own !== null) return own
  return product.supplier_price !== null && isIn(product.supplier_currency, currency) ? product.supplier_price : null
}

const isIn = (own: string | null, wanted: string | null) => own === null || wanted === null || own === wanted

// Unit prices keep four decimals in every currency: only totals are rounded to its decimals.
function changedBy(amount: number, percent: number): number {
  const changed = exactUnits(toUnits(amount)).times(exactUnits(100).plus(percent)).dividedBy(100)
  return fromUnits(decimalUnits(changed, 4))
}
