import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Id } from '../../../kernel/operation/schema.ts'

export const enrollSequence: ActionType = {
  type: 'enroll_sequence',
  label: 'Enroll in sequence',
  summary: 'Start a sequence',
  config: Closed({ sequence_id: Id() }),
}

/** Without an id it ends all sequences of the contact. */
export const unenrollSequence: ActionType = {
  type: 'unenroll_sequence',
  label: 'Unenroll from sequence',
  summary: 'Stop all active sequences, or one',
  config: Closed({ sequence_id: Type.Optional(Id('Default: all of them')) }),
}

/** The one place where a workflow is called `automation_id` in a config (records.md 8). */
export const enrollWorkflow: ActionType = {
  type: 'enroll_workflow',
  label: 'Enroll in workflow',
  summary: 'Hand the record to another workflow',
  config: Closed({ automation_id: Id('The other workflow') }),
}

export const addToMailing: ActionType = {
  type: 'add_to_mailing',
  label: 'Add to mailing',
  summary: 'Subscribe the contact to a recurring email campaign',
  config: Closed({ campaign_id: Id() }),
}

export const removeFromMailing: ActionType = {
  type: 'remove_from_mailing',
  label: 'Remove from mailing',
  summary: 'Stop a recurring campaign for the contact',
  config: Closed({ campaign_id: Id() }),
}
