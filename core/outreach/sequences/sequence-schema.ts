import type { Filter } from '../../records/search/grammar/condition.ts'
import { type Static, Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, described, Id, IdOf, Nullable, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, ownedBy, refersTo, says } from '../../kernel/storage/records/filters.ts'
import { withoutDeleted } from '../../kernel/storage/records/list-schema.ts'
import { enrollmentFields } from './entity.ts'
import { sequenceFields } from './sequence-entity.ts'
import { GivenSteps, StepRecord } from './step-schema.ts'

/** What is counted of the enrollments of a sequence. */
export const SequenceFigures = Closed(
  {
    enrolled: Count('Contacts that were enrolled'),
    active: Count('Enrollments that go on, the paused ones included'),
    completed: Count('Enrollments that did all steps'),
    exited: Count('Enrollments that ended before, the failed ones included'),
    replied: Count('Enrollments that ended because the contact answered'),
  },
  { description: 'What is counted of its enrollments' },
)
/** A sequence as the API answers it. */
export const SequenceRecord = Closed({ ...recordSchema(sequenceFields).properties, stats: SequenceFigures })
/** Input of create. */
export const SequenceCreate = Closed({ ...createSchema(sequenceFields).properties, steps: Type.Optional(GivenSteps) })
/** Input of update. */
export const SequenceUpdate = Closed({ ...updateSchema(sequenceFields).properties, steps: Type.Optional(GivenSteps) })

/** The named filters of the list of sequences. */
export const sequenceFilters = {
  status: is('status', sequenceFields.status.schema),
  name: says('name'),
  owner_email: ownedBy('owner_email'),
}
/** By what the list of sequences can be sorted. */
export const sequenceSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list of sequences. */
export const SequenceList = listSchema(sequenceFilters, sequenceSorts)

const present = presenter(sequenceFields)
/** A sequence with its figures. */
export function presentSequence(
  sequence: Parameters<typeof present>[0],
  stats: Static<typeof SequenceFigures>,
  now: Date,
): Static<typeof SequenceRecord> {
  return { ...present(sequence, now), stats }
}

/** An enrollment as the API answers it. */
export const EnrollmentRecord = recordSchema(enrollmentFields)
/** Shows an enrollment. */
export const presentEnrollment = presenter(enrollmentFields)
/** The named filters of the list of enrollments. */
export const enrollmentFilters = {
  status: is('status', enrollmentFields.status.schema),
  lead_id: refersTo('lead_id'),
  contact_id: refersTo('lead_id'),
  reason: is('reason'),
}
/** By what the list of enrollments can be sorted. */
export const enrollmentSorts = ['started_at'] as const
/** Query of the list of enrollments of one sequence. */
export const EnrollmentsOf = Closed({
  ...withoutDeleted(listSchema(enrollmentFilters, enrollmentSorts)).properties,
  id: Id('The sequence'),
})

/** Whom somebody enrolls. */
export const EnrollContacts = Closed({
  ...ById.properties,
  ids: Type.Optional(Type.Array(IdOf('contacts'), { minItems: 1, maxItems: 20_000, description: 'Contacts' })),
  list_id: Type.Optional(Id('All members of this list')),
  filter: Type.Optional(
    Type.Unsafe<Filter>({ ...Type.Any(), type: 'object', description: 'All contacts that this filter finds, in the grammar of searches' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer how many are meant, and enroll none' })),
})
/** What became of each contact. */
export const EnrolledContacts = Closed({
  results: Type.Array(
    Closed({
      lead_id: Id('The contact'),
      enrolled: Type.Boolean({ description: 'Whether it is in the sequence by this call' }),
      enrollment_id: Type.Optional(Id('The enrollment')),
      reason: Type.Optional(
        Text(100, { description: 'Why not: no_email, do_not_contact, unsubscribed, suppressed, already_active, archived, not_found' }),
      ),
    }),
    { description: 'Each contact once; empty for a job' },
  ),
  job_id: Type.Optional(Id('Where the progress is read, when it is about more than 5,000')),
  matched: Type.Optional(Count('With `dry_run`: how many are meant')),
})
/** One enrollment of a sequence. */
export const OneEnrollment = Closed({ ...ById.properties, enrollmentId: Id('The enrollment') })
/** What a migration did. */
export const Migrated = Closed({
  version: Type.Integer({ description: 'Version that they follow now' }),
  migrated: Count('Enrollments that were moved'),
})

const Rate = Closed(
  {
    count: Count('How many'),
    rate: Type.Number({ description: 'Share of those that were sent, 0 to 1' }),
    low: Type.Number({ description: 'Lower end of the 95 % interval (Wilson)' }),
    high: Type.Number({ description: 'Upper end of the 95 % interval (Wilson)' }),
  },
  { description: 'A figure with its uncertainty' },
)
/** Figures of the steps of a sequence. */
export const SequenceStats = Closed({
  ...SequenceFigures.properties,
  reasons: Type.Record(Type.String(), Type.Integer(), { description: 'Enrollments that ended, by reason' }),
  steps: Type.Array(
    Closed({
      step_id: Id('The step'),
      position: Nullable(Type.Integer({ description: 'Its place; null for one that is gone' })),
      type: StepRecord.properties.type,
      variant: StepRecord.properties.variant,
      waiting: Count('Enrollments that stand at it'),
      sent: Count('E-mails that left'),
      opened: Rate,
      clicked: Rate,
      replied: Rate,
      bounced: Rate,
      meetings: described(Rate, 'Meetings that were booked after it, before any other e-mail of the enrollment'),
      last_sent_at: Nullable(Timestamp('When it was sent last')),
    }),
    { description: 'In their order' },
  ),
})
