import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { dealsFollowed } from '../../crm/deals/following.ts'
import { linesOfDeals } from './contributions.ts'
import { DealLine } from './entity.ts'
import { dealLines as operations } from './operations.ts'
import { repriceDeals } from './repricing.ts'

/** The product lines of deals, which decide their amount. */
export const dealLines: Feature = plugin({
  name: 'deal-lines',
  version: '1.0.0',
  requires: { deals: '^1.0.0', documents: '^1.0.0' },
  contributes: [linesOfDeals],
  entities: [DealLine],
  hooks: [dealsFollowed.attach(repriceDeals)],
  operations: { deals: operations },
})
