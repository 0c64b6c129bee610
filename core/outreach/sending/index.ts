import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { Claims } from './claims.ts'
import { Judgement } from './judgement.ts'
import { begunIndex, failingSince } from './migration.ts'
import { Results } from './results.ts'
import { EmailMaterial } from './email-material.ts'
import { mailboxTrials } from './operations.ts'
import { followWorkflowMail } from './workflow-follower.ts'
import { WorkflowMail } from './workflow-mail.ts'
import { mailSender } from '../../automation/workflows/ports.ts'
import { emailFollowers } from '../emails/followers.ts'
import { Sender } from './sender.ts'

/** Sends the e-mails that are due, each once. */
export const sending: Feature = plugin({
  name: 'sending',
  version: '1.0.0',
  requires: { emails: '^1.0.0', mailboxes: '^1.0.0', suppressions: '^1.0.0', notifications: '^1.0.0' },
  migrations: [failingSince, begunIndex],
  operations: { mailboxes: mailboxTrials },
  services: [Claims, Judgement, Results, EmailMaterial],
  hooks: [mailSender.attach((services) => new WorkflowMail(services)), emailFollowers.attach(followWorkflowMail)],
  loops: [Sender],
  notices: [{ type: 'mailbox.failing', label: 'A mailbox of yours does not send', many: 'Several mailboxes do not send', hourly: true }],
})
