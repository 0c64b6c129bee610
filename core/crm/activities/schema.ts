import { Type } from '@sinclair/typebox'
import { callOutcomes } from '../../platform/catalog/lists.ts'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, Nullable, OneOf, Text, Timestamp, NOT_BLANK } from '../../kernel/operation/schema/schema.ts'
import { before, is, listSchema, ownedBy, refersTo, since } from '../../kernel/storage/records/filters.ts'
import { periods } from '../../kernel/values/period.ts'
import { activityFields } from './entity.ts'

// Further names of these fields are accepted; their own are answered.
const aliases = {
  contact_id: Type.Optional(Nullable(Id('Same as lead_id'))),
  assigned_to: Type.Optional(Nullable(Text(254, { description: 'Same as owner_email' }))),
  custom_properties: Type.Optional(activityFields.custom.schema),
}
const { at: _at, ...createProperties } = createSchema(activityFields).properties

/** An activity as the API shows it. */
export const ActivityRecord = recordSchema(activityFields)
/** Input of create. Two names of one field must not contradict each other; unknown fields are refused. */
export const ActivityCreate = Closed({
  ...createProperties,
  at: Type.Optional(Timestamp('When it happened; now when left out')),
  ...aliases,
})
/** Input of update. */
export const ActivityUpdate = Closed({ ...updateSchema(activityFields).properties, ...aliases })

const {
  subject,
  body,
  lead_id,
  company_id,
  deal_id,
  quote_id,
  task_id,
  owner_email,
  participants,
  duration_seconds,
  external_ids,
  pinned,
} = createProperties
const about = { lead_id, contact_id: aliases.contact_id, company_id, deal_id, quote_id }
const when = { at: Type.Optional(Timestamp('When it happened; now when left out')) }

/** Input of `POST /activities/notes`, the short form of an activity of the type `note`. */
export const Note = Closed({
  body: Text(60_000, { minLength: 1, pattern: NOT_BLANK, description: 'The note itself', examples: ['Wants an offer by Friday'] }),
  subject,
  ...about,
  ...when,
  pinned,
  external_ids,
})
/** Input of `POST /activities/calls`; `outcome` is one of the call outcomes of the catalog. */
export const Call = Closed({
  outcome: Type.Optional(OneOf(callOutcomes, { description: 'How it went' })),
  direction: Type.Optional(OneOf(['in', 'out'], { default: 'out', description: 'Who called; in: the contact' })),
  duration_seconds,
  recording_url: createProperties.recording_url,
  subject,
  body,
  ...about,
  task_id,
  ...when,
  owner_email,
  external_ids,
})
/** Input of `POST /activities/meetings`; a meeting in the future is booked, and does not count as the last activity. */
export const Meeting = Closed({
  subject,
  body,
  participants,
  duration_seconds,
  outcome: createProperties.outcome,
  ...about,
  task_id,
  at: Type.Optional(Timestamp('When it takes place; in the future for one that is booked')),
  owner_email,
  external_ids,
})

/** Filters of the list. */
export const activityFilters = {
  type: is('type', activityFields.type.schema),
  owner: ownedBy('owner_email'),
  contact_id: refersTo('lead_id'),
  lead_id: refersTo('lead_id'),
  company_id: refersTo('company_id'),
  deal_id: refersTo('deal_id'),
  quote_id: refersTo('quote_id'),
  task_id: refersTo('task_id'),
  from: since('at'),
  before: before('at'),
}
/** Orders of the list; `-` in front reverses one. */
export const activitySorts = ['at', 'created_at', 'updated_at'] as const
/** Query of the list. */
export const ActivityList = Closed({
  ...listSchema(activityFilters, activitySorts).properties,
  period: Type.Optional(OneOf(periods, { description: 'Activities of this period, in days of the organization' })),
})

/** An activity as lists, events and timelines show it. */
export const presentActivity = presenter(activityFields)
