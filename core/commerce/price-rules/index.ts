import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { priceRuleJobs, priceRuleOperations } from './operations.ts'
import { priceRuleType } from './record-type.ts'

/** Prices by customer, product, quantity and day. */
export const priceRules: Feature = plugin({
  name: 'price-rules',
  version: '1.0.0',
  requires: { companies: '^1.0.0', products: '^1.0.0' },
  recordTypes: [priceRuleType],
  operations: (types: RecordTypes) => ({ priceRules: priceRuleOperations(types.of(priceRuleType)) }),
  jobTypes: [priceRuleJobs.delete],
})
