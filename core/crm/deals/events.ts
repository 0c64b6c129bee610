import { type Change, watch } from '../../kernel/storage/schema/changes.ts'
import { Deal } from './entity.ts'
import { presentDeal } from './schema.ts'

/** Fields whose change is `deal.property_changed`. */
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

/** Which changes of a deal are events, and how it is found by its words. */
export const dealEvents = watch(Deal, 'deal', {
  // Every event has all of these; `from` and `to` are null where nothing moved.
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
  follows: ['stage_name', 'pipeline_name', 'stage_entered_at'],
  text: {
    object: 'deals',
    of: ({ name, next_step, source, competitors }) => ({ title: [name], body: [next_step, source, ...competitors] }),
  },
  events: (on) => ({
    'deal.created': on.created('Deal created'),
    'deal.stage_changed': on.moved('stage_id', 'Deal stage changed', { tells: ['pipeline_id'] }),
    'deal.won': on.moved('status', 'Deal won', {
      when: ({ record }) => record.status === 'won',
      made: isMadeAs('won'),
      data: stageMove,
      tells: ['closed_at', 'won_reason'],
    }),
    'deal.lost': on.moved('status', 'Deal lost', {
      when: ({ record }) => record.status === 'lost',
      made: isMadeAs('lost'),
      data: stageMove,
      tells: ['closed_at', 'lost_reason'],
    }),
    'deal.reopened': on.moved('status', 'Deal reopened', {
      when: ({ record }) => record.status === 'open',
      data: stageMove,
      tells: ['closed_at', 'lost_reason', 'won_reason'],
    }),
    'deal.amount_changed': on.moved('amount', 'Deal amount changed'),
    'deal.owner_changed': on.moved('owner_email', 'Deal owner changed'),
    // `DeadlineEvents` alone sets these marks, once for each entry into a stage and each close date.
    'deal.rotting': { label: 'Deal stuck in stage too long', when: ({ kind, changed }) => kind === 'update' && changed.has('rotting_for') },
    'deal.overdue': { label: 'Deal past its close date', when: ({ kind, changed }) => kind === 'update' && changed.has('overdue_for') },
    'deal.property_changed': on.changed(watchedFields, 'Deal property changed'),
  }),
})

// What was won or lost elsewhere, and is told by a source, happened long ago.
function isMadeAs(status: Deal['status']): (deal: Deal) => boolean {
  return (deal) => deal.status === status && !deal.created_via.startsWith('sync:')
}

// A deal is won or lost by a move: `from` and `to` are stages, as in its history; a new one comes from none.
function stageMove({ kind, before, record }: Change<Deal>) {
  return { from: kind === 'create' ? null : (before.stage_id ?? record.stage_id), to: record.stage_id }
}
