import { Type } from '@sinclair/typebox'
import { Closed, Cursor, Id, NextCursor, Nullable, OneOf, Timestamp } from '../../kernel/operation/schema.ts'
import { runStates } from '../../automation/workflows/entity.ts'
import { enrollmentFields, enrollmentStates } from './entity.ts'

/** What is not at its end. */
export const unfinished = ['active', 'paused', 'running', 'waiting', 'frozen'] as const

export const EnrollmentList = Closed({
  id: Id('The contact'),
  state: Type.Optional(OneOf(['active', 'past'], { description: 'Only those that go on, or those that have ended' })),
  type: Type.Optional(OneOf(['sequence', 'workflow'], { description: 'Only of this kind' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Enrollments on a page' })),
  cursor: Type.Optional(Cursor),
})

/** An enrollment in a sequence or a run of a workflow, in one form; what only the other kind has is null. */
export const ContactEnrollment = Closed({
  id: Id('The enrollment in a sequence, or the run of a workflow'),
  type: OneOf(['sequence', 'workflow'], { description: 'In what the contact is' }),
  sequence_id: Nullable(Id('The sequence')),
  workflow_id: Nullable(Id('The workflow')),
  version: Type.Integer({ minimum: 0, description: 'Version that it follows' }),
  status: OneOf([...new Set([...enrollmentStates, ...runStates])], { description: 'How far it is' }),
  current_step: Nullable(Type.String({ description: 'What comes next' })),
  next_run_at: Nullable(Timestamp('When it goes on')),
  waiting_for: Nullable(Type.String({ description: 'What a workflow waits for' })),
  enrolled_by: Nullable(Type.String({ description: 'E-mail of who enrolled the contact in a sequence' })),
  enrolled_via: Nullable(Type.String({ description: 'By what: user, api_key:<id>, workflow:<run>' })),
  event_id: Nullable(Type.Integer({ minimum: 0, description: 'The event that began a workflow' })),
  started_at: Timestamp('When it began'),
  finished_at: Nullable(Timestamp('When it ended')),
  reason: Nullable(Type.String({ description: 'Why it ended' })),
  history: enrollmentFields.history.schema,
})

export const Enrollments = Closed({
  enrollments: Type.Array(ContactEnrollment, { description: 'The newest first' }),
  next_cursor: NextCursor,
})
