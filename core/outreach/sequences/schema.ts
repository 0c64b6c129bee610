import { Type } from '@sinclair/typebox'
import { Closed, Cursor, Id, NextCursor, Nullable, OneOf, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { runStates } from '../../automation/workflows/entity.ts'
import { enrollmentFields, enrollmentStates } from './entity.ts'

/** States of sequences and workflows that have not ended. */
export const unfinished = ['active', 'paused', 'running', 'waiting', 'frozen'] as const

/** Query of the list of a contact's enrollments. */
export const EnrollmentList = Closed({
  id: Id('The contact'),
  state: Type.Optional(OneOf(['active', 'past'], { description: 'Only running ones, or only ended ones' })),
  type: Type.Optional(OneOf(['sequence', 'workflow'], { description: 'Only of this kind' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Enrollments on a page' })),
  cursor: Type.Optional(Cursor),
})

/** An enrollment in a sequence or a run of a workflow in one form; fields that only the other type has are null. */
export const ContactEnrollment = Closed({
  id: Id('The enrollment in a sequence, or the run of a workflow'),
  type: OneOf(['sequence', 'workflow'], { description: 'Type of the enrollment' }),
  sequence_id: Nullable(Id('The sequence')),
  workflow_id: Nullable(Id('The workflow')),
  version: Type.Integer({ minimum: 0, description: 'Version that it follows' }),
  status: OneOf([...new Set([...enrollmentStates, ...runStates])], { description: 'State' }),
  current_step: Nullable(Type.String({ description: 'Next step' })),
  next_run_at: Nullable(Timestamp('When it continues')),
  waiting_for: Nullable(Type.String({ description: 'What a workflow waits for' })),
  enrolled_by: Nullable(Type.String({ description: 'E-mail of the user who enrolled the contact in a sequence' })),
  enrolled_via: Nullable(Type.String({ description: 'How: user, api_key:<id>, workflow:<run>' })),
  event_id: Nullable(Type.Integer({ minimum: 0, description: 'The event that started a workflow' })),
  started_at: Timestamp('When it started'),
  finished_at: Nullable(Timestamp('When it ended')),
  reason: Nullable(Type.String({ description: 'Why it ended' })),
  history: enrollmentFields.history.schema,
})

/** One page, newest first. */
export const Enrollments = Closed({
  enrollments: Type.Array(ContactEnrollment, { description: 'The newest first' }),
  next_cursor: NextCursor,
})
