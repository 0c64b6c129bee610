import { type Static, Type } from '@sinclair/typebox'
import { recordSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { isoOf } from '../../kernel/operation/schema/iso.ts'
import { ById, Closed, Count, Id, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { runFields, stepStates, type WorkflowRun, type WorkflowStepLog } from './entity.ts'
import { runActions } from './runs/run-control.ts'

const Shown = Type.Record(Type.String(), Type.Unknown())

/** One step of the history of a run. */
export const RunStep = Closed({
  seq: Count('Its place in the history'),
  path: Type.String({ description: 'Where the step stands: `s3.yes.s7` is on the way `yes` of `s3`' }),
  step_id: Type.String({ description: 'The step' }),
  type: Type.String({ description: 'Type of its action' }),
  status: OneOf(stepStates, { description: 'What became of it' }),
  reason: Nullable(Type.String({ description: 'Why it was skipped, or how its wait ended' })),
  attempt: Count('Tries before this one'),
  input: Nullable(
    Type.Object(Shown.properties ?? {}, {
      additionalProperties: true,
      description: 'Its configuration with its texts filled in; secrets are masked',
    }),
  ),
  output: Nullable(Type.Object({}, { additionalProperties: true, description: 'What it did' })),
  error: Nullable(Type.Object({}, { additionalProperties: true, description: 'Code and message of what went wrong' })),
  started_at: Timestamp('When it began'),
  ended_at: Nullable(Timestamp('When it ended')),
  emitted: Type.Array(Type.Integer(), { description: 'Ids of the events that it made' }),
})

const own = Closed({
  ...recordSchema(runFields).properties,
  version: Type.Integer({ minimum: 1, description: 'Version of the workflow that it follows' }),
  entity: Nullable(
    Closed(
      { type: Type.String({ description: 'Its type' }), id: Id('Its id') },
      { description: 'The enrolled record; null for a schedule without one' },
    ),
  ),
  request_id: Nullable(Type.String({ description: 'The `X-Request-Id` of the call that led to it; null where none did' })),
  late: Type.Boolean({ description: 'A schedule that fired later than it should have' }),
})
/** A run as lists show it. */
export const RunRecord = own
/** A run with its history. */
export const RunWithSteps = Closed({ ...own.properties, steps: Type.Array(RunStep, { description: 'The first one first' }) })

const present = presenter(runFields)

/** A run as callers see it. */
export function presentRun(run: WorkflowRun, now: Date): Static<typeof RunRecord> {
  const { entity_type, entity_id, event_id } = run
  const shown = present({ ...run, event_id: event_id === null ? null : Number(event_id) }, now)
  return {
    ...shown,
    version: run.workflow_version,
    entity: entity_type !== null && entity_id !== null ? { type: entity_type, id: entity_id } : null,
    request_id: run.memory.request_id ?? null,
    late: run.memory.late ?? false,
  }
}

/** A step of the history as callers see it. */
export function presentStep(step: WorkflowStepLog, emitted: readonly number[]): Static<typeof RunStep> {
  const { id: _id, run_id: _run, user_from: _organization, workflow_id: _workflow, started_at, ended_at, ...shown } = step
  return { ...shown, started_at: isoOf(started_at), ended_at: ended_at && isoOf(ended_at), emitted: [...emitted] }
}

// Versions are stored as integers of four bytes.
const VersionNumber = (description: string) => Type.Integer({ minimum: 1, maximum: 2_147_483_647, description })

/** From where a run begins again. */
export const AgainInput = Closed({
  ...ById.properties,
  step: Type.Optional(Text(1000, { minLength: 1, description: 'Id or path of the step to begin with' })),
  version: Type.Optional(VersionNumber('Version to follow; that of the run by default')),
})
/** Restart has no step: it begins with the first one. */
export const RestartInput = Closed({ ...ById.properties, version: AgainInput.properties.version })
/** With which version a failed run goes on. */
export const RetryInput = Closed({
  ...ById.properties,
  version: Type.Optional(VersionNumber('Version to go on with; that of the run by default')),
})
/** To which version a run is taken. */
export const MigrateInput = Closed({
  ...ById.properties,
  version: Type.Optional(VersionNumber('Version to follow; the published one by default')),
})
/** What is done with many runs. */
export const RunChanges = Closed({
  action: OneOf(runActions, { description: 'What is done with each run' }),
  ids: Type.Optional(Type.Array(Id(), { minItems: 1, maxItems: 1000, description: 'Runs' })),
  workflow_id: Type.Optional(Id('All runs of this workflow that have the status')),
  status: Type.Optional(OneOf(['running', 'waiting', 'frozen', 'failed'], { description: 'With `workflow_id`: only runs in this state' })),
  version: Type.Optional(VersionNumber('For `migrate`: the version to follow')),
})
/** What became of each run. */
export const RunChanged = Closed({
  results: Type.Array(
    Closed({
      id: Id('The run'),
      status: Type.String({ description: 'Its state now' }),
      error: Type.Optional(Type.String({ description: 'Why it could not be done' })),
    }),
    { description: 'One for each run' },
  ),
  more: Type.Boolean({ description: 'Whether there are further runs that the filter finds' }),
})
