import { Type } from '@sinclair/typebox'
import {
  bigInteger,
  choice,
  defaulted,
  integer,
  json,
  optional,
  readOnly,
  text,
  timestamp,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { entity, ownFields } from '../../kernel/storage/schema/entity.ts'

/** States of a run; the last three are final. */
export const runStates = ['running', 'waiting', 'frozen', 'completed', 'failed', 'cancelled'] as const

/** Fields of a run: one record in one workflow. */
export const runFields = {
  ...ownFields,
  workflow_id: readOnly(uuid('The workflow')),
  version: readOnly(integer({ description: 'Version of the workflow that it follows' })),
  entity_type: readOnly(optional(text({ description: 'Type of the record that was enrolled; null for a schedule without one' }))),
  entity_id: readOnly(optional(uuid('The record that was enrolled'))),
  contact_id: readOnly(optional(uuid('Contact of the run'))),
  deal_id: readOnly(optional(uuid('Deal of the run'))),
  company_id: readOnly(optional(uuid('Company of the run'))),
  event_id: readOnly(optional(bigInteger({ description: 'The event that started it' }))),
  cause_chain: readOnly(defaulted(json(Type.Array(Type.String(), { description: 'Workflows that led to it' })), [])),
  status: readOnly(choice(runStates, { description: 'State of the run' })),
  cursor: readOnly(optional(text({ max: 1000, description: 'Path of the step that comes next' }))),
  wake_at: readOnly(optional(timestamp({ description: 'When it continues' }))),
  waiting_for: readOnly(optional(text({ description: 'What it waits for' }))),
  started_at: readOnly(timestamp({ description: 'When it started' })),
  ended_at: readOnly(optional(timestamp({ description: 'When it ended' }))),
  end_reason: readOnly(optional(text({ description: 'Why: end, stopped, exit, loop, record_deleted, cancelled, error' }))),
}
const schema = entity('WorkflowRun', 'workflow_runs', runFields, {
  indexes: [
    ['contact_id', 'started_at', 'id'],
    ['workflow_id', 'id'],
  ],
  ownership: { type: 'entity_type', id: 'entity_id' },
  privacy: { by: ['contact_id'] },
})

/** A run of a workflow for one record. */
export class WorkflowRun extends schema.class {}
schema.setClass(WorkflowRun)
