import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById, Deleted } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import type { Mailbox } from './entity.ts'
import { MailboxCreate, MailboxList, MailboxQuery, MailboxRecord, MailboxUpdate, presentMailbox } from './schema.ts'
import { MailboxService } from './service.ts'

const uses = { mailboxes: MailboxService }

/** Mailboxes: the accounts by which teammates send and receive e-mail. Their secrets are written and never shown. */
export const mailboxOperations = group('Mailboxes', {
  list: operation({
    id: 'listMailboxes',
    summary: 'List the connected mailboxes with their state, limits and what they have sent',
    scope: 'read',
    mcp: true,
    route: 'GET /mailboxes',
    input: MailboxQuery,
    output: MailboxList,
    uses,
    async handle(query, { mailboxes }) {
      const { items, next_cursor } = await mailboxes.list(query)
      return { mailboxes: withFields(await shown(items, mailboxes), query, MailboxRecord), next_cursor }
    },
  }),
  create: operation({
    id: 'createMailbox',
    summary: 'Connect a mailbox: SMTP to send, IMAP to read; its secrets are never shown again',
    scope: 'write',
    route: 'POST /mailboxes',
    creates: 'always',
    input: MailboxCreate,
    output: MailboxRecord,
    uses,
    handle: async (input, { mailboxes }) => await one(await mailboxes.create(input), mailboxes),
  }),
  get: operation({
    id: 'getMailbox',
    summary: 'Read one mailbox',
    scope: 'read',
    route: 'GET /mailboxes/{id}',
    input: ById,
    output: MailboxRecord,
    uses,
    handle: async ({ id }, { mailboxes }) => await one(await mailboxes.get(id), mailboxes),
  }),
  update: operation({
    id: 'updateMailbox',
    summary: 'Change a mailbox, disable it, or make it the default one',
    scope: 'write',
    route: 'PATCH /mailboxes/{id}',
    input: MailboxUpdate,
    output: MailboxRecord,
    uses,
    handle: async (input, { mailboxes, reply }) => await one(await mailboxes.update(input, reply), mailboxes),
  }),
  delete: operation({
    id: 'deleteMailbox',
    summary: 'Disconnect a mailbox; its messages stay, and those that wait for it fail',
    scope: 'delete',
    route: 'DELETE /mailboxes/{id}',
    input: ById,
    output: Deleted,
    uses,
    async handle({ id }, { mailboxes, reply }) {
      await mailboxes.remove(id, reply)
      return { deleted: true as const }
    },
  }),
})

/** The typed methods of mailboxes. */
export interface MailboxMethods extends Methods<typeof mailboxOperations> {}

async function shown(items: readonly Mailbox[], mailboxes: MailboxService) {
  const sent = await mailboxes.sentToday(items.map(({ id }) => id))
  return items.map((each) => presentMailbox(each, sent.get(each.id) ?? 0, mailboxes.now))
}

async function one(mailbox: Mailbox, mailboxes: MailboxService) {
  const sent = await mailboxes.sentToday([mailbox.id])
  return presentMailbox(mailbox, sent.get(mailbox.id) ?? 0, mailboxes.now)
}
