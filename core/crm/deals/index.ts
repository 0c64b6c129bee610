import { lostReasons } from '../../records/picklists/lists.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import type { RecordTypes } from '../../records/record-type/record-types.ts'
import { OtherContact } from './entity.ts'
import { associationsOf } from '../../records/associations/condition.ts'
import { listMembership } from '../../records/lists/membership.ts'
import { dealType } from './record-type.ts'
import { dealPriorities, dealTypes } from '../../records/picklists/lists.ts'
import { forecastCategories } from './lists.ts'
import { dealsOfCompanies, dealsOfContacts } from './contributions.ts'
import { dealJobs, dealOperations } from './operations.ts'
import { pipelineMembers } from '../pipelines/members.ts'
import { DealMoves } from './moves.ts'
import { OverdueDeals } from './overdue.ts'
import { RottingDeals } from './rotting.ts'

// Conditions ask for links among these.
const linked = ['contacts', 'companies', 'deals']

/** Deals: records, events, and the jobs that tell of stuck and overdue ones. */
export const deals: Feature = plugin({
  name: 'deals',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0', pipelines: '^1.0.0' },
  recordTypes: [dealType],
  entities: [OtherContact],
  contributes: [dealsOfContacts, dealsOfCompanies, listMembership('deals'), ...linked.map((each) => associationsOf(each, linked))],
  hooks: [pipelineMembers.attach((records) => new DealMoves(records))],
  operations: (types: RecordTypes) => ({ deals: dealOperations(types.of(dealType)) }),
  loops: [RottingDeals, OverdueDeals],
  jobTypes: [dealJobs.update, dealJobs.delete],
  catalog: {
    lost_reasons: lostReasons,
    deal_types: dealTypes,
    deal_priorities: dealPriorities,
    forecast_categories: forecastCategories,
  },
})
