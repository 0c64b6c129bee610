import { eventTypes } from '../../kernel/operation/catalog.ts'
import { type Feature, plugin } from '../../kernel/feature/feature.ts'
import { sequencesOfContacts } from './contributions.ts'
import { Enrollment } from './entity.ts'
import { audited } from '../../kernel/storage/schema/changes.ts'
import { managedSteps } from '../../automation/workflows/actions/managed-steps.ts'
import { namedRecords } from '../../automation/workflows/definition/references.ts'
import { managedFailures } from '../../automation/workflows/notices/workflow-notices.ts'
import { sequenceEnrollments } from '../../automation/workflows/ports.ts'
import { emailFollowers } from '../emails/followers.ts'
import { mailboxFollowers } from '../mailboxes/followers.ts'
import { templateUsers } from '../templates/uses.ts'
import { unsubscribeFollowers } from '../unsubscribes/followers.ts'
import { EnrollContactsJob } from './enroll-job.ts'
import { SequenceDispatch } from './exit-events.ts'
import { followEmails } from './follower.ts'
import { sequenceListing } from './listing-migration.ts'
import { sequenceTables } from './migration.ts'
import { contactEnrollments } from './operations.ts'
import { followMailboxes } from './mailbox-holds.ts'
import { networkSteps } from './network-steps.ts'
import { failedEnrollments, sequencesWith } from './other-features.ts'
import { Sequence, SequenceDay } from './sequence-entity.ts'
import { sequenceOperations } from './sequence-operations.ts'
import { sequenceSteps } from './step-actions.ts'
import { stepTypes } from './step-types.ts'
import { followUnsubscribes } from './unsubscribed.ts'
import { sequencesForWorkflows } from './workflow-port.ts'

/** Events of sequences. */
export const sequenceEvents = {
  'sequence.enrolled': 'Enrolled in a sequence',
  'sequence.completed': 'Sequence completed',
  'sequence.exited': 'Exited a sequence',
}

/** Sequences: their steps, the enrollments of contacts in them, and what ends these. */
export const sequences: Feature = plugin({
  name: 'sequences',
  version: '1.0.0',
  requires: { contacts: '^1.0.0', workflows: '^1.0.0', templates: '^1.0.0', emails: '^1.0.0', inbox: '^1.0.0' },
  contributes: [sequencesOfContacts],
  entities: [Enrollment, Sequence, SequenceDay],
  migrations: [sequenceTables, sequenceListing],
  audits: [audited(Sequence, 'sequence'), audited(Enrollment, 'enrollment', { only: ['status', 'reason'] })],
  operations: { contacts: contactEnrollments, sequences: sequenceOperations },
  consumers: [SequenceDispatch],
  jobTypes: [EnrollContactsJob],
  hooks: [
    ...[...sequenceSteps, ...networkSteps].map((each) => managedSteps.attach(each)),
    namedRecords.attach({ word: 'sequence', entity: Sequence }),
    templateUsers.attach(sequencesWith),
    sequenceEnrollments.attach(sequencesForWorkflows),
    emailFollowers.attach(followEmails),
    mailboxFollowers.attach(followMailboxes),
    unsubscribeFollowers.attach(followUnsubscribes),
    managedFailures.attach(failedEnrollments),
  ],
  events: eventTypes(sequenceEvents, 'Sequences'),
  catalog: { sequence_step_types: stepTypes },
})
