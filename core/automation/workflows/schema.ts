import { type Static, Type } from '@sinclair/typebox'
import { recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter, type Presented } from '../../kernel/operation/schema/present.ts'
import { ById, Closed, Count, Id, IdOf, Nullable, OneOf, Text, Timestamp } from '../../kernel/operation/schema/schema.ts'
import { inState, is, listSchema, refersTo, says } from '../../kernel/storage/records/filters.ts'
import { withoutDeleted } from '../../kernel/storage/records/list-schema.ts'
import type { Filter } from '../../records/search/grammar/condition.ts'
import { ExternalId } from '../../kernel/storage/schema/entity.ts'
import { type Definition, definitionParts, emptyDefinition, Trigger } from './definition/schema.ts'
import { recipes } from './recipes/recipes.ts'
import { runStates, type Workflow, workflowFields, workflowStates } from './entity.ts'

const given = {
  trigger: Type.Optional(Trigger),
  triggers: Type.Optional(definitionParts.triggers),
  conditions: Type.Optional(definitionParts.conditions),
  steps: Type.Optional(definitionParts.steps),
  settings: Type.Optional(definitionParts.settings),
}

/** Input of create. */
export const WorkflowCreate = Closed({
  name: Type.Optional(workflowFields.name.schema),
  recipe: Type.Optional(
    OneOf(
      recipes.map(({ id }) => id),
      { description: 'Instead of a definition: the ready workflow that is made' },
    ),
  ),
  values: Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
      maxProperties: 20,
      description: 'What the recipe takes, see `GET /workflows/recipes`',
    }),
  ),
  description: Type.Optional(workflowFields.description.schema),
  external_ids: Type.Optional(Type.Array(ExternalId, { maxItems: 50, description: 'Ids of the workflow in other systems' })),
  ...given,
})
/** Input of update: changes of the draft. */
export const WorkflowUpdate = Closed({ ...updateSchema(workflowFields).properties, ...given })
/** A definition that is checked and not saved. */
export const WorkflowValidate = Closed(given)

/** What is counted of a workflow. */
export const WorkflowFigures = Closed(
  {
    enrolled: Count('Runs that were started'),
    active: Count('Runs that have not ended'),
    completed: Count('Runs that have done all their steps'),
    failed: Count('Runs that ended with an error'),
    last_run_at: Nullable(Timestamp('When a run was started last')),
    error_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the ended runs that failed' }),
  },
  { description: 'What is counted of its runs' },
)

const Parts = Closed({
  trigger: Nullable(Trigger),
  triggers: definitionParts.triggers,
  conditions: definitionParts.conditions,
  steps: definitionParts.steps,
  settings: definitionParts.settings,
})

/** A workflow as the API answers it. */
export const WorkflowRecord = Closed({
  ...recordSchema(workflowFields).properties,
  ...Parts.properties,
  record_type: Nullable(
    Type.String({
      description: 'Type of the records that it enrolls, as events name it: contact, deal, ...; null where its triggers say different ones',
      examples: ['contact'],
    }),
  ),
  draft: Nullable(Closed(Parts.properties, { description: 'What the next activation publishes; null where that is what runs follow' })),
  stats: WorkflowFigures,
  diagram: Type.Optional(Type.String({ description: 'With `format=mermaid`: its steps as a flowchart, each with how often it was done' })),
})
/** Which workflow is read, and how. */
export const WorkflowRead = Closed({
  ...ById.properties,
  format: Type.Optional(OneOf(['json', 'mermaid'], { default: 'json', description: '`mermaid` adds a `diagram`' })),
})

/** The named filters of the list of workflows. */
export const workflowFilters = { status: is('status', OneOf(workflowStates)), name: says('name') }
/** By what the list of workflows can be sorted. */
export const workflowSorts = ['created_at', 'updated_at', 'name', 'published_at'] as const
/** Query of the list of workflows. */
export const WorkflowList = listSchema(workflowFilters, workflowSorts)

const present = presenter(workflowFields)

/** What decides how a workflow is shown. */
interface Presenting {
  readonly now: Date
  readonly show: (definition: Definition) => Definition
  readonly recordType: (definition: Definition) => string | undefined
}

/** A workflow as callers see it: the published definition, and the draft where it differs; `show` makes of a definition what the caller may see. */
export function presentWorkflow(
  workflow: Workflow,
  stats: Static<typeof WorkflowFigures>,
  { now, show, recordType }: Presenting,
): Static<typeof WorkflowRecord> {
  const { definition, draft } = workflow
  const shown: Presented<typeof workflowFields> = present(workflow, now)
  const current = definition ?? draft ?? emptyDefinition
  const parts = partsOf(show(current))
  return { ...shown, ...parts, record_type: recordType(current) ?? null, draft: definition && draft ? partsOf(show(draft)) : null, stats }
}

function partsOf({ triggers, conditions, steps, settings }: Definition): Static<typeof Parts> {
  const [trigger = null] = triggers
  // The canonical form has all that the form of inputs has.
  return {
    trigger: trigger && { ...trigger },
    triggers: [...triggers],
    conditions: [...conditions],
    steps: [...steps] as Static<typeof Parts>['steps'],
    settings,
  }
}

/** Whom somebody enrolls: records by id, the members of a list, or what a filter finds. */
export const EnrollInput = Closed({
  ...ById.properties,
  ids: Type.Optional(
    Type.Array(IdOf({ at: 'record_type' }), {
      minItems: 1,
      maxItems: 20_000,
      description: 'Records of the type that the workflow enrolls',
    }),
  ),
  list_id: Type.Optional(Id('All members of this list')),
  filter: Type.Optional(
    Type.Unsafe<Filter>({ ...Type.Any(), type: 'object', description: 'All records that this filter finds, in the grammar of searches' }),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Answer how many are meant, and enroll none' })),
})
/** What became of each record. */
export const EnrollResult = Closed({
  results: Type.Array(
    Closed({
      id: Id('The record'),
      enrolled: Type.Boolean({ description: 'Whether a run was started' }),
      run_id: Type.Optional(Id('The run')),
      reason: Type.Optional(Text(100, { description: 'Why not' })),
    }),
    { description: 'In the order of the ids; empty for a job' },
  ),
  job_id: Type.Optional(Id('Where the progress is read, when it is about more than 5,000')),
  matched: Type.Optional(Count('With `dry_run`: how many are meant')),
})
/** A published version. */
export const VersionRecord = Closed({
  version: Type.Integer({ minimum: 1, description: 'Its number' }),
  published_at: Timestamp('When it was published'),
  published_by: Type.String({ description: 'E-mail address of who published it' }),
  current: Type.Boolean({ description: 'New runs follow it' }),
  steps_added: Type.Array(Type.String(), { description: 'Ids of steps that the version before it did not have' }),
  steps_removed: Type.Array(Type.String(), { description: 'Ids of steps that only the version before it had' }),
  steps_changed: Type.Array(Type.String(), { description: 'Ids of steps that both have, with another configuration or place' }),
  changed: Type.Array(OneOf(['triggers', 'conditions', 'steps', 'settings']), {
    description: 'Parts that differ from the version before it',
  }),
  definition: Closed({ ...definitionParts }, { description: 'What it says' }),
})
/** All versions, the newest first. */
export const Versions = Closed({ versions: Type.Array(VersionRecord, { description: 'The newest first' }) })
/** One version of a workflow. */
export const VersionById = Closed({
  ...ById.properties,
  // A part of the path, and so a text.
  version: Text(9, { pattern: '^[1-9][0-9]*$', description: 'Number of the version', examples: ['1'] }),
})

/** The result of a check. */
export const Validation = Closed({
  valid: Type.Boolean({ description: 'Whether it could be activated' }),
  errors: Type.Array(
    Closed({
      path: Type.String({ description: 'JSON pointer into the definition' }),
      code: Type.String({ description: 'Machine code' }),
      message: Type.String({ description: 'What is wrong and what would mend it' }),
      allowed: Type.Optional(Type.Array(Type.Unknown(), { description: 'What would be accepted' })),
    }),
    { description: 'Faults; none = it can be saved and activated' },
  ),
  warnings: Type.Array(
    Closed({
      path: Type.String({ description: 'JSON pointer into the definition' }),
      code: Type.String({ description: 'Machine code' }),
      message: Type.String({ description: 'What may not be meant' }),
    }),
    { description: 'What is allowed and may not be meant: unreachable steps, loops' },
  ),
})

/** Figures of a workflow and of each of its steps. */
export const WorkflowStats = Closed({
  ...WorkflowFigures.properties,
  cancelled: Count('Runs that were stopped'),
  waiting: Count('Runs that wait'),
  frozen: Count('Runs that are held'),
  dropped: Type.Record(Type.String(), Type.Integer(), { description: 'Events that met the trigger and enrolled nothing, by reason' }),
  missed: Type.Array(Closed({ at: Timestamp('When it should have fired') }), {
    description: 'Times of a schedule that nobody was there for',
  }),
  steps: Type.Array(
    Closed({
      step_id: Type.String({ description: 'The step' }),
      type: Type.String({ description: 'Type of its action' }),
      path: Type.String({ description: 'Where it stands' }),
      done: Count('How often it was done'),
      skipped: Count('How often it was skipped'),
      failed: Count('How often it failed'),
      waiting: Count('Runs that stand at it'),
    }),
    { description: 'In the order of the published version' },
  ),
  splits: Type.Array(
    Closed({ step_id: Type.String({ description: 'The split' }), a: Count('Runs on the way a'), b: Count('Runs on the way b') }),
    { description: 'A/B splits' },
  ),
})

/** Query of the list of runs. */
export const runFilters = {
  workflow_id: refersTo('workflow_id'),
  entity_id: refersTo('entity_id'),
  contact_id: refersTo('contact_id'),
  deal_id: refersTo('deal_id'),
  status: inState('status', runStates, ['waiting', 'frozen', 'failed', 'cancelled']),
}
/** By what the list of runs can be sorted. */
export const runSorts = ['started_at'] as const
/** Query of the list of runs. */
export const RunList = withoutDeleted(listSchema(runFilters, runSorts))
