import { choice, defaulted, email, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** States of a message; incoming ones are `received`. */
export const emailStates = ['queued', 'sent', 'bounced', 'failed', 'received'] as const

/** Fields of a message that the engine sends or receives, with what happened to it. */
export const emailFields = {
  ...ownFields,
  direction: readOnly(choice(['in', 'out'], { description: '`in`: from the contact' })),
  status: readOnly(choice(emailStates, { description: 'State of the message' })),
  mailbox: readOnly(email({ description: 'The mailbox that sends or receives it, in lower case' })),
  lead_id: readOnly(optional(uuid('The contact'))),
  deal_id: readOnly(optional(uuid('The deal that it is about'))),
  campaign_id: readOnly(optional(uuid('Its campaign'))),
  sequence_id: readOnly(optional(uuid('Its sequence'))),
  enrollment_id: readOnly(optional(uuid('The enrollment of the contact in the sequence'))),
  workflow_id: readOnly(optional(uuid('Its workflow'))),
  template_id: readOnly(optional(uuid('Its template'))),
  subject: readOnly(optional(text({ max: 500, description: 'Subject' }))),
  owner_email: readOnly(optional(email({ description: 'Owner' }))),
  sent_at: readOnly(optional(timestamp({ description: 'When it was sent' }))),
  failed_at: readOnly(optional(timestamp({ description: 'When it could not be sent' }))),
  bounced_at: readOnly(optional(timestamp({ description: 'When it bounced' }))),
  opened_at: readOnly(optional(timestamp({ description: 'When it was first opened' }))),
  open_count: readOnly(defaulted(integer({ description: 'How often it was opened' }), 0)),
  clicked_at: readOnly(optional(timestamp({ description: 'When a link in it was first followed' }))),
  click_count: readOnly(defaulted(integer({ description: 'How often links were followed' }), 0)),
  replied_at: readOnly(optional(timestamp({ description: 'When the contact replied' }))),
  unsubscribed_at: readOnly(optional(timestamp({ description: 'When the contact unsubscribed with it' }))),
  created_by: readOnly(text({ description: 'E-mail of the sender' })),
  created_at: readOnly(timestamp({ description: 'When it was made' })),
}
const schema = entity('Email', 'emails', emailFields, {
  indexes: [
    ['sent_at', 'id'],
    ['failed_at', 'id'],
    ['lead_id', 'created_at', 'id'],
    ['campaign_id', 'id'],
    ['sequence_id', 'id'],
  ],
  privacy: { by: ['lead_id'] },
})

/** An e-mail of the engine; messages that other channels or people log are activities. */
export class Email extends schema.class {}
schema.setClass(Email)
