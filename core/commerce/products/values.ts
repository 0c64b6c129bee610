import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { withoutUndefined } from '../../kernel/values/objects.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Product } from './entity.ts'
import type { ProductCreate } from './schema.ts'

/** The values of a product that a write sets. */
export type ProductValues = Partial<Omit<Product, 'id'>>

/**
 * The values that are stored for an input, for one and for sets alike: aliases by their field, sku without blanks around it, money with
 * four decimals, one spelling per tag. Throws `invalid_input` for a blank sku, for two tiers that begin at one quantity, and for two prices in
 * one currency.
 */
export function normalizeProduct(input: Partial<Static<typeof ProductCreate>>): ProductValues {
  const values = withoutAliases<ProductValues>(input, { code: 'sku', reference: 'sku', custom_properties: 'custom' })
  if (values.sku !== undefined) values.sku = values.sku.trim()
  if (values.sku === '') throw invalid('/sku', 'too_short', 'sku must not be blank')
  for (const field of ['price', 'cost', 'supplier_price'] as const)
    if (values[field] !== undefined) values[field] = toMoney(values[field]) ?? null
  if (values.price_tiers) values.price_tiers = tiersOf(values.price_tiers, '/price_tiers')
  if (values.prices) values.prices = pricesOf(values.prices)
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}

/**
 * What an input changes in a known product or makes of a new one (`null`), for one and for sets alike. Throws `duplicate` for a further price in
 * the currency of the product, which has its price already.
 */
export function decideProduct(known: Pick<Product, 'currency' | 'prices'> | null, values: ProductValues): ProductValues {
  const { currency, prices } = { currency: null, prices: [], ...known, ...withoutUndefined(values) }
  const at = currency === null ? -1 : prices.findIndex((each) => each.currency === currency)
  if (at < 0) return values
  const path = values.prices ? `/prices/${at}/currency` : '/currency'
  throw invalid(path, 'duplicate', `${currency} is the currency of the product, whose price is \`price\`: leave it out of \`prices\``)
}

function pricesOf(prices: Product['prices']): Product['prices'] {
  const currencies = prices.map(({ currency }) => currency)
  const twice = currencies.findIndex((each, at) => currencies.indexOf(each) < at)
  if (twice >= 0) throw invalid(`/prices/${twice}/currency`, 'duplicate', `There are two prices in ${currencies[twice]}`)
  return prices.map(({ currency, price, price_tiers = [], cost = null }, at) => ({
    currency,
    price: toMoney(price),
    price_tiers: tiersOf(price_tiers, `/prices/${at}/price_tiers`),
    cost: toMoney(cost),
  }))
}

function tiersOf(tiers: Product['price_tiers'], path: string): Product['price_tiers'] {
  const quantities = tiers.map(({ min_quantity }) => min_quantity)
  const twice = quantities.findIndex((each, at) => quantities.indexOf(each) < at)
  if (twice >= 0) throw invalid(`${path}/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at the same quantity')
  return tiers.map((tier) => ({ ...tier, price: toMoney(tier.price) }))
}
