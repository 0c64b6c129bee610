import {
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Type } from '@sinclair/typebox'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'
import { AttachmentShown, Bounce, EmailFailure, LinkCount, RecipientState } from './parts-schema.ts'
import { emailPurposes, emailStates, unsubscribeLinks } from './states.ts'

const addresses = (description: string) =>
  readOnly(defaulted(json(Type.Array(Type.String({ description: 'E-mail address' }), { description })), []))

const what = {
  message_id: readOnly(optional(text({ max: 998, description: 'Its Message-ID, with its angle brackets' }))),
  thread_id: readOnly(optional(uuid('Its conversation: the id of the first message of it'))),
  direction: readOnly(choice(['in', 'out'], { description: '`in`: from the contact' })),
  status: readOnly(choice(emailStates, { description: 'State of the message' })),
  waiting_for: readOnly(
    optional(
      text({
        max: 40,
        description:
          'Why a queued message waits: `throttle`, `mailbox` (fails), `mailbox_sync` (is read), `campaign` or `sequence` (paused), `window`',
      }),
    ),
  ),
  mailbox: readOnly(email({ description: 'Address of the mailbox that sends or receives it, in lower case' })),
  mailbox_id: readOnly(optional(uuid('That mailbox'))),
  from: readOnly(optional(text({ max: 320, description: 'Address of the sender' }))),
  to: addresses('Addresses that it is for'),
  cc: addresses('Addresses that get a copy'),
  bcc: addresses('Addresses that get a copy which the others do not see'),
  subject: readOnly(optional(text({ max: 998, description: 'Subject' }))),
  text: readOnly(optional(text({ max: 500_000, description: 'Its text' }))),
  html: readOnly(optional(text({ max: 500_000, description: 'Its HTML' }))),
  snippet: readOnly(optional(text({ max: 255, description: 'Beginning of its text, quotes cut' }))),
  purpose: readOnly(defaulted(choice(emailPurposes, { description: 'What it is for, which decides what consent it needs' }), 'personal')),
  topic: readOnly(optional(text({ max: 100, description: 'Topic from which its recipients can unsubscribe' }))),
}

const whose = {
  lead_id: readOnly(optional(uuid('The contact'))),
  deal_id: readOnly(optional(uuid('The deal that it is about'))),
  company_id: readOnly(optional(uuid('The company that it is about'))),
  campaign_id: readOnly(optional(uuid('Its campaign'))),
  sequence_id: readOnly(optional(uuid('Its sequence'))),
  enrollment_id: readOnly(optional(uuid('The enrollment of the contact in the sequence'))),
  step_id: readOnly(optional(uuid('The step of the sequence'))),
  variant: readOnly(optional(text({ max: 40, description: 'The variant of its campaign or step' }))),
  workflow_id: readOnly(optional(uuid('Its workflow'))),
  run_id: readOnly(optional(uuid('The run of the workflow'))),
  template_id: readOnly(optional(uuid('Its template'))),
  template_version: readOnly(optional(integer({ description: 'The version of its template' }))),
  owner_email: readOnly(optional(email({ description: 'Owner' }))),
  reply_to_email_id: readOnly(optional(uuid('The message that it answers'))),
}

const became = {
  automatic: readOnly(defaulted(boolean('Of an incoming one: no person has written it'), false)),
  track_opens: readOnly(defaulted(boolean('Its opens are counted'), false)),
  track_clicks: readOnly(defaulted(boolean('Its clicks are counted'), false)),
  scheduled_at: readOnly(optional(timestamp({ description: 'When it is or was due' }))),
  sent_at: readOnly(optional(timestamp({ description: 'When it was sent' }))),
  failed_at: readOnly(optional(timestamp({ description: 'When it could not be sent' }))),
  bounced_at: readOnly(optional(timestamp({ description: 'When it bounced' }))),
  opened_at: readOnly(optional(timestamp({ description: 'When it was first opened' }))),
  open_count: readOnly(defaulted(integer({ description: 'How often it was opened' }), 0)),
  clicked_at: readOnly(optional(timestamp({ description: 'When a link in it was first followed' }))),
  click_count: readOnly(defaulted(integer({ description: 'How often links were followed' }), 0)),
  replied_at: readOnly(optional(timestamp({ description: 'When the contact replied' }))),
  unsubscribed_at: readOnly(optional(timestamp({ description: 'When the contact unsubscribed with it' }))),
  recipients: readOnly(defaulted(json(Type.Array(RecipientState, { description: 'What became of each address' })), [])),
  bounce: readOnly(optional(json(Bounce, { description: 'Why it came back' }))),
  error: readOnly(optional(json(EmailFailure, { description: 'Why it failed, was cancelled, or is tried again' }))),
  links: readOnly(defaulted(json(Type.Array(LinkCount, { description: 'Its links that are counted' })), [])),
  attachments: readOnly(defaulted(json(Type.Array(AttachmentShown, { description: 'Its files' })), [])),
  created_by: readOnly(text({ description: 'E-mail of the sender' })),
  created_at: readOnly(timestamp({ description: 'When it was made' })),
}

const kept = {
  /** Of an outgoing one: by what it is made once. The Message-ID follows from it. */
  key: hidden(optional(text({ max: 300 }))),
  /** When the loop that sends looks at it next: a queued one is tried then, the lease of one in flight ends then; null: never. */
  due_at: hidden(optional(timestamp())),
  /** Order within a mailbox: 0 personal, 1 workflow and sequence, 2 campaign. */
  rank: hidden(defaulted(integer(), 0)),
  attempt: hidden(defaulted(integer(), 0)),
  lease_token: hidden(optional(uuid())),
  /** When it was begun to be sent last, by which the limits of its mailbox count. */
  begun_at: hidden(optional(timestamp())),
  unsubscribe_link: hidden(defaulted(choice(unsubscribeLinks), 'no')),
  from_name: hidden(optional(text({ max: 200 }))),
  reply_to: hidden(optional(text({ max: 320 }))),
  /** The `References` of its header, oldest first. */
  references: hidden(defaulted(json(Type.Array(Type.String())), [])),
  /** What the server said when it took it, and the id of its queue. */
  server_answer: hidden(optional(text({ max: 500 }))),
  queue_id: hidden(optional(text({ max: 200 }))),
}

/** Fields of a message that the engine sends or receives, with what happened to it. */
export const emailFields = { ...ownFields, ...what, ...whose, ...became, ...kept }
const schema = entity('Email', 'emails', emailFields, {
  indexes: [
    ['sent_at', 'id'],
    ['failed_at', 'id'],
    ['lead_id', 'created_at', 'id'],
    ['campaign_id', 'id'],
    ['sequence_id', 'id'],
    ['thread_id', 'id'],
    ['deal_id', 'id'],
    ['enrollment_id', 'id'],
    ['created_at', 'id'],
    ['mailbox_id', 'begun_at'],
  ],
  uniques: [['key'], ['message_id']],
  privacy: { by: ['lead_id'] },
})

/** An e-mail of the engine; messages that other channels or people log are activities. */
export class Email extends schema.class {}
schema.setClass(Email)

const file = entity(
  'EmailFile',
  'email_files',
  {
    ...ownFields,
    email_id: readOnly(uuid()),
    position: readOnly(integer()),
    name: readOnly(text()),
    media_type: readOnly(text()),
    /** By which the HTML shows it (`cid:`). */
    content_id: hidden(optional(text())),
    /** Base64. */
    content: hidden(text({ max: 16_000_000 })),
  },
  { uniques: [['email_id', 'position']], ownership: { part: 'email_id', of: 'emails' } },
)

/** A file that goes with a message. */
export class EmailFile extends file.class {}
file.setClass(EmailFile)

const contact = entity(
  'EmailContact',
  'email_contacts',
  {
    ...ownFields,
    email_id: readOnly(uuid()),
    contact_id: readOnly(uuid()),
    /** It is not among those that the message is for, only in copy. */
    in_copy: readOnly(boolean()),
    sent_at: readOnly(optional(timestamp())),
  },
  {
    uniques: [['email_id', 'contact_id']],
    indexes: [['contact_id', 'sent_at', 'email_id']],
    ownership: { part: 'contact_id', of: 'contacts' },
    privacy: { by: ['contact_id'] },
  },
)

/** A contact whose address is among those of an outgoing message. */
export class EmailContact extends contact.class {}
contact.setClass(EmailContact)
