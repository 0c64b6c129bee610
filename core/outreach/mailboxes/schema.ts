import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Count, Id, NextCursor, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, ownedBy } from '../../kernel/storage/records/filters.ts'
import { withoutDeleted } from '../../kernel/storage/records/list-schema.ts'
import { type Mailbox, mailboxFields, mailboxStates } from './entity.ts'
import { DkimInput, ImapInput, SmtpInput } from './servers-schema.ts'

/** A mailbox as it is shown: without its secrets. */
export const MailboxRecord = Closed({
  ...recordSchema(mailboxFields).properties,
  sent_24h: Count('Messages of the last 24 hours, which its limit counts'),
})

/** Filters of the list. */
export const mailboxFilters = {
  owner_email: ownedBy('owner_email'),
  status: is('status', OneOf(mailboxStates)),
}
/** Orders of the list. */
export const mailboxSorts = ['created_at', 'address', 'updated_at'] as const
/** Query of the list. */
export const MailboxQuery = withoutDeleted(listSchema(mailboxFilters, mailboxSorts))
/** One page of mailboxes. */
export const MailboxList = Closed({
  mailboxes: Type.Array(MailboxRecord, { description: 'One page of mailboxes' }),
  next_cursor: NextCursor,
})

const { address, owner_email, aliases, name, reply_to, signature, daily_limit, hourly_limit, ...others } = mailboxFields
const { return_path, tracking_domain } = others
const maybe = <S extends TSchema>({ schema }: { readonly schema: S }) => Type.Optional(schema)
// Each setting may be left out, of a new mailbox and of a change alike.
const given = {
  owner_email: maybe(owner_email),
  name: maybe(name),
  reply_to: maybe(reply_to),
  signature: maybe(signature),
  daily_limit: maybe(daily_limit),
  hourly_limit: maybe(hourly_limit),
  return_path: maybe(return_path),
  tracking_domain: maybe(tracking_domain),
  aliases: maybe({ schema: Type.Array(aliases.schema.items, { maxItems: 50, description: 'Further addresses from which it may send' }) }),
  max_connections: maybe({ schema: Type.Integer({ minimum: 1, maximum: 50, description: 'Messages in flight at once' }) }),
  save_sent: maybe({ schema: OneOf(['auto', 'yes', 'no'], { description: 'Whether sent messages are put into its folder of sent ones' }) }),
  is_default: maybe({ schema: Type.Boolean({ description: 'Sends for those who have none' }) }),
}
const servers = {
  imap: Type.Optional(Nullable(ImapInput)),
  dkim: Type.Optional(Nullable(DkimInput)),
}

/** A new mailbox; limits are 500 in 24 hours and 100 in an hour unless given. */
export const MailboxCreate = Closed({ address: address.schema, smtp: SmtpInput, ...servers, ...given })

/** Changes only what is given; a server that is given replaces the one before, and keeps its password where none is given and the host is the same. */
export const MailboxUpdate = Closed({
  id: Id(),
  smtp: Type.Optional(SmtpInput),
  ...servers,
  ...given,
  status: Type.Optional(OneOf(['connected', 'disabled'], { description: '`disabled` sends and reads nothing; `connected` begins again' })),
})

const present = presenter(mailboxFields)

/** The mailbox as callers see it. */
export function presentMailbox(mailbox: Mailbox, sent_24h: number, now: Date): Static<typeof MailboxRecord> {
  return { ...present(mailbox, now), sent_24h }
}
