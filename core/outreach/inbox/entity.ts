import { choice, defaulted, hidden, integer, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

const sync = entity(
  'MailboxSync',
  'mailbox_syncs',
  {
    ...ownFields,
    mailbox_id: readOnly(uuid()),
    /** When it is read next. */
    due_at: readOnly(timestamp()),
    /** Who reads it now holds this lease. */
    lease_token: readOnly(optional(uuid())),
    lease_until: readOnly(optional(timestamp())),
    /** When it was first read; what came before makes no events. */
    connected_at: readOnly(timestamp()),
    /** How often in a row it could not be read. */
    failures: readOnly(defaulted(integer(), 0)),
    /** Copies of messages that were sent until then are in its folder of sent ones; null: since it was first read. */
    copied_until: readOnly(optional(timestamp())),
  },
  { uniques: [['mailbox_id']], indexes: [['due_at']] },
)

/** The reading of a mailbox: when it is due, and which process holds it. */
export class MailboxSync extends sync.class {}
sync.setClass(MailboxSync)

const folder = entity(
  'MailFolder',
  'mail_folders',
  {
    ...ownFields,
    mailbox_id: readOnly(uuid()),
    name: readOnly(text({ max: 1000 })),
    uid_validity: readOnly(text({ max: 20 })),
    /** What became of every UID below is stored; up to 4,294,967,295. */
    next_uid: readOnly(text({ max: 20 })),
    /** While the first reading goes on: messages since then are read. */
    reading_since: readOnly(optional(timestamp())),
    /** How often in a row the server has left out the message at `next_uid`. */
    stuck: readOnly(defaulted(integer(), 0)),
  },
  { uniques: [['mailbox_id', 'name']] },
)

/** How far a folder of a mailbox was read. */
export class MailFolder extends folder.class {}
folder.setClass(MailFolder)

const report = entity(
  'EmailReport',
  'email_reports',
  {
    ...ownFields,
    /** Message, address and kind, of which there is one each. */
    key: readOnly(text({ max: 300 })),
    email_id: readOnly(optional(uuid())),
    /** Hash of the address. */
    hash: readOnly(text({ max: 64 })),
    kind: readOnly(choice(['hard', 'soft', 'blocked', 'delivered', 'complained'])),
    code: readOnly(optional(text({ max: 20 }))),
    created_at: readOnly(timestamp()),
  },
  { uniques: [['key']], indexes: [['hash', 'created_at']] },
)

/** What was reported of a message to one address, once. */
export class EmailReport extends report.class {}
report.setClass(EmailReport)

/** What a message is left over for. */
export const leftoverKinds = ['unreadable', 'unmatched'] as const

/** Fields of a message that is left over. */
export const leftoverFields = {
  ...ownFields,
  mailbox_id: readOnly(uuid('The mailbox')),
  folder: readOnly(text({ max: 1000, description: 'The folder in which it lies' })),
  uid: readOnly(text({ max: 20, description: 'Its UID in that folder' })),
  kind: readOnly(
    choice(leftoverKinds, { description: '`unreadable`: it could not be stored; `unmatched`: a report on no message that is known' }),
  ),
  note: readOnly(text({ max: 500, description: 'Why' })),
  /** Base64 of its first 64 KB; null where the server has never given it. */
  raw: hidden(optional(text({ max: 100_000 }))),
  created_at: readOnly(timestamp({ description: 'When it was read; it is kept for 30 days' })),
}
const leftover = entity('MailLeftover', 'mail_leftovers', leftoverFields, {
  indexes: [['created_at']],
  uniques: [['mailbox_id', 'folder', 'uid', 'kind']],
})

/** A message that could not be stored, or a report on no message that is known. */
export class MailLeftover extends leftover.class {}
leftover.setClass(MailLeftover)
