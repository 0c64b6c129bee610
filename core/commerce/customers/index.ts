import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { billingOfCompanies } from './contributions.ts'
import { customers as operations } from './operations.ts'

/** Companies as customers: what they have brought in, owe and have ordered last. */
export const customers: Feature = plugin({
  name: 'customers',
  version: '1.0.0',
  requires: { companies: '^1.0.0', deals: '^1.0.0', tasks: '^1.0.0', 'credit-notes': '^1.0.0', 'price-rules': '^1.0.0' },
  contributes: [billingOfCompanies],
  operations: { companies: operations },
})
