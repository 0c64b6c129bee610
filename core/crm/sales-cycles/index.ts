import { audited } from '../../kernel/storage/schema/changes.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { stagesOfContacts } from './contributions.ts'
import { SalesCycle } from './entity.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { contactType } from '../contacts/record-type.ts'
import { contactStageRules } from '../contacts/stage-rules.ts'
import { cyclesOf } from './live-cycles.ts'
import { CycleStageRules } from './stage-rules.ts'
import { contactStageOperations, salesCycles as operations } from './operations.ts'

/** Sales cycles, the pipelines of contacts, with the moves and the lead score. */
export const salesCycles: Feature = plugin({
  name: 'sales-cycles',
  version: '1.0.0',
  requires: { contacts: '^1.0.0' },
  audits: [audited(SalesCycle, 'sales_cycle')],
  contributes: [stagesOfContacts],
  entities: [SalesCycle],
  hooks: [contactStageRules.attach(async (records) => new CycleStageRules(await cyclesOf(records)))],
  operations: (types: RecordTypes) => ({ salesCycles: operations, contacts: contactStageOperations(types.of(contactType)) }),
})
