import { audited } from '../../kernel/storage/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { SalesCycle } from './entity.ts'
import { contactStages, salesCycles as operations } from './operations.ts'

/** Sales cycles, the pipelines of contacts, with the moves and the lead score. */
export const salesCycles: Feature = plugin({
  name: 'sales-cycles',
  version: '1.0.0',
  requires: { contacts: '^1.0.0' },
  audits: [audited(SalesCycle, 'sales_cycle')],
  entities: [SalesCycle],
  operations: { salesCycles: operations, contacts: contactStages },
})
