import { bucketOf } from '../../splits/bucket.ts'
import { Type } from '@sinclair/typebox'
import { CrmError, type FieldError } from '../../../kernel/operation/errors.ts'
import { checkDelay, delayUntil } from '../../schedules/delay.ts'
import { Holidays } from '../../../platform/access/holidays.ts'
import { zoneClock } from '../../schedules/zone-clock.ts'
import { defineAction } from './action.ts'
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
export const delay = defineAction({
  type: 'delay',
  label: 'Delay',
  summary: 'Pause before the next step',
  config: Closed({ amount: Type.Number({ minimum: 0 }), unit: OneOf(['minutes', 'hours', 'days', 'business_days']) }),
  effect: 'none',
  uses: { holidays: Holidays },
  async run({ config: { amount, unit }, workflow, now }, { holidays }) {
    if (amount === 0) return { done: {} }
    const free = unit === 'business_days' ? await holidays.all() : undefined
    return { wait: { until: delayUntil(now, amount, unit, await zoneClock(workflow.timezone), free), for: 'delay' } }
  },
  check: ({ amount, unit }) => faultsIn(() => checkDelay(amount, unit)),
})

/** Pauses the run until a condition holds, or until the timeout (30 days by default). */
export const waitUntil = defineAction({
  type: 'wait_until',
  label: 'Wait until',
  summary: 'Pause until the contact matches a condition, checked on every run, with timeout',
  config: Closed({ ...comparison, timeout_days: TimeoutDays }),
  effect: 'none',
  run: ({ config: { timeout_days }, now, test }) =>
    test()
      ? { done: { result: 'received' }, wait_result: 'received' }
      : { wait: { until: daysAfter(now, timeout_days), for: 'condition' } },
})

/** Chooses a path by conditions; without conditions the path `yes`. */
export const ifElse = defineAction({
  type: 'if_else',
  label: 'If / else',
  summary: 'Split into a yes path and a no path by conditions',
  config: Closed({
    conditions: Type.Optional(Type.Array(Closed(comparison), { maxItems: 50, default: [], description: 'All must hold; none = yes' })),
  }),
  branches: ['yes', 'no'],
  effect: 'none',
  run: ({ test }) => ({ branch: test() ? 'yes' : 'no' }),
})

/** Chooses a path at random; `percent_a` of the records (50 by default) take the path `a`. */
export const abSplit = defineAction({
  type: 'ab_split',
  label: 'A/B split',
  summary: 'Randomly send records down path a or b',
  config: Closed({ percent_a: Type.Optional(Type.Number({ minimum: 0, maximum: 100, default: 50 })) }),
  branches: ['a', 'b'],
  effect: 'none',
  // By the record and not by chance: whoever comes again goes the same way, and a larger share only takes records from b to a.
  run({ config: { percent_a = 50 }, workflow, step, run, subjects }) {
    return { branch: bucketOf(workflow.id, step, String(subjects.record?.id ?? run.id)) < percent_a / 100 ? 'a' : 'b' }
  },
})

/** Pauses the run until an event; then `wait.result` is `received` or `timeout`. */
export const waitForEvent = defineAction({
  type: 'wait_for_event',
  label: 'Wait for event',
  summary: 'Pause until an event or a timeout, then branch on wait.result',
  config: Closed({ event_type: Text(100, { minLength: 1, description: 'Any event type' }), timeout_days: TimeoutDays }),
  effect: 'none',
  run: ({ config: { event_type, timeout_days }, now }) => ({ wait: { until: daysAfter(now, timeout_days), for: 'event', event_type } }),
})

/** Ends the run. */
export const stop = defineAction({
  type: 'stop',
  label: 'Stop',
  summary: 'End the run',
  config: Closed({}),
  effect: 'none',
  run: () => ({ stop: true }),
})

const DAY_MS = 86_400_000
const TIMEOUT_DAYS = 30

function daysAfter(now: Date, days: number = TIMEOUT_DAYS): Date {
  return new Date(now.getTime() + days * DAY_MS)
}

function faultsIn(check: () => void): readonly FieldError[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof CrmError && error.details.errors) return error.details.errors
    throw error
  }
}
