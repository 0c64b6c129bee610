import { traced } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { PriceRule } from './entity.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { priceRuleOperations } from './operations.ts'
import { priceRuleType } from './record-type.ts'

/** Prices by customer, product, quantity and day. */
export const priceRules: Feature = plugin({
  name: 'price-rules',
  version: '1.0.0',
  requires: { companies: '^1.0.0', products: '^1.0.0' },
  audits: [traced(PriceRule, 'price_rule')],
  recordTypes: [priceRuleType],
  operations: (types: RecordTypes) => ({ priceRules: priceRuleOperations(types.of(priceRuleType)) }),
})
