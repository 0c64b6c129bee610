import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../catalog/lists.ts'
import {
  boolean,
  choice,
  defaulted,
  email,
  integer,
  json,
  number,
  optional,
  readOnly,
  text,
  texts,
  timestamp,
  url,
  uuid,
} from '../kernel/fields.ts'
import { Closed, Nullable, Text, Timestamp } from '../kernel/schema.ts'
import { Address, Custom, Labelled } from '../kernel/values.ts'
import { commonFields, entity } from '../storage/entity.ts'

export const linkedinStates = ['none', 'pending', 'connected'] as const

export const StageMove = Closed({ at: Timestamp(), from: Nullable(Text()), to: Nullable(Text()), days_in_stage: Type.Number() })
const Consent = Closed({ state: Text(20), at: Timestamp(), source: Nullable(Text()), text_version: Nullable(Text()) })
const Utm = Closed({
  source: Type.Optional(Nullable(Text())),
  medium: Type.Optional(Nullable(Text())),
  campaign: Type.Optional(Nullable(Text())),
  term: Type.Optional(Nullable(Text())),
  content: Type.Optional(Nullable(Text())),
})

export const contactFields = {
  ...commonFields,
  primary_email: optional(email({ description: 'Unique; same as email' })),
  emails: defaulted(json(Labelled('email', email().schema)), []),
  first_name: optional(text()),
  last_name: optional(text()),
  name: optional(text({ max: 511 })),
  title: optional(text({ description: 'Job title' })),
  company: optional(text({ description: 'Company name' })),
  company_id: optional(uuid()),
  assigned_to: optional(text({ max: 254, description: 'Owner' })),
  phone: optional(text({ max: 60, description: 'E.164 where the number is valid' })),
  phone_raw: readOnly(optional(text({ max: 60 }))),
  phones: defaulted(json(Labelled('phone', text({ max: 60 }).schema)), []),
  country: optional(text({ max: 80, description: 'ISO 3166-1 alpha-2; a name is accepted' })),
  city: optional(text()),
  address: optional(json(Address)),
  tags: texts(),
  sales_cycle_id: optional(uuid()),
  pipeline_stage: optional(text()),
  stage_history: readOnly(defaulted(json(Type.Array(StageMove)), [])),
  lead_status: optional(text()),
  lifecycle_stage: optional(choice(lifecycleStages)),
  lead_score: defaulted(number(), 0),
  do_not_contact: defaulted(boolean(), false),
  consents: readOnly(defaulted(json(Type.Record(Type.String(), Consent)), {})),
  seniority: optional(text()),
  organization_industry: readOnly(optional(text({ description: 'Of the company' }))),
  organization_num_employees: readOnly(optional(integer({ description: 'Of the company' }))),
  primary_source: optional(text()),
  last_source: optional(text()),
  utm: optional(json(Utm)),
  linkedin_url: optional(url()),
  linkedin_connection_status: optional(choice(linkedinStates)),
  language: optional(text({ max: 35 })),
  timezone: optional(text({ max: 64 })),
  total_email_replies: readOnly(defaulted(integer(), 0)),
  total_emails_opened: readOnly(defaulted(integer(), 0)),
  total_website_visits: readOnly(defaulted(integer(), 0)),
  last_contacted_at: readOnly(optional(timestamp())),
  last_activity_at: readOnly(optional(timestamp())),
  custom_properties: defaulted(json(Custom), {}),
  merged_ids: readOnly(defaulted(json(Type.Array(Type.String())), [])),
}

const schema = entity('Contact', 'contacts', contactFields, {
  uniques: [['primary_email']],
  indexes: [['created_at', 'id'], ['updated_at', 'id'], ['company_id'], ['assigned_to', 'id']],
})

/** A contact (records.md 1). */
export class Contact extends schema.class {}
schema.setClass(Contact)
