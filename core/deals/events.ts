import { eventTypes } from '../kernel/catalog.ts'

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

export const dealEvents = eventTypes(
  {
    'deal.created': 'Deal created',
    'deal.stage_changed': 'Deal stage changed',
    'deal.won': 'Deal won',
    'deal.lost': 'Deal lost',
    'deal.reopened': 'Deal reopened',
    'deal.amount_changed': 'Deal amount changed',
    'deal.owner_changed': 'Deal owner changed',
    'deal.rotting': 'Deal stuck in stage too long',
    'deal.overdue': 'Deal past its close date',
    'deal.property_changed': 'Deal property changed',
  },
  'Deals',
)
