import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import {
  boolean,
  choice,
  defaulted,
  email,
  integer,
  json,
  number,
  optional,
  owner,
  readOnly,
  text,
  texts,
  timestamp,
  url,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Id, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { Address, customValues, Labelled } from '../../kernel/operation/schema/values.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'

/** Whether a contact is connected on the professional network; becoming `connected` is the event `contact.linkedin_connected`. */
export const linkedinStates = ['none', 'pending', 'connected'] as const

/** One move between stages of the sales cycle, in the shape of those of deals. */
export const StageMove = Closed({
  at: Timestamp('When it moved'),
  from: Nullable(Text(255, { description: 'Stage before; null for the first' })),
  to: Nullable(Text(255, { description: 'Stage after' })),
  days_in_stage: Type.Number({ description: 'Days that were spent in the stage before' }),
})
// The current consent for one topic; earlier ones are in the history of the contact.
const Consent = Closed({
  state: Text(20, { description: 'subscribed or unsubscribed' }),
  at: Timestamp('When this was said'),
  source: Nullable(Text(255, { description: 'Where this was said' })),
  text_version: Nullable(Text(255, { description: 'Version of the text that was agreed to' })),
})
const Utm = Closed({
  source: Type.Optional(Nullable(Text(255, { description: 'Where the visit came from' }))),
  medium: Type.Optional(Nullable(Text(255, { description: 'By what means' }))),
  campaign: Type.Optional(Nullable(Text(255, { description: 'Name of the campaign' }))),
  term: Type.Optional(Nullable(Text(255, { description: 'Search words' }))),
  content: Type.Optional(Nullable(Text(255, { description: 'Which of several links' }))),
})

/** Fields of a contact. `primary_email` and further addresses are unique among live contacts. */
export const contactFields = {
  ...commonFields,
  primary_email: optional(email({ description: 'Unique; same as email' })),
  emails: defaulted(json(Labelled('email', email('The address').schema), 'All e-mail addresses'), []),
  first_name: optional(text({ description: 'Given name', example: 'Anna' })),
  last_name: optional(text({ description: 'Family name', example: 'Martin' })),
  name: optional(text({ max: 511, description: 'Full name; made of the two when left out' })),
  title: optional(text({ description: 'Job title' })),
  company: optional(text({ description: 'Company name', example: 'Lovelace Ltd' })),
  company_id: optional(uuid('The company, found or made by name and e-mail when left out')),
  assigned_to: optional(owner()),
  phone: optional(text({ max: 60, description: 'E.164 where the number is valid' })),
  phone_raw: readOnly(optional(text({ max: 60, description: 'The number as it was given' }))),
  phones: defaulted(
    json(Labelled('phone', text({ max: 60, description: 'The number, as people dial it' }).schema), 'All telephone numbers'),
    [],
  ),
  country: optional(text({ max: 80, description: 'ISO 3166-1 alpha-2; a name is accepted' })),
  city: optional(text('City')),
  address: optional(json(Address, 'Postal address')),
  tags: texts({ description: 'Labels', example: ['newsletter'] }),
  sales_cycle_id: optional(uuid('The sales cycle that the contact is in')),
  pipeline_stage: optional(text('Stage in the sales cycle')),
  stage_history: readOnly(defaulted(json(Type.Array(StageMove), 'Every move from stage to stage, the oldest first'), [])),
  lead_status: optional(text('Where the first talks stand, in words of your own')),
  lifecycle_stage: optional(choice(lifecycleStages, 'How far the contact has come as a customer')),
  lead_score: defaulted(number('How promising the contact is; workflows and people add to it'), 0),
  do_not_contact: defaulted(boolean('Does not want to be contacted'), false),
  consents: readOnly(defaulted(json(Type.Record(Type.String(), Consent), 'What the contact agreed to, by topic'), {})),
  seniority: optional(text('Rank, such as director')),
  organization_industry: readOnly(optional(text({ description: 'Of the company' }))),
  organization_num_employees: readOnly(optional(integer({ description: 'Of the company' }))),
  primary_source: optional(text('Where the contact came from first')),
  last_source: optional(text('Where the contact came from last')),
  utm: optional(json(Utm, 'Marketing words of the first visit')),
  linkedin_url: optional(url('Page on the professional network')),
  linkedin_connection_status: optional(choice(linkedinStates, 'Whether the two are connected there')),
  language: optional(text({ max: 35, description: 'BCP 47' })),
  timezone: optional(text({ max: 64, description: 'IANA time zone' })),
  total_email_replies: readOnly(defaulted(integer('E-mails that the contact answered'), 0)),
  total_emails_opened: readOnly(defaulted(integer('E-mails that the contact opened'), 0)),
  total_website_visits: readOnly(defaulted(integer('Visits to the web site'), 0)),
  last_contacted_at: readOnly(optional(timestamp('When somebody last wrote or called'))),
  last_activity_at: readOnly(optional(timestamp('When something last happened'))),
  custom_properties: customValues(),
  merged_ids: readOnly(defaulted(json(Type.Array(Id()), 'Ids of the records that were merged into this one'), [])),
}

const schema = entity('Contact', 'contacts', contactFields, {
  sortKeys: ['last_name', 'primary_email'],
  uniques: [['primary_email']],
  privacy: { by: ['id'] },
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
    ['company_id', 'created_at', 'id'],
    ['assigned_to', 'created_at', 'id'],
    ['lead_score', 'id'],
  ],
})

/** A contact, a person: found by external id or by any of its e-mail addresses. */
export class Contact extends schema.class {}
schema.setClass(Contact)
