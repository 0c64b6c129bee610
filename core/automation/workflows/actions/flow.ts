import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, OneOf, Text } from '../../../kernel/operation/schema/schema.ts'
import { OperatorName } from '../../../records/search/grammar/operators.ts'
import { TimeoutDays } from './config.ts'

// A condition on one field.
const comparison = {
  field: Text(255, { minLength: 1, description: 'Field of a condition' }),
  op: OperatorName,
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], { description: 'What to compare with' }),
  ),
}

/** Pauses the run. */
export const delay: ActionType = {
  type: 'delay',
  label: 'Delay',
  summary: 'Pause before the next step',
  config: Closed({ amount: Type.Number({ minimum: 0 }), unit: OneOf(['minutes', 'hours', 'days', 'business_days']) }),
}

/** Pauses the run until a condition holds, or until the timeout (30 days by default). */
export const waitUntil: ActionType = {
  type: 'wait_until',
  label: 'Wait until',
  summary: 'Pause until the contact matches a condition, checked on every run, with timeout',
  config: Closed({ ...comparison, timeout_days: TimeoutDays }),
}

/** Chooses a path by conditions; without conditions the path `yes`. */
export const ifElse: ActionType = {
  type: 'if_else',
  label: 'If / else',
  summary: 'Split into a yes path and a no path by conditions',
  config: Closed({
    conditions: Type.Optional(Type.Array(Closed(comparison), { maxItems: 50, default: [], description: 'All must hold; none = yes' })),
  }),
  branches: ['yes', 'no'],
}

/** Chooses a path at random; `percent_a` of the records (50 by default) take the path `a`. */
export const abSplit: ActionType = {
  type: 'ab_split',
  label: 'A/B split',
  summary: 'Randomly send records down path a or b',
  config: Closed({ percent_a: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 50 })) }),
  branches: ['a', 'b'],
}

/** Pauses the run until an event; then `wait.result` is `received` or `timeout`. */
export const waitForEvent: ActionType = {
  type: 'wait_for_event',
  label: 'Wait for event',
  summary: 'Pause until an event or a timeout, then branch on wait.result',
  config: Closed({ event_type: Text(100, { minLength: 1, description: 'Any event type' }), timeout_days: TimeoutDays }),
}

/** Ends the run. */
export const stop: ActionType = { type: 'stop', label: 'Stop', summary: 'End the run', config: Closed({}) }
