import { Type } from '@sinclair/typebox'
import type { ActionType } from '../../../kernel/operation/catalog.ts'
import { Closed, OneOf, Text } from '../../../kernel/operation/schema.ts'
import { OperatorName } from '../../../records/search/operators.ts'
import { TimeoutDays } from './config.ts'

// A condition as in contract 2.9, of fields of 2.8.
const comparison = {
  field: Text(255, { minLength: 1, description: 'Field of a condition' }),
  op: OperatorName,
  value: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], { description: 'What to compare with' }),
  ),
}

export const delay: ActionType = {
  type: 'delay',
  label: 'Delay',
  summary: 'Pause before the next step',
  config: Closed({ amount: Type.Number({ minimum: 0 }), unit: OneOf(['minutes', 'hours', 'days', 'business_days']) }),
}

/** Goes on after the timeout, too: 30 days unless told. */
export const waitUntil: ActionType = {
  type: 'wait_until',
  label: 'Wait until',
  summary: 'Pause until the contact matches a condition, checked on every run, with timeout',
  config: Closed({ ...comparison, timeout_days: TimeoutDays }),
}

/** Without conditions every record takes the path `yes`. */
export const ifElse: ActionType = {
  type: 'if_else',
  label: 'If / else',
  summary: 'Split into a yes path and a no path by conditions',
  config: Closed({
    conditions: Type.Optional(Type.Array(Closed(comparison), { maxItems: 50, default: [], description: 'All must hold; none = yes' })),
  }),
  branches: ['yes', 'no'],
}

/** Percent of the records that take the path `a`; 50 unless told. */
export const abSplit: ActionType = {
  type: 'ab_split',
  label: 'A/B split',
  summary: 'Randomly send records down path a or b',
  config: Closed({ percent_a: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 50 })) }),
  branches: ['a', 'b'],
}

/** `wait.result` is `received` or `timeout` from then on (contract 2.8). */
export const waitForEvent: ActionType = {
  type: 'wait_for_event',
  label: 'Wait for event',
  summary: 'Pause until an event or a timeout, then branch on wait.result',
  config: Closed({ event_type: Text(100, { minLength: 1, description: 'Any event type' }), timeout_days: TimeoutDays }),
}

export const stop: ActionType = { type: 'stop', label: 'Stop', summary: 'End the run', config: Closed({}) }
