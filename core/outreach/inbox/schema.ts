import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, NextCursor, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, refersTo } from '../../kernel/storage/records/filters.ts'
import { withoutChanges } from '../../kernel/storage/records/list-schema.ts'
import { leftoverFields, leftoverKinds, type MailLeftover } from './entity.ts'

/** Kinds of what relays report. */
export const feedbackKinds = ['hard', 'soft', 'blocked', 'delivered', 'complaint'] as const

/** Input of `POST /emails/feedback`: the message by one of its ids, or the address alone. */
export const Feedback = Closed({
  email_id: Type.Optional(Id('The message')),
  message_id: Type.Optional(Text(998, { minLength: 1, description: 'Its Message-ID, with or without angle brackets' })),
  address: Type.Optional(
    Text(320, { minLength: 3, description: 'The recipient; may be left out where the message has one', examples: ['kim@example.com'] }),
  ),
  kind: OneOf(feedbackKinds, {
    description: '`hard`: there is no such address; `soft`: it may pass; `blocked`: refused; `delivered`; `complaint`: it was called spam',
  }),
  code: Type.Optional(Text(20, { description: 'Code of the server, such as 5.1.1', examples: ['5.1.1'] })),
  text: Type.Optional(Text(2000, { description: 'What the server said' })),
  at: Type.Optional(Timestamp('When it was so; now when left out')),
})

/** Answer of `POST /emails/feedback`. */
export const FeedbackTaken = Closed({
  recorded: Type.Boolean({ description: 'False: the same was told before' }),
  email_id: Nullable(Type.String({ description: 'The message that it is about; null: only the address is known' })),
})

/** Answer of `POST /mailboxes/{id}/sync`. */
export const SyncAsked = Closed({
  id: Type.String({ description: 'The mailbox' }),
  due_at: Timestamp('When it is read: now, by the process that is first'),
  last_sync_at: Nullable(Timestamp('When it was read last')),
})

/** A message that is left over. */
export const LeftoverRecord = Closed({
  ...recordSchema(leftoverFields).properties,
  beginning: Nullable(
    Type.String({ description: 'Its first 2,000 bytes, each as one character; null where the server has never given it' }),
  ),
})
/** Filters by which messages that are left over are found. */
export const leftoverFilters = { mailbox_id: refersTo('mailbox_id'), kind: is('kind', OneOf(leftoverKinds)) }
/** Orders of their list. */
export const leftoverSorts = ['created_at'] as const
const { mailbox_id: _mailbox, kind, ...paging } = listSchema(leftoverFilters, leftoverSorts).properties
/** Query of their list, newest first by default. */
export const LeftoverQuery = Closed({ id: Id('The mailbox'), kind, ...withoutChanges(Closed(paging)).properties })
/** One page of them. */
export const LeftoverList = Closed({
  leftovers: Type.Array(LeftoverRecord, { description: 'One page of messages that are left over' }),
  next_cursor: NextCursor,
})
// Characters of base64 for 2,000 bytes.
const BEGINNING = 2668
const present = presenter(leftoverFields)

/** A message that is left over, as callers see it. */
export function presentLeftover(leftover: MailLeftover, now: Date): Static<typeof LeftoverRecord> {
  const { raw } = leftover
  const beginning = raw === null ? null : Buffer.from(raw.slice(0, BEGINNING), 'base64').toString('latin1')
  return { ...present(leftover, now), beginning }
}
