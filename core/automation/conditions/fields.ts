import type { ValueType } from '../../records/search/grammar/operators.ts'

// The operators of each type are declared in `search/operators.ts`.
type FieldTypes = Readonly<Record<string, ValueType>>

/** Stored fields that conditions read, by object. */
export const conditionFields = {
  contact: {
    lead_score: 'number',
    sales_cycle_id: 'sales_cycle',
    pipeline_stage: 'contact_stage',
    lifecycle_stage: 'lifecycle',
    lead_status: 'text',
    assigned_to: 'owner',
    primary_email: 'text',
    company: 'text',
    title: 'text',
    seniority: 'text',
    country: 'text',
    organization_industry: 'text',
    organization_num_employees: 'number',
    primary_source: 'text',
    total_email_replies: 'number',
    total_emails_opened: 'number',
    total_website_visits: 'number',
    linkedin_connection_status: 'text',
    tags: 'array',
    do_not_contact: 'boolean',
  },
  deal: {
    amount: 'number',
    stage_id: 'deal_stage',
    pipeline_id: 'pipeline',
    status: 'text',
    owner_email: 'owner',
    priority: 'text',
    deal_type: 'text',
    source: 'text',
    tags: 'array',
  },
  company: {
    name: 'text',
    industry: 'text',
    employees: 'number',
    country: 'text',
    lifecycle_stage: 'lifecycle',
    tier: 'text',
  },
  task: { type: 'text', priority: 'text', owner_email: 'owner' },
} as const satisfies Readonly<Record<string, FieldTypes>>

/** Fields of contacts that are computed when a condition reads them. */
export const computedFields = {
  days_since_last_contact: 'number',
  days_since_created: 'number',
  open_deals_count: 'number',
  open_deals_amount: 'number',
  won_deals_count: 'number',
  active_sequences: 'number',
  open_tasks: 'number',
  overdue_tasks: 'number',
  email_domain: 'text',
} as const satisfies FieldTypes

/**
 * Fields of a run that conditions read beside its record: related records, the wait or split before, the event that started it.
 * The second entry is the meaning, unless the name says it.
 */
export const contextFields = {
  'company.name': ['text'],
  'company.industry': ['text'],
  'company.country': ['text'],
  'company.tier': ['text'],
  'company.employees': ['number'],
  'company.lifecycle_stage': ['lifecycle'],
  'deal.amount': ['number'],
  'deal.days_in_stage': ['number'],
  'deal.days_to_close': ['number'],
  'deal.stage_id': ['deal_stage'],
  'deal.status': ['text'],
  'wait.result': ['text', '`received` or `timeout`'],
  'split.variant': ['text', '`a` or `b`'],
  'event.from': ['text', 'Previous value of the trigger'],
  'event.to': ['text', 'New value of the trigger'],
  'event.subject': ['text'],
  'event.snippet': ['text', 'Beginning of the email or message'],
  'event.channel': ['text', '`whatsapp`, `linkedin` or `email`'],
  'event.nth': ['number', 'Count of emails sent to the contact, this one included'],
  'event.in_copy': ['text', '`true` when the contact was only in copy, else `false`'],
  'event.mailbox': ['text', 'Mailbox used'],
} as const satisfies Readonly<Record<string, readonly [type: ValueType, meaning?: string]>>
