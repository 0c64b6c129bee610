import { type Change, watch } from '../../kernel/storage/schema/changes.ts'
import { typedForms } from '../../kernel/values/phone.ts'
import { Contact } from './entity.ts'
import { nameOf, presentContact } from './schema.ts'

// All numbers of a contact in the forms in which people type them.
const numbersOf = ({ phone, phone_raw, phones, country }: Contact) =>
  [...new Set([phone, phone_raw, ...phones.map((each) => each.phone)])].flatMap((each) => typedForms(each, country))

/** Fields whose change is `contact.property_changed`. */
export const watchedFields = [
  'pipeline_stage',
  'lead_status',
  'lifecycle_stage',
  'lead_score',
  'assigned_to',
  'title',
  'company',
  'company_id',
  'phone',
  'primary_email',
  'country',
  'city',
  'tags',
  'do_not_contact',
  'custom_properties',
] as const

/**
 * Which changes of a contact are events, and how it is found by its words. `reported` events follow from other records, such as
 * activities.
 */
export const contactEvents = watch(Contact, 'contact', {
  summary: (contact) => ({
    id: contact.id,
    name: nameOf(contact),
    email: contact.primary_email,
    owner: contact.assigned_to,
    company: contact.company,
    company_id: contact.company_id,
    stage: contact.pipeline_stage,
    lifecycle_stage: contact.lifecycle_stage,
    lead_score: contact.lead_score,
  }),
  record: presentContact,
  follows: ['phone_raw', 'total_email_replies', 'total_emails_opened', 'total_website_visits'],
  text: {
    object: 'contacts',
    of: (contact) => ({
      title: [nameOf(contact), contact.primary_email, ...contact.emails.map(({ email }) => email)],
      body: [contact.company, contact.title, contact.city, ...numbersOf(contact)],
    }),
  },
  events: (on) => ({
    'contact.created': on.created('Contact created'),
    'contact.stage_changed': on.moved('pipeline_stage', 'Contact pipeline stage changed'),
    'contact.status_changed': on.moved('lead_status', 'Contact status changed'),
    'contact.lifecycle_changed': on.moved('lifecycle_stage', 'Lifecycle stage changed'),
    'contact.score_changed': on.moved('lead_score', 'Lead score changed', {
      data: ({ remarks }) => ({ ...remarks }),
    }),
    'contact.owner_changed': on.moved('assigned_to', 'Contact owner changed'),
    'contact.replied': on.reported('Contact replied (email, professional network, messaging)'),
    'contact.email_sent': on.reported('User emailed the contact (any mailbox)'),
    'contact.email_received': on.reported('Contact emailed the user (any mailbox)'),
    'contact.message_received': on.reported('Messaging or professional-network message received'),
    'contact.message_sent': on.reported('User sent such a message (any device)'),
    'contact.email_opened': on.reported('Email opened'),
    'contact.email_clicked': on.reported('Email link clicked'),
    'contact.website_visit': on.reported('Visited the website'),
    'contact.meeting_booked': on.reported('Meeting booked'),
    'contact.linkedin_connected': on.moved('linkedin_connection_status', 'Professional-network invitation accepted', {
      when: ({ record }) => record.linkedin_connection_status === 'connected',
    }),
    'contact.tags_changed': on.moved('tags', 'Labels/tags changed', { data: tagChanges }),
    'contact.note_added': on.reported('Note added'),
    'contact.property_changed': on.changed(watchedFields, 'Contact property changed'),
    'contact.deleted': on.deleted('Contact deleted'),
  }),
})

// Which labels were added and removed, besides all of them before and after.
function tagChanges({ before, record }: Change<Contact>) {
  const old = before.tags ?? []
  return { added: record.tags.filter((tag) => !old.includes(tag)), removed: old.filter((tag) => !record.tags.includes(tag)) }
}
