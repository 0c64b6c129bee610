import { Type } from '@sinclair/typebox'
import { choice, defaulted, integer, json, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { Closed, Id, Nullable, Timestamp } from '../../kernel/operation/schema.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'

/** States of an enrollment (records.md 7); the last three are final. */
export const enrollmentStates = ['active', 'paused', 'completed', 'exited', 'failed'] as const

const StepDone = Closed({
  step_id: Id('The step'),
  at: Timestamp('When it was done'),
  result: Type.String({ description: 'What came of it' }),
  email_id: Type.Optional(Nullable(Id('The e-mail that it sent'))),
  task_id: Type.Optional(Nullable(Id('The task that it made'))),
})

/** One contact in one sequence (records.md 7). */
export const enrollmentFields = {
  ...ownFields,
  sequence_id: readOnly(uuid('The sequence')),
  sequence_version: readOnly(integer({ description: 'Version of the sequence that it follows' })),
  lead_id: readOnly(uuid('The contact')),
  status: readOnly(choice(enrollmentStates, { description: 'How far it is' })),
  current_step: readOnly(optional(uuid('The step that comes next'))),
  next_run_at: readOnly(optional(timestamp({ description: 'When it comes' }))),
  enrolled_by: readOnly(text({ description: 'E-mail of who enrolled the contact' })),
  enrolled_via: readOnly(text({ description: 'By what: user, api_key:<id>, workflow:<run>' })),
  started_at: readOnly(timestamp({ description: 'When it began' })),
  finished_at: readOnly(optional(timestamp({ description: 'When it ended' }))),
  reason: readOnly(optional(text({ description: 'Why it ended: completed, replied, meeting_booked, unsubscribed, manual, ...' }))),
  history: readOnly(defaulted(json(Type.Array(StepDone, { description: 'Steps that were done' })), [])),
}
const schema = entity('Enrollment', 'sequence_enrollments', enrollmentFields, {
  indexes: [
    ['lead_id', 'started_at', 'id'],
    ['sequence_id', 'status', 'id'],
  ],
  ownership: { part: 'lead_id', of: 'contacts' },
})

/** A contact's way through a sequence: one row per enrolment, so a contact may have several of one sequence over time. */
export class Enrollment extends schema.class {}
schema.setClass(Enrollment)
