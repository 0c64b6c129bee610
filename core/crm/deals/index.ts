import { lostReasons } from '../../records/picklists/lists.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Deal } from './entity.ts'
import { dealEvents } from './events.ts'
import { dealPriorities, dealTypes } from '../../records/picklists/lists.ts'
import { forecastCategories } from './lists.ts'
import { DealLine } from './line-entity.ts'
import { deals as operations, dealsWork } from './operations.ts'
import { pipelineMembers } from '../pipelines/members.ts'
import { DealMoves } from './moves.ts'
import { OverdueDeals } from './overdue.ts'
import { RottingDeals } from './rotting.ts'

/** Deals: records, lines, events, and the jobs that tell of stuck and overdue ones. */
export const deals: Feature = plugin({
  name: 'deals',
  version: '1.0.0',
  requires: { companies: '^1.0.0', contacts: '^1.0.0', tasks: '^1.0.0', documents: '^1.0.0', pipelines: '^1.0.0' },
  entities: [Deal, DealLine],
  watches: [dealEvents],
  hooks: [pipelineMembers.attach((records) => new DealMoves(records))],
  operations: { deals: operations },
  loops: [RottingDeals, OverdueDeals],
  jobTypes: dealsWork,
  catalog: {
    lost_reasons: lostReasons,
    deal_types: dealTypes,
    deal_priorities: dealPriorities,
    forecast_categories: forecastCategories,
  },
})
