import { choice, defaulted, email, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'

/** How far a message is; `received` is that of incoming ones. */
export const emailStates = ['queued', 'sent', 'bounced', 'failed', 'received'] as const

/** One message that the engine sends or receives, with what became of it. */
export const emailFields = {
  ...ownFields,
  direction: readOnly(choice(['in', 'out'], { description: '`in`: from the contact' })),
  status: readOnly(choice(emailStates, { description: 'How far it is' })),
  mailbox: readOnly(email({ description: 'The mailbox that it is sent from or came to, in lower case' })),
  lead_id: readOnly(optional(uuid('The contact'))),
  deal_id: readOnly(optional(uuid('The deal that it is about'))),
  campaign_id: readOnly(optional(uuid('The campaign that it is a part of'))),
  sequence_id: readOnly(optional(uuid('The sequence that it is a part of'))),
  enrollment_id: readOnly(optional(uuid('The enrollment of the contact in it'))),
  workflow_id: readOnly(optional(uuid('The workflow that it is a part of'))),
  template_id: readOnly(optional(uuid('The template that it was made from'))),
  subject: readOnly(optional(text({ max: 500, description: 'Subject' }))),
  owner_email: readOnly(optional(email({ description: 'Whose it is' }))),
  sent_at: readOnly(optional(timestamp({ description: 'When it was sent' }))),
  failed_at: readOnly(optional(timestamp({ description: 'When it could not be sent' }))),
  bounced_at: readOnly(optional(timestamp({ description: 'When it came back' }))),
  opened_at: readOnly(optional(timestamp({ description: 'When it was first opened' }))),
  open_count: readOnly(defaulted(integer({ description: 'How often it was opened' }), 0)),
  clicked_at: readOnly(optional(timestamp({ description: 'When a link in it was first followed' }))),
  click_count: readOnly(defaulted(integer({ description: 'How often links were followed' }), 0)),
  replied_at: readOnly(optional(timestamp({ description: 'When the contact replied' }))),
  unsubscribed_at: readOnly(optional(timestamp({ description: 'When the contact unsubscribed by it' }))),
  created_by: readOnly(text({ description: 'E-mail of who sends it' })),
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
})

/** An e-mail; what channels and people log beside the engine is an activity. */
export class Email extends schema.class {}
schema.setClass(Email)
