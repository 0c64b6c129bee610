import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Product } from './entity.ts'
import type { ProductCreate } from './schema.ts'

/** The values of a product that a write sets. */
export type ProductValues = Partial<Omit<Product, 'id'>>

/**
 * The values that are stored for an input, for one and for sets alike: aliases by their field, sku without blanks around it, money with
 * four decimals, one spelling per tag. Throws `invalid_input` for a blank sku and for two tiers that begin at one quantity.
 */
export function normalizeProduct(input: Partial<Static<typeof ProductCreate>>): ProductValues {
  const values = withoutAliases<ProductValues>(input, { code: 'sku', reference: 'sku', custom_properties: 'custom' })
  if (values.sku !== undefined) values.sku = values.sku.trim()
  if (values.sku === '') throw invalid('/sku', 'too_short', 'sku must not be blank')
  for (const field of ['price', 'cost', 'supplier_price'] as const)
    if (values[field] !== undefined) values[field] = toMoney(values[field]) ?? null
  const quantities = values.price_tiers?.map(({ min_quantity }) => min_quantity) ?? []
  const twice = quantities.findIndex((each, at) => quantities.indexOf(each) < at)
  if (twice >= 0) throw invalid(`/price_tiers/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at the same quantity')
  if (values.price_tiers) values.price_tiers = values.price_tiers.map((tier) => ({ ...tier, price: toMoney(tier.price) }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}
