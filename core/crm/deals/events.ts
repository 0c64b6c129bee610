import { type Change, watch } from '../../kernel/storage/changes.ts'
import { Deal } from './entity.ts'
import { presentDeal } from './schema.ts'

/** Fields whose change is `deal.property_changed` (contract 2.7). */
export const watchedFields = [
  'stage_id',
  'status',
  'amount',
  'close_date',
  'owner_email',
  'priority',
  'next_step',
  'probability',
  'company_id',
  'custom',
] as const

/** What changes of a deal mean (contract 6.1), with the data of contract 6.3. */
export const dealEvents = watch(Deal, 'deal', {
  // Every event has all of these (contract 6.3); what did not move comes from and goes to nowhere.
  summary: ({ id, name, owner_email, stage_id, status, amount, currency, close_date, company_id, pipeline_id }) => ({
    id,
    name,
    owner: owner_email,
    from: null,
    to: null,
    stage: stage_id,
    status,
    amount,
    currency,
    close_date,
    company_id,
    pipeline_id,
  }),
  record: presentDeal,
  text: {
    object: 'deals',
    of: ({ name, next_step, source, competitors }) => ({ title: [name], body: [next_step, source, ...competitors] }),
  },
  events: (on) => ({
    'deal.created': on.created('Deal created'),
    'deal.stage_changed': on.moved('stage_id', 'Deal stage changed'),
    'deal.won': on.moved('status', 'Deal won', { when: ({ record }) => record.status === 'won', data: stageMove }),
    'deal.lost': on.moved('status', 'Deal lost', { when: ({ record }) => record.status === 'lost', data: stageMove }),
    'deal.reopened': on.moved('status', 'Deal reopened', { when: ({ record }) => record.status === 'open', data: stageMove }),
    'deal.amount_changed': on.moved('amount', 'Deal amount changed'),
    'deal.owner_changed': on.moved('owner_email', 'Deal owner changed'),
    // Their marks are set by the clock alone, once for each entry into a stage and each close date (see rotting.ts and overdue.ts).
    'deal.rotting': { label: 'Deal stuck in stage too long', when: ({ kind, changed }) => kind === 'update' && changed.has('rotting_for') },
    'deal.overdue': { label: 'Deal past its close date', when: ({ kind, changed }) => kind === 'update' && changed.has('overdue_for') },
    'deal.property_changed': on.changed(watchedFields, 'Deal property changed'),
  }),
})

// A deal is won by a move: whence and where to are stages, as in the history of the deal.
function stageMove({ before, record }: Change<Deal>): Record<string, unknown> {
  return { from: before.stage_id ?? record.stage_id, to: record.stage_id }
}
