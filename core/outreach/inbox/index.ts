import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { emailFollowers } from '../emails/followers.ts'
import { MailboxCursor } from './cursor.ts'
import { AccountOpener } from '../mailboxes/account.ts'
import { EmailReport, MailboxSync, MailFolder, MailLeftover } from './entity.ts'
import { InboxLoop } from './loop.ts'
import { inboxTables, sentCopies } from './migration.ts'
import { LeftoverRetention } from './retention.ts'
import { feedbackOperations, inboxOperations } from './operations.ts'
import { followSent } from './sent-followers.ts'
import { SentMessages } from './sent-messages.ts'

/** What comes into mailboxes: answers, reports, and what teammates wrote with other programs. */
export const inbox: Feature = plugin({
  name: 'inbox',
  version: '1.0.0',
  requires: { emails: '^1.0.0', mailboxes: '^1.0.0', suppressions: '^1.0.0' },
  entities: [MailboxSync, MailFolder, EmailReport, MailLeftover],
  migrations: [inboxTables, sentCopies],
  operations: { mailboxes: inboxOperations, emails: feedbackOperations },
  loops: [InboxLoop, LeftoverRetention],
  services: [MailboxCursor, AccountOpener, SentMessages],
  hooks: [emailFollowers.attach(followSent)],
})
