import { Activity } from '../../crm/activities/entity.ts'
import { presentActivity } from '../../crm/activities/schema.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { Invoice } from '../../commerce/invoices/entity.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { EntityTable } from '../../kernel/storage/entity.ts'
import { Order } from '../../commerce/orders/entity.ts'
import { Quote } from '../../commerce/quotes/entity.ts'
import { Task } from '../../crm/tasks/entity.ts'
import { presentTask } from '../../crm/tasks/schema.ts'

/** Where entries of a timeline come from: a record type, when each happened, and how it is shown. */
export interface Source {
  readonly type: string
  readonly entity: EntityTable
  /** A time, or a day, which counts from its beginning in UTC. */
  readonly at: { readonly field: string; readonly isDay?: true }
  title(record: Row): unknown
  data(record: Row, now: Date): Row
}

// By the day of issue, which is what customers know of it; a document type without one would stand at its making.
const document = (type: string, entity: EntityTable): Source => ({
  type,
  entity,
  at: {
    field: 'issue_date' in entity.fields ? 'issue_date' : 'created_at',
    ...('issue_date' in entity.fields && { isDay: true as const }),
  },
  title: ({ number }) => number,
  data: ({ number, status, issue_date = null, currency, total_incl_tax, company_id, lead_id, deal_id = null }) => ({
    number,
    status,
    issue_date,
    currency,
    total_incl_tax,
    company_id,
    lead_id,
    deal_id,
  }),
})

/** Everything but the events; activities come before what is derived from them. */
export const sources: readonly Source[] = [
  {
    type: 'activity',
    entity: Activity,
    at: { field: 'at' },
    title: ({ subject, type }) => subject ?? type,
    data: (record, now) => presentActivity(record as unknown as Activity, now),
  },
  {
    type: 'task',
    entity: Task,
    at: { field: 'created_at' },
    title: ({ title }) => title,
    data: (record, now) => presentTask(record as unknown as Task, now),
  },
  document('quote', Quote),
  document('order', Order),
  document('invoice', Invoice),
]

/** Whose records are on the timeline of another record. */
export const people = { contacts: Contact, deals: Deal } as const

// What an activity or a task says itself, and changes of fields, which are the history's.
export const untold = [
  'contact.note_added',
  'contact.email_sent',
  'contact.email_received',
  'contact.message_sent',
  'contact.message_received',
  'contact.replied',
  'contact.meeting_booked',
  'contact.property_changed',
  'deal.property_changed',
] as const
