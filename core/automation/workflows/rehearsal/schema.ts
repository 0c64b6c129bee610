import { Type } from '@sinclair/typebox'
import { ById, Closed, Count, Id, Nullable, OneOf, Text, Timestamp } from '../../../kernel/operation/schema/schema.ts'
import { RunStep } from '../run-schema.ts'

const EventName = Text(100, { minLength: 1, description: 'An event type' })
const Payload = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  maxProperties: 100,
  description: 'Its data, as `event.*` and the trigger read it',
})
const Happening = Closed(
  { type: EventName, payload: Type.Optional(Payload) },
  { description: 'The event that starts it; a sample of the trigger by default' },
)
const Shown = Type.Object({}, { additionalProperties: true, description: 'What the event tells' })
const RecordRef = Closed(
  {
    type: Text(40, { minLength: 1, description: 'Type of the record: `contact`, `deal`, ...' }),
    id: Id('The record'),
  },
  { description: 'The record that is enrolled' },
)

/** What a dry run is made with. */
export const DryRunInput = Closed({
  ...ById.properties,
  record: Type.Optional(RecordRef),
  event: Type.Optional(Happening),
  events: Type.Optional(
    Type.Array(Happening, { maxItems: 20, description: 'Events that come when a step waits for one of their type; others end by timeout' }),
  ),
  at: Type.Optional(Timestamp('When the run would start; now by default')),
})

const Comparison = Closed({
  field: Type.String({ description: 'The field' }),
  op: Type.String({ description: 'The operator' }),
  value: Type.Unknown({ description: 'What it was compared with', examples: ['vip'] }),
  actual: Type.Unknown({ description: 'What it was', examples: ['vip'] }),
  met: Type.Boolean({ description: 'Whether it held' }),
})
const Comparisons = Type.Array(Comparison, { description: 'Each comparison for itself' })
const { emitted: _ids, ...row } = RunStep.properties

/** A step that a dry run has done. */
export const DryRunStep = Closed({
  ...row,
  conditions: Nullable(Comparisons),
  would: Nullable(Type.Object({}, { additionalProperties: true, description: 'What the call of the step would have sent' })),
  emitted: Type.Array(
    Closed({
      type: Type.String({ description: 'Event type' }),
      entity: Closed(
        { type: Type.String({ description: 'Type of the record' }), id: Type.String({ description: 'The record' }) },
        { description: 'The record that it is about' },
      ),
      data: Shown,
    }),
    { description: 'Events that it would make' },
  ),
})

/** How a dry run went; nothing of it is stored, and nobody was called. */
export const DryRunResult = Closed({
  enrolled: Type.Boolean({ description: 'Whether the event would enroll the record; the steps are told in any case' }),
  reason: Nullable(Type.String({ description: 'Why it would not: trigger, conditions, already_active, once, loop' })),
  conditions: Nullable(Comparisons),
  version: Type.Integer({ minimum: 1, description: 'Version that was tried: the draft, where there is one' }),
  entity: Nullable(
    Closed(
      { type: Type.String({ description: 'Its type' }), id: Type.String({ description: 'Its id' }) },
      { description: 'The enrolled record; null for a schedule without one' },
    ),
  ),
  contact_id: Nullable(Id('Contact of the run')),
  deal_id: Nullable(Id('Deal of the run')),
  company_id: Nullable(Id('Company of the run')),
  event: Closed(
    {
      type: Type.String({ description: 'The event that starts it' }),
      payload: Shown,
      sample: Type.Boolean({ description: 'Whether it was made up' }),
    },
    { description: 'What starts it' },
  ),
  status: OneOf(['running', 'completed', 'failed', 'cancelled'], { description: '`running`: the limit of time has cut it short' }),
  end_reason: Nullable(Type.String({ description: 'Why it ended: end, stopped, exit, loop, error' })),
  exit_conditions: Nullable(Comparisons),
  started_at: Timestamp('When it starts'),
  ended_at: Nullable(Timestamp('When it would end')),
  limit: Nullable(OneOf(['time'], { description: 'What has cut it short' })),
  steps: Type.Array(DryRunStep, { description: 'The first one first' }),
})

/** Of which days a simulation reads the events. */
export const SimulationInput = Closed({
  ...ById.properties,
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90, default: 7, description: 'So many days up to now' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200, description: 'Runs that are tried at most' })),
})

/** Whom a workflow would have enrolled. */
export const SimulationResult = Closed({
  from: Timestamp('The first moment whose events were read'),
  to: Timestamp('The last one'),
  events: Count('Events of its triggers that were read'),
  matched: Count('Of these, events that meet a trigger'),
  enrolled: Count('Runs that it would have started'),
  dropped: Type.Record(Type.String(), Type.Integer(), { description: 'Matched events that enroll nobody, by reason' }),
  records: Type.Array(
    Closed({
      at: Timestamp('When'),
      entity: Nullable(
        Closed(
          { type: Type.String({ description: 'Its type' }), id: Type.String({ description: 'Its id' }) },
          { description: 'The enrolled record; null for a schedule without one' },
        ),
      ),
      event_id: Nullable(Type.Integer({ description: 'The event' })),
      status: Nullable(
        OneOf(['running', 'waiting', 'completed', 'failed', 'cancelled'], {
          description: 'Where its run would stand now; null = not tried',
        }),
      ),
      end_reason: Nullable(Type.String({ description: 'Why it would have ended' })),
    }),
    { description: 'Whom it would have enrolled, the first 200' },
  ),
  simulated: Count('Runs whose steps were tried'),
  steps: Type.Array(
    Closed({
      step_id: Type.String({ description: 'The step' }),
      type: Type.String({ description: 'Type of its action' }),
      path: Type.String({ description: 'Where it stands' }),
      done: Count('Runs that would have done it'),
      skipped: Count('Runs that would have left it out'),
      waiting: Count('Runs that would wait at it now'),
      failed: Count('Runs that would have failed at it'),
    }),
    { description: 'In the order of the definition' },
  ),
  limit: Nullable(
    OneOf(['events', 'enrollments', 'time'], {
      description: 'What has cut it short: 20,000 events, the limit of runs, or 10 seconds; null = it is whole',
    }),
  ),
})
