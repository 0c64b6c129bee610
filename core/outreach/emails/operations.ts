import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { EmailAnswer, EmailQuery } from './analytics-schema.ts'
import { EmailAnalytics } from './analytics.ts'

/** The analysis of e-mails, in the group of the other analyses. */
export const emailAnalytics = group('Analytics', {
  email: operation({
    id: 'getEmailAnalytics',
    summary: 'Count e-mails of a period delivered, opened, clicked, answered, unsubscribed, by campaign, sequence, sender',
    scope: 'read',
    route: 'GET /analytics/email',
    mcp: true,
    input: EmailQuery,
    output: EmailAnswer,
    uses: { emails: EmailAnalytics },
    handle: (query, { emails }) => emails.read(query),
  }),
})

/** The typed methods that analytics get. */
export interface EmailAnalyticsMethods extends Methods<typeof emailAnalytics> {}
