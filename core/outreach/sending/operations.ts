import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { MailboxTrialResult } from './trial-schema.ts'
import { MailboxTrial } from './trial.ts'

/** What sending adds to mailboxes. */
export const mailboxTrials = group('Mailboxes', {
  test: operation({
    id: 'testMailbox',
    summary: 'Connect and sign in, step by step, and say what fails; nothing is sent',
    scope: 'write',
    route: 'POST /mailboxes/{id}/test',
    unitOfWork: false,
    input: ById,
    output: MailboxTrialResult,
    uses: { trial: MailboxTrial },
    handle: ({ id }, { trial }) => trial.test(id),
  }),
})

/** Its part of the typed methods of mailboxes. */
export interface MailboxTrialMethods extends Methods<typeof mailboxTrials> {}
