import { Decimal } from 'decimal.js'
import { exponentOf } from '../../kernel/values/currency.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { exactUnits, percentOfUnits, toUnits } from '../../kernel/values/units.ts'
import type { Header } from './amounts.ts'
import type { Line } from './lines.ts'
import type { LineInput } from './schema.ts'
import { lineTotals } from './totals.ts'

type Priced = Pick<LineInput, 'quantity' | 'unit_price' | 'discount_percent' | 'discount_amount'>

// Rates are written with no more decimals than they need.
const RATE_DECIMALS = [0, 1, 2, 4] as const

/**
 * The lines of a document as another document copies them: with the same totals, even if the catalog has changed since. Where a source gave a
 * total without a price or rate, or one that does not follow from its price, price and rate follow from the total.
 */
export function copiedLines(from: Pick<Header, 'currency' | 'total_excl_tax' | 'tax_total'>, lines: readonly Line[]): LineInput[] {
  const exponent = exponentOf(from.currency)
  const isUntold = lines.every(({ tax_rate, tax_amount }) => tax_rate === null && tax_amount === null)
  const rate = isUntold ? rateOf(from.total_excl_tax, from.tax_total, exponent) : null
  return lines.map((line) => {
    const { product_id, sku, name, description, unit, total_excl_tax, tax_amount, cost, custom } = line
    const tax_rate = line.tax_rate ?? rate ?? rateOf(total_excl_tax, tax_amount, exponent)
    return { product_id, sku, name, description, unit, ...pricedAsBefore(line, exponent), tax_rate, cost, custom }
  })
}

function pricedAsBefore(line: Line, exponent: number): Priced {
  const { quantity, unit_price, discount_percent, discount_amount, total_excl_tax } = line
  const net = toMoney(total_excl_tax, exponent)
  if (net !== null && (unit_price === null || lineTotals(line, exponent).total_excl_tax !== net))
    return pricedAt(net, Math.abs(quantity) || 1, exponent)
  // Only a source has negative quantities; a negative price has the same total.
  if (quantity >= 0) return { quantity, unit_price, discount_percent, discount_amount }
  return { quantity: -quantity, unit_price: unit_price === null ? null : 0 - unit_price, discount_percent, discount_amount }
}

/** A price that gives this total for a quantity; a discount takes off what rounding adds. */
function pricedAt(net: number, quantity: number, exponent: number): Priced {
  const price = exactUnits(net).dividedBy(quantity).toDecimalPlaces(4, Decimal.ROUND_UP)
  const discount = price.times(quantity).toDecimalPlaces(exponent).minus(net)
  return { quantity, unit_price: price.toNumber(), discount_percent: null, discount_amount: discount.isZero() ? null : discount.toNumber() }
}

/** The rate that gives this tax for this amount; null where none does. */
function rateOf(net: number | null, tax: number | null, exponent: number): number | null {
  if (!net || tax === null) return null
  const percent = exactUnits(tax).dividedBy(net).times(100)
  const rates = RATE_DECIMALS.map((decimals) => percent.toDecimalPlaces(decimals).toNumber())
  return rates.find((rate) => rate >= 0 && rate <= 100 && percentOfUnits(toUnits(net), rate, exponent) === toUnits(tax)) ?? null
}

/** Copies of lines that are offers still, so that their prices follow another currency or customer as those of the lines did. */
export function asOffered(copies: readonly LineInput[], lines: readonly Pick<Line, 'from_catalog'>[]): LineInput[] {
  return copies.map((copy, at) => Object.assign(copy, { from_catalog: lines[at]?.from_catalog ?? null }))
}
