import { Type } from '@sinclair/typebox'
import { bigInteger, choice, defaulted, integer, json, optional, readOnly, text, timestamp, uuid } from '../../kernel/operation/fields.ts'
import { entity, ownFields } from '../../kernel/storage/entity.ts'

/** States of a run (workflows.md 3.7); the last three are final. */
export const runStates = ['running', 'waiting', 'frozen', 'completed', 'failed', 'cancelled'] as const

/** One record in one workflow (workflows.md 3.7 and 4). */
export const runFields = {
  ...ownFields,
  workflow_id: readOnly(uuid('The workflow')),
  version: readOnly(integer({ description: 'Version of the workflow that it follows' })),
  entity_type: readOnly(optional(text({ description: 'Type of the record that was enrolled; null for a schedule without one' }))),
  entity_id: readOnly(optional(uuid('The record that was enrolled'))),
  contact_id: readOnly(optional(uuid('The contact that it is about'))),
  deal_id: readOnly(optional(uuid('The deal that it is about'))),
  company_id: readOnly(optional(uuid('The company that it is about'))),
  event_id: readOnly(optional(bigInteger({ description: 'The event that began it' }))),
  cause_chain: readOnly(defaulted(json(Type.Array(Type.String(), { description: 'Workflows that led to it' })), [])),
  status: readOnly(choice(runStates, { description: 'How far it is' })),
  cursor: readOnly(optional(text({ max: 1000, description: 'Path of the step that comes next' }))),
  wake_at: readOnly(optional(timestamp({ description: 'When it goes on' }))),
  waiting_for: readOnly(optional(text({ description: 'What it waits for' }))),
  started_at: readOnly(timestamp({ description: 'When it began' })),
  ended_at: readOnly(optional(timestamp({ description: 'When it ended' }))),
  end_reason: readOnly(optional(text({ description: 'Why: end, stopped, exit, loop, record_deleted, cancelled, error' }))),
}
const schema = entity('WorkflowRun', 'workflow_runs', runFields, {
  indexes: [
    ['contact_id', 'started_at', 'id'],
    ['workflow_id', 'id'],
  ],
  ownership: { type: 'entity_type', id: 'entity_id' },
})

/** A record's way through a workflow, as the list of a contact's enrollments shows it. */
export class WorkflowRun extends schema.class {}
schema.setClass(WorkflowRun)
