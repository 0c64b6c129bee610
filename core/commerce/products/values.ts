import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { toMoney } from '../../kernel/values/money.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import type { Product } from './entity.ts'
import type { ProductCreate } from './schema.ts'

/** Of a product, what a write sets. */
export type Values = Partial<Omit<Product, 'id'>>

/**
 * What is stored for what was given: aliases, trimmed sku, money of four decimals, one spelling per tag. Throws for two tiers of one
 * quantity.
 */
export function normalised(input: Partial<Static<typeof ProductCreate>>): Values {
  const values = withoutAliases<Values>(input, { code: 'sku', reference: 'sku', custom_properties: 'custom' })
  if (values.sku !== undefined) values.sku = values.sku.trim()
  if (values.sku === '') throw invalid('/sku', 'too_short', 'sku must not be blank')
  for (const field of ['price', 'cost', 'supplier_price'] as const)
    if (values[field] !== undefined) values[field] = toMoney(values[field]) ?? null
  const quantities = values.price_tiers?.map(({ min_quantity }) => min_quantity) ?? []
  const twice = quantities.findIndex((each, at) => quantities.indexOf(each) < at)
  if (twice >= 0) throw invalid(`/price_tiers/${twice}/min_quantity`, 'duplicate', 'Two tiers begin at one quantity')
  if (values.price_tiers) values.price_tiers = values.price_tiers.map((tier) => ({ ...tier, price: toMoney(tier.price) }))
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}
