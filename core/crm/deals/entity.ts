import { type TSchema, Type } from '@sinclair/typebox'
import {
  type Access,
  amount,
  boolean,
  choice,
  day,
  defaulted,
  type Field,
  type Kind,
  hidden,
  json,
  longText,
  number,
  optional,
  owner,
  readOnly,
  text,
  texts,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Id, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { customValues } from '../../kernel/operation/schema/values.ts'
import { stageTypes } from '../pipelines/entity.ts'
import { commonFields, entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { currency } from '../../kernel/values/currency.ts'
import { forecastCategories } from './lists.ts'

/** One move in the pipeline; `days_in_stage` are fractional days. */
export const StageMove = Closed({
  at: Timestamp('When it moved'),
  from: Nullable(Text(255, { description: 'Stage before' })),
  to: Nullable(Text(255, { description: 'Stage after' })),
  days_in_stage: Type.Number({ description: 'Days it had spent in the stage before' }),
})
/** A contact of a deal, with its role. */
export const DealContact = Closed({
  lead_id: Id('Contact'),
  role: Type.Optional(Nullable(Text(100, { description: 'Such as decision maker' }))),
  primary: Type.Optional(Type.Boolean({ description: 'The contact to talk to first' })),
})

// A field that the engine fills in when create leaves it out.
const found = <T, S extends TSchema, A extends Access, K extends Kind>(each: Field<T, S, A, boolean, K>) => ({
  ...each,
  optional: true as const,
})

/** Fields of a deal. The names of stage and pipeline are copies, so that lists and events need no other table. */
export const dealFields = {
  ...commonFields,
  name: text({ min: 1, max: 500, description: 'Name of the deal', example: 'Lovelace Ltd - 40 licenses' }),
  pipeline_id: found(uuid('The default pipeline when left out')),
  pipeline_name: readOnly(text('Name of its pipeline')),
  stage_id: found(text({ description: 'Stage, by id or name; the first open one when left out' })),
  stage_name: readOnly(text('Name of its stage')),
  status: found(choice(stageTypes, { description: 'Follows the type of the stage; given alone, it leads to a stage of that type' })),
  amount: defaulted(amount({ description: 'Amount, net', example: 12500 }), 0),
  cost: readOnly(optional(amount('What it costs, by its lines or the quote that was accepted; null where that is not known'))),
  currency: found(currency('ISO 4217; that of the company or the organization when left out')),
  probability: optional(number({ minimum: 0, maximum: 100, description: 'Percent; that of the stage when left out' })),
  forecast_category: defaulted(choice(forecastCategories, 'How sure it is, in the forecast'), 'pipeline'),
  close_date: optional(day({ description: 'When it is expected to be closed' })),
  owner_email: found(owner('Owner; `me` when left out')),
  company_id: optional(uuid('The company of the primary contact when left out')),
  primary_lead_id: optional(uuid('Primary contact')),
  contacts: defaulted(json(Type.Array(DealContact, { maxItems: 100, description: 'All contacts, with what they are in the deal' })), []),
  priority: defaulted(
    text({ max: 100, description: 'How much it matters: a value of the picklist priorities', example: 'high' }),
    'medium',
  ),
  deal_type: defaulted(
    text({ max: 100, description: 'New or further business: a value of the picklist deal_types', example: 'renewal' }),
    'new_business',
  ),
  source: optional(text('Where it came from, in free words')),
  recurring: defaulted(boolean('Is paid again and again'), false),
  mrr: optional(amount({ description: 'Monthly recurring revenue' })),
  score: optional(number('Likelihood on a scale of your own')),
  next_step: optional(text({ max: 1000, description: 'What is to be done next' })),
  next_step_date: optional(day('Until when')),
  description: optional(longText('What is worth knowing, in free words')),
  lost_reason: optional(text('One of the picklist lost_reasons, or other words')),
  won_reason: optional(text('Why it was won')),
  competitors: texts('Who else is asked'),
  tags: texts('Labels'),
  custom: customValues(),
  stage_entered_at: readOnly(timestamp('When it came into its stage')),
  stage_history: readOnly(defaulted(json(Type.Array(StageMove), 'Every move from stage to stage, the oldest first'), [])),
  closed_at: optional(timestamp('When it was won or lost; given with a closed status only')),
  last_activity_at: readOnly(optional(timestamp('When something was last done about it'))),
  merged_ids: readOnly(defaulted(json(Type.Array(Id()), 'Ids of the deals that were merged into it'), [])),
  /** When the deal will have been in its stage for too long. */
  stuck_at: hidden(optional(timestamp())),
  /** The entry into a stage for which `deal.rotting` was fired last. */
  rotting_for: hidden(optional(timestamp())),
  /** The close date for which `deal.overdue` was fired last. */
  overdue_for: hidden(optional(day())),
}

const schema = entity('Deal', 'deals', dealFields, {
  sortKeys: ['name'],
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    ['pipeline_id', 'stage_id', 'stage_entered_at', 'id'],
    ['owner_email', 'created_at', 'id'],
    ['close_date', 'id'],
    ['company_id', 'created_at', 'id'],
    ['primary_lead_id', 'created_at', 'id'],
  ],
})

/** A deal: found by external ids alone; its status, probability and `closed_at` follow from its stage. */
export class Deal extends schema.class {}
schema.setClass(Deal)

const other = entity(
  'OtherContact',
  'deal_contacts',
  { user_from: ownFields.user_from, deal_id: readOnly(uuid()), contact_id: readOnly(uuid()) },
  // Nothing but ids, which follow what stands in the deal: of the deal an export shows them, and an erasure takes them out.
  { key: ['deal_id', 'contact_id'], indexes: [['contact_id', 'deal_id']], privacy: 'kept' },
)

/** A contact of a deal besides its primary one. Triggers keep the rows as the deal says (`2026-12-12-deal-contacts`); nobody else writes them. */
export class OtherContact extends other.class {}
other.setClass(OtherContact)

/** How the contacts of a deal are named besides its primary one. */
export const otherContacts = { table: OtherContact.table, holder: 'deal_id', named: 'contact_id' }
/** How a deal names any of its contacts. */
export const dealsOfContact = { field: 'primary_lead_id', besides: otherContacts }
