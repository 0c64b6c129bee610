import { Type } from '@sinclair/typebox'
import {
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  integer,
  json,
  longText,
  optional,
  owner,
  readOnly,
  text,
  timestamp,
} from '../../kernel/operation/schema/fields.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { DkimKey, ImapServer, SmtpServer } from './servers-schema.ts'

/** States of a mailbox. */
export const mailboxStates = ['connected', 'failing', 'disabled'] as const

/** Fields of a mailbox. */
export const mailboxFields = {
  ...commonFields,
  owner_email: optional(owner('The teammate whose mailbox it is, or `me`; null: that of the installation')),
  address: email({ description: 'Its address, in lower case; one mailbox has it', example: 'ann@example.com' }),
  aliases: defaulted(
    json(
      Type.Array(Type.String({ format: 'idn-email', maxLength: 254 }), {
        maxItems: 50,
        description: 'Further addresses from which it may send',
      }),
    ),
    [],
  ),
  name: optional(text({ max: 200, description: 'The name that recipients see; that of its owner unless given' })),
  reply_to: optional(email({ description: 'Where answers go; to its address unless given' })),
  signature: optional(longText({ description: 'HTML of the signature' })),
  smtp: optional(json(SmtpServer, { description: 'The server that sends; null where the installation has one for all' })),
  imap: optional(json(ImapServer, { description: 'The server by which it is read; null: it is not read' })),
  status: readOnly(choice(mailboxStates, { description: 'State: `failing` ones are tried again by themselves' })),
  last_error: readOnly(optional(text({ max: 500, description: 'What failed last' }))),
  last_sync_at: readOnly(optional(timestamp('When it was read last'))),
  daily_limit: optional(integer({ description: 'Messages in 24 hours at most; null: any number', minimum: 1, maximum: 10_000_000 })),
  hourly_limit: optional(integer({ description: 'Messages in an hour at most; null: any number', minimum: 1, maximum: 10_000_000 })),
  max_connections: defaulted(integer({ description: 'Messages in flight at once', minimum: 1, maximum: 50 }), 5),
  save_sent: defaulted(
    choice(['auto', 'yes', 'no'], { description: 'Whether sent messages are put into its folder of sent ones' }),
    'auto',
  ),
  return_path: optional(text({ max: 254, description: 'Address for reports, with `{token}` in it; its own address unless given' })),
  dkim: optional(json(DkimKey, { description: 'By what its messages are signed here' })),
  tracking_domain: optional(text({ max: 253, description: 'Host of its tracked links; that of the installation unless given' })),
  is_default: defaulted(boolean('Sends for those who have none'), false),

  /** It sends by the server of the installation (`Settings.smtpUrl`), which is not stored. */
  of_installation: hidden(defaulted(boolean(), false)),
  sealed_smtp: hidden(optional(longText())),
  sealed_imap: hidden(optional(longText())),
  sealed_dkim: hidden(optional(longText())),
  /** While it fails: how often in a row, and when it is tried again. */
  failures: hidden(defaulted(integer(), 0)),
  retry_at: hidden(optional(timestamp())),
  failing_since: hidden(optional(timestamp())),
}
const schema = entity('Mailbox', 'mailboxes', mailboxFields, { uniques: [['address']], indexes: [['created_at', 'id']] })

/** An account that sends and receives e-mail for a teammate. */
export class Mailbox extends schema.class {}
schema.setClass(Mailbox)
