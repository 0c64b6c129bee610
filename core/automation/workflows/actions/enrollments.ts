import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Id } from '../../../kernel/operation/schema/schema.ts'

/** Enrolls the contact in a sequence. */
export const enrollSequence: ActionType = {
  type: 'enroll_sequence',
  label: 'Enroll in sequence',
  summary: 'Start a sequence',
  config: Closed({ sequence_id: Id() }),
}

/** Ends one sequence of the contact, or without an id all of them. */
export const unenrollSequence: ActionType = {
  type: 'unenroll_sequence',
  label: 'Unenroll from sequence',
  summary: 'Stop all active sequences, or one',
  config: Closed({ sequence_id: Type.Optional(Id('Default: all of them')) }),
}

/** Subscribes the contact to a recurring campaign. */
export const addToMailing: ActionType = {
  type: 'add_to_mailing',
  label: 'Add to mailing',
  summary: 'Subscribe the contact to a recurring email campaign',
  config: Closed({ campaign_id: Id() }),
}

/** Unsubscribes the contact from a recurring campaign. */
export const removeFromMailing: ActionType = {
  type: 'remove_from_mailing',
  label: 'Remove from mailing',
  summary: 'Stop a recurring campaign for the contact',
  config: Closed({ campaign_id: Id() }),
}
