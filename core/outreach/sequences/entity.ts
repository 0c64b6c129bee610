import { Type } from '@sinclair/typebox'
import {
  choice,
  defaulted,
  hidden,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed, Id, Nullable, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** States of an enrollment; the last three are final. */
export const enrollmentStates = ['active', 'paused', 'completed', 'exited', 'failed'] as const

const StepDone = Closed({
  step_id: Id('The step'),
  at: Timestamp('When it was done'),
  result: Type.String({ description: 'Result of the step' }),
  email_id: Type.Optional(Nullable(Id('The e-mail that the step sent'))),
  task_id: Type.Optional(Nullable(Id('The task that the step added'))),
})

/** Fields of an enrollment: one contact in one sequence. */
export const enrollmentFields = {
  ...ownFields,
  sequence_id: readOnly(uuid('The sequence')),
  sequence_version: readOnly(integer({ description: 'Version of the sequence that it follows' })),
  lead_id: readOnly(uuid('The contact')),
  status: readOnly(choice(enrollmentStates, { description: 'State of the enrollment' })),
  current_step: readOnly(optional(uuid('The step that comes next'))),
  next_run_at: readOnly(optional(timestamp({ description: 'When that step is due' }))),
  enrolled_by: readOnly(text({ description: 'E-mail of the user who enrolled the contact' })),
  enrolled_via: readOnly(text({ description: 'How: user, api_key:<id>, workflow:<run>' })),
  started_at: readOnly(timestamp({ description: 'When it started' })),
  finished_at: readOnly(optional(timestamp({ description: 'When it ended' }))),
  reason: readOnly(optional(text({ description: 'Why it ended: completed, replied, meeting_booked, unsubscribed, manual, ...' }))),
  /** The mailbox of all its e-mails. */
  mailbox_id: hidden(optional(uuid())),
  /** Its last e-mail, to which the next one may be a reply. */
  last_email_id: hidden(optional(uuid())),
  /** The task that it waits for. */
  task_id: hidden(optional(uuid())),
  /** What `{{ai.line}}` says in its next e-mail. */
  ai_line: hidden(optional(text({ max: 2000 }))),
  history: readOnly(defaulted(json(Type.Array(StepDone, { description: 'Steps that were done' })), [])),
}
const schema = entity('Enrollment', 'sequence_enrollments', enrollmentFields, {
  indexes: [['lead_id', 'started_at', 'id'], ['sequence_id', 'status', 'id'], ['sequence_id', 'started_at', 'id'], ['task_id']],
  ownership: { part: 'lead_id', of: 'contacts' },
  privacy: { by: ['lead_id'] },
})

/** One contact in one sequence; over time a contact may have several enrollments in the same sequence. */
export class Enrollment extends schema.class {}
schema.setClass(Enrollment)
