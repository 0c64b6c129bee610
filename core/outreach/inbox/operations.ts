import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { MailboxCursor } from './cursor.ts'
import { FeedbackLog } from './feedback.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { Leftovers } from './leftovers.ts'
import { Feedback, FeedbackTaken, LeftoverList, LeftoverQuery, LeftoverRecord, presentLeftover, SyncAsked } from './schema.ts'

/** Reading mailboxes at once, and what of them could not be read. */
export const inboxOperations = group('Mailboxes', {
  sync: operation({
    id: 'syncMailbox',
    summary: 'Read a mailbox now instead of when it is due',
    scope: 'write',
    route: 'POST /mailboxes/{id}/sync',
    input: ById,
    output: SyncAsked,
    uses: { cursor: MailboxCursor },
    async handle({ id }, { cursor }) {
      const { due_at, last_sync_at } = await cursor.ask(id)
      return { id, due_at: due_at.toISOString(), last_sync_at: last_sync_at?.toISOString() ?? null }
    },
  }),
  leftovers: operation({
    id: 'listMailboxLeftovers',
    summary: 'List messages of the last 30 days that could not be stored, and reports on no message that is known',
    scope: 'read',
    admin: true,
    route: 'GET /mailboxes/{id}/leftovers',
    input: LeftoverQuery,
    output: LeftoverList,
    uses: { leftovers: Leftovers },
    async handle(query, { leftovers }) {
      const { items, next_cursor } = await leftovers.list(query)
      const shown = items.map((each) => presentLeftover(each, leftovers.now))
      return { leftovers: withFields(shown, query, LeftoverRecord), next_cursor }
    },
  }),
})

/** What relays tell of messages by HTTP instead of by e-mail. */
export const feedbackOperations = group('Emails', {
  recordFeedback: operation({
    id: 'recordEmailFeedback',
    summary: 'Tell what a relay reports of a message: bounced, delayed, delivered, or called spam',
    scope: 'write',
    route: 'POST /emails/feedback',
    // A report suppresses an address, for everybody.
    requiresFullVisibility: true,
    input: Feedback,
    output: FeedbackTaken,
    uses: { feedback: FeedbackLog },
    handle: (input, { feedback }) => feedback.record(input),
  }),
})

/** The typed methods that mailboxes get. */
export interface InboxMethods extends Methods<typeof inboxOperations> {}
/** The typed methods that e-mails get. */
export interface FeedbackMethods extends Methods<typeof feedbackOperations> {}
