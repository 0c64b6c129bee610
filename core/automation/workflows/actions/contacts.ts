import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, Text } from '../../../kernel/operation/schema/schema.ts'
import { Choice, Rendered, Value } from './config.ts'

/** Moves a contact to another stage of its sales cycle, as `ContactStages.move` does for callers. */
export const moveCycleStage: ActionType = {
  type: 'move_cycle_stage',
  label: 'Move to stage',
  summary: 'The contact stays in its sales cycle and moves to the stage matched by name; forward only by default',
  config: Closed({
    stage: Text(255, { minLength: 1, description: 'Name of the stage' }),
    forward_only: Choice(['yes', 'no']),
    cycle: Type.Optional(Text(255, { description: 'Only contacts of this sales cycle; those of none are put into it' })),
  }),
}

/** Sets a field of the contact. */
export const updateContact: ActionType = {
  type: 'update_contact',
  label: 'Update contact',
  summary: 'Set stage, status, lifecycle, score or any field',
  config: Closed({ field: Text(255, { minLength: 1 }), value: Value }),
}

/** Changes the lead score, as `ContactStages.score` does for callers. */
export const adjustScore: ActionType = {
  type: 'adjust_score',
  label: 'Adjust score',
  summary: 'Increase or decrease the lead score',
  config: Closed({ points: Type.Integer({ description: 'Negative = decrease' }) }),
}

/** Sets the owner of the contact. */
export const assignOwner: ActionType = {
  type: 'assign_owner',
  label: 'Assign owner',
  summary: 'Assign to a teammate or rotate',
  config: Closed({
    mode: Choice(['specific', 'round_robin', 'least_loaded']),
    owner: Type.Optional(Text(2000, { description: 'E-mail of the teammate; several, comma separated, to rotate among' })),
  }),
}

// With merge tags, so that a tag can name the source of a contact.
const tag = Rendered(100)

/** Adds a tag to the contact. */
export const addTag: ActionType = { type: 'add_tag', label: 'Add tag', summary: 'Tag the contact', config: Closed({ tag }) }

/** Removes a tag from the contact. */
export const removeTag: ActionType = { type: 'remove_tag', label: 'Remove tag', summary: 'Remove a tag', config: Closed({ tag }) }

/** Adds a note to the record. */
export const addNote: ActionType = {
  type: 'add_note',
  label: 'Add note',
  summary: 'Write a note on the record',
  config: Closed({ note: Rendered(20_000) }),
}

/** Links the contact to its company, which is added if needed. */
export const associateCompany: ActionType = {
  type: 'associate_company',
  label: 'Associate company',
  summary: 'Find or create the company from email domain or company name',
  config: Closed({}),
}
