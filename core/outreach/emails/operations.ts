import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { EmailAnswer, EmailQuery as AnalyticsQuery } from './analytics-schema.ts'
import { EmailAnalytics } from './analytics.ts'
import {
  EmailList,
  EmailQuery,
  EmailRecord,
  EmailResolution,
  EmailSending,
  EmailsResolved,
  EmailSummary,
  presentEmail,
  summarizeEmail,
} from './schema.ts'
import { EmailService } from './service.ts'
import { EmailWriting } from './writing.ts'

const uses = { emails: EmailService }

/** E-mails: one by one sent, shown and steered. */
export const emailOperations = group('Emails', {
  list: operation({
    id: 'listEmails',
    summary: 'List sent and received e-mails, by contact, deal, campaign, sequence, conversation or state; without their bodies',
    scope: 'read',
    mcp: true,
    route: 'GET /emails',
    input: EmailQuery,
    output: EmailList,
    uses,
    async handle(query, { emails }) {
      const { items, next_cursor } = await emails.list(query)
      const shown = items.map((each) => summarizeEmail(each, emails.now))
      return { emails: withFields(shown, query, EmailSummary), next_cursor }
    },
  }),
  send: operation({
    id: 'sendEmail',
    summary: 'Send one e-mail to a contact or to addresses, with template, merge tags and tracking; it is queued and leaves at once',
    scope: 'write',
    mcp: true,
    // Its body is large for its attachments; it writes one e-mail.
    batch: true,
    heavy: false,
    creates: 'always',
    longTexts: ['html', 'text', 'attachments'],
    route: 'POST /emails',
    input: EmailSending,
    output: EmailRecord,
    uses: { ...uses, writing: EmailWriting },
    handle: async (input, { emails, writing, reply }) => presentEmail(await writing.send(input, reply), emails.now),
  }),
  get: operation({
    id: 'getEmail',
    summary: 'Read one e-mail with its bodies, opens and clicks',
    scope: 'read',
    mcp: true,
    route: 'GET /emails/{id}',
    input: ById,
    output: EmailRecord,
    uses,
    handle: async ({ id }, { emails }) => presentEmail(await emails.get(id), emails.now),
  }),
  cancel: operation({
    id: 'cancelEmail',
    summary: 'Cancel a queued e-mail',
    scope: 'write',
    mcp: true,
    route: 'POST /emails/{id}/cancel',
    input: ById,
    output: EmailRecord,
    uses,
    handle: async ({ id }, { emails }) => presentEmail(await emails.cancel(id), emails.now),
  }),
  resend: operation({
    id: 'resendEmail',
    summary: 'Send an uncertain e-mail again, with the same Message-ID',
    scope: 'write',
    route: 'POST /emails/{id}/resend',
    input: ById,
    output: EmailRecord,
    uses,
    handle: async ({ id }, { emails }) => presentEmail(await emails.resend(id), emails.now),
  }),
  resolve: operation({
    id: 'resolveEmails',
    summary: 'Say of uncertain e-mails that they were sent, failed, or are to be sent again',
    scope: 'write',
    route: 'POST /emails/resolve',
    input: EmailResolution,
    output: EmailsResolved,
    uses,
    handle: async (input, { emails }) => ({ resolved: await emails.resolve(input) }),
  }),
})

/** The typed methods of e-mails. */
export interface EmailMethods extends Methods<typeof emailOperations> {}

/** The analysis of e-mails, in the group of the other analyses. */
export const emailAnalytics = group('Analytics', {
  email: operation({
    id: 'getEmailAnalytics',
    summary: 'Count e-mails of a period delivered, opened, clicked, answered, unsubscribed, by campaign, sequence, sender',
    scope: 'read',
    readsMany: true,
    route: 'GET /analytics/email',
    mcp: true,
    input: AnalyticsQuery,
    output: EmailAnswer,
    uses: { emails: EmailAnalytics },
    handle: (query, { emails }) => emails.read(query),
  }),
})

/** The typed methods that analytics get. */
export interface EmailAnalyticsMethods extends Methods<typeof emailAnalytics> {}
