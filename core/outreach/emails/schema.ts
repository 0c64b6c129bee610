import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Id, NextCursor, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { inState, is, listSchema, ownedBy, refersTo } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { type Email, emailFields } from './entity.ts'
import { emailStates, rareEmailStates, unsubscribeLinks } from './states.ts'

const MOST_RECIPIENTS = 50
/** Base64 of all files of a message together: 10 MB. */
const MOST_CONTENT = 13_981_016

/** A message with its bodies. */
export const EmailRecord = Closed(recordSchema(emailFields).properties)
const { text: _text, html: _html, ...listed } = recordSchema(emailFields).properties
/** A message as lists show it: without its bodies. */
export const EmailSummary = Closed(listed)

/** Filters of the list. */
export const emailFilters = {
  lead_id: refersTo('lead_id'),
  contact_id: refersTo('lead_id'),
  deal_id: refersTo('deal_id'),
  company_id: refersTo('company_id'),
  campaign_id: refersTo('campaign_id'),
  sequence_id: refersTo('sequence_id'),
  enrollment_id: refersTo('enrollment_id'),
  workflow_id: refersTo('workflow_id'),
  mailbox_id: refersTo('mailbox_id'),
  thread_id: refersTo('thread_id'),
  template_id: refersTo('template_id'),
  owner_email: ownedBy('owner_email'),
  direction: is('direction', OneOf(['in', 'out'])),
  status: inState('status', emailStates, rareEmailStates),
}
/** Orders of the list. */
export const emailSorts = ['created_at', 'sent_at', 'scheduled_at'] as const
/** Query of the list, newest first by default. */
export const EmailQuery = withoutChanges(listSchema(emailFilters, emailSorts))
/** One page of messages. */
export const EmailList = Closed({ emails: Type.Array(EmailSummary, { description: 'One page of messages' }), next_cursor: NextCursor })

const address = Type.String({ format: 'idn-email', maxLength: 254, description: 'E-mail address', examples: ['anna@example.com'] })
const addresses = (description: string) => Type.Optional(Type.Array(address, { maxItems: MOST_RECIPIENTS, description }))

/** A message that is to be sent, to a contact or to addresses. */
export const EmailSending = Closed({
  lead_id: Type.Optional(Id('The contact: its first address, unless `to` is given')),
  contact_id: Type.Optional(Id('Same as lead_id')),
  to: addresses(
    'Addresses that it is for; with those of `cc` and `bcc` at most 50. Without `lead_id` it is to the contact with the first of them, where there is one',
  ),
  cc: addresses('Addresses that get a copy'),
  bcc: addresses('Addresses that get a copy which the others do not see'),
  subject: Type.Optional(Text(500, { description: 'Subject, with merge tags; of a reply that of the message it answers unless given' })),
  html: Type.Optional(Text(500_000, { description: 'HTML, with merge tags' })),
  text: Type.Optional(Text(500_000, { description: 'Plain text, with merge tags' })),
  template_id: Type.Optional(Id('Template; what is given besides counts instead of it')),
  mailbox_id: Type.Optional(Id('Mailbox; that of the caller, else of the owner of the contact, else the default one')),
  deal_id: Type.Optional(Id('The deal that it is about')),
  reply_to_email_id: Type.Optional(Id('The message that it answers')),
  purpose: Type.Optional(
    OneOf(['personal', 'marketing'], { default: 'personal', description: '`marketing` needs the consent of its recipients' }),
  ),
  topic: Type.Optional(Text(100, { description: 'Of marketing: from what recipients can unsubscribe; `marketing` unless given' })),
  track: Type.Optional(
    Type.Union([Type.Boolean(), OneOf(['yes', 'no'])], { default: false, description: 'Count opens and clicks; false unless given' }),
  ),
  unsubscribe_link: Type.Optional(
    Type.Union([OneOf(unsubscribeLinks), Type.Boolean()], {
      default: 'no',
      description: 'Whether it carries a way to unsubscribe; `header`: only where mail programs show one. `no` unless given',
    }),
  ),
  scheduled_at: Type.Optional(Timestamp('When it is to be sent; at once unless given')),
  attachments: Type.Optional(
    Type.Array(
      Closed({
        name: Text(200, { minLength: 1, description: 'File name' }),
        media_type: Text(100, { pattern: '^[\\w.+-]+/[\\w.+-]+$', description: 'Such as application/pdf' }),
        content: Type.String({ maxLength: MOST_CONTENT, description: 'The file in base64; 10 MB in all' }),
      }),
      { maxItems: 10, description: 'Files' },
    ),
  ),
})

/** What uncertain messages are said to be. */
export const EmailResolution = Closed({
  ids: Type.Optional(Type.Array(Id(), { maxItems: 1000, description: 'The messages; those that are not uncertain stay as they are' })),
  campaign_id: Type.Optional(Id('Instead of ids: uncertain messages of this campaign, 1,000 at a time')),
  as: OneOf(['sent', 'resend', 'failed'], { description: 'They were sent, are to be sent again, or have failed' }),
})
/** How many it were. */
export const EmailsResolved = Closed({ resolved: Count('Messages that were uncertain and are not anymore') })

const present = presenter(emailFields)

/** The message as callers see it. */
export function presentEmail(email: Email, now: Date): Static<typeof EmailRecord> {
  return present(email, now)
}

/** The message as lists show it. */
export function summarizeEmail(email: Email, now: Date): Static<typeof EmailSummary> {
  const { text: _body, html: _markup, ...rest } = present(email, now)
  return rest
}
