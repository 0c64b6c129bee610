import { traced } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { PriceRule } from './entity.ts'
import { priceRules as operations } from './operations.ts'

/** Prices by customer, product, quantity and day. */
export const priceRules: Feature = plugin({
  name: 'price-rules',
  version: '1.0.0',
  requires: { companies: '^1.0.0', products: '^1.0.0' },
  entities: [PriceRule],
  audits: [traced(PriceRule, 'price_rule')],
  operations: { priceRules: operations },
})
