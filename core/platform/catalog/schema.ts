import { type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { scopes } from '../../kernel/operation/actor.ts'
import { Count, Closed, described, Nullable, OneOf } from '../../kernel/operation/schema.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const Texts = Type.Array(Type.String())
// Closed objects in a list, with what the list is.
const list = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Array(Closed(properties), { ...(description !== undefined && { description }) })

// Null for event types of no group.
const Group = Nullable(Type.String())
// Keys of a trigger or an action, as forms are built from them.
const Config = list({
  name: Type.String({ description: 'Name of the key' }),
  required: Type.Boolean({ description: 'Must be given' }),
  schema: described(Json, 'JSON Schema of its value'),
})
// A field that conditions can name.
const ConditionField = Closed({
  field: Type.String({ description: 'Name, as conditions write it' }),
  type: Type.String({ description: 'One of condition_value_types' }),
  meaning: Type.Optional(Type.String({ description: 'What it says' })),
  computed: Type.Optional(Type.Boolean({ description: 'Computed when it is asked for' })),
})

/** The catalog; with `only`, some of the lists, and plugins may add their own. */
export const Catalog = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'Differs whenever anything in the catalog does' }),
    ...optional({
      event_types: list(
        {
          type: Type.String({ description: 'Event type' }),
          label: Type.String({ description: 'What people read' }),
          group: described(Group, 'Under what it is shown'),
        },
        'What can happen',
      ),
      trigger_types: list(
        {
          type: Type.String({ description: 'Event type, or schedule' }),
          label: Type.String({ description: 'What people read' }),
          group: described(Group, 'Under what it is shown'),
          config: described(Config, 'Keys of its configuration'),
        },
        'What starts a workflow',
      ),
      action_types: list(
        {
          type: Type.String({ description: 'Type of the step' }),
          label: Type.String({ description: 'What people read' }),
          effect: Type.String({ description: 'What it does' }),
          config: described(Config, 'Keys of its configuration'),
          branches: described(Texts, 'Names of the paths that it splits into'),
        },
        'What a step of a workflow does',
      ),
      watched_fields: Type.Record(Type.String(), Texts, { description: 'By object: fields whose change is property_changed' }),
      condition_fields: Type.Record(Type.String(), Type.Array(ConditionField), { description: 'By object; `workflow`: of the run' }),
      condition_value_types: list(
        { type: Type.String({ description: 'Type of value' }), operators: described(Texts, 'Operators that take it') },
        'Types of values, with the operators that take them',
      ),
      operators: list(
        { operator: Type.String({ description: 'As conditions write it' }), label: Type.String({ description: 'What people read' }) },
        'How a field is compared',
      ),
      lifecycle_stages: list(
        { id: Type.String({ description: 'As records hold it' }), label: Type.String({ description: 'What people read' }) },
        'How far a contact or company has come',
      ),
      task_types: described(Texts, 'Kinds of task'),
      task_priorities: described(Texts, 'How much a task matters'),
      activity_types: described(Texts, 'Kinds of activity'),
      call_outcomes: described(Texts, 'How a call went'),
      lost_reasons: described(Texts, 'Why a deal was lost; listPicklists has the words of the organization'),
      deal_types: described(Texts, 'Kinds of deal; listPicklists has those of the organization'),
      deal_priorities: described(Texts, 'How much a deal matters; listPicklists has the words of the organization'),
      forecast_categories: described(Texts, 'How sure a deal is'),
      pipeline_templates: list(
        {
          id: Type.String({ description: 'Id of the template' }),
          name: Type.String({ description: 'Name of the template' }),
          stages: list(
            {
              id: Type.String({ description: 'Id of the stage' }),
              name: Type.String({ description: 'Name of the stage' }),
              probability: Type.Number({ description: 'Percent' }),
              type: OneOf(['open', 'won', 'lost'], { description: 'What it means for the deals in it' }),
              stuck_after_days: Nullable(Count('Days after which a deal in it is stuck; null = never')),
            },
            'Its stages, in their order',
          ),
        },
        'Stages to begin a pipeline with',
      ),
      sequence_step_types: list(
        {
          type: Type.String({ description: 'Type of the step' }),
          label: Type.String({ description: 'What people read' }),
          runs: OneOf(['automatically', 'creates_task'], { description: 'Whether it runs by itself' }),
        },
        'What a step of a sequence is',
      ),
      merge_tags: Closed(
        {
          groups: list(
            { group: Type.String({ description: 'What the tags tell of' }), tags: described(Texts, 'The tags') },
            'Tags by what they tell of',
          ),
          workflow: Closed(
            { tags: described(Texts, 'The tags'), any_field_of: described(Texts, 'Records of which every field is a tag') },
            { description: 'Tags of workflows alone' },
          ),
          syntax: Type.Record(Type.String(), Type.String(), { description: 'Forms of a tag, by name' }),
        },
        { description: 'What texts can name' },
      ),
      periods: list(
        { id: Type.String({ description: 'As queries write it' }), label: Type.String({ description: 'What people read' }) },
        'Named spans of time',
      ),
      data_source_objects: list(
        {
          object: Type.String({ description: 'As ingest writes it' }),
          meaning: Type.String({ description: 'What it is' }),
          aliases: described(Texts, 'Other words for it'),
        },
        'What ingest takes',
      ),
      api_scopes: list(
        { scope: OneOf(scopes, { description: 'As keys hold it' }), allows: Type.String({ description: 'What it allows' }) },
        'What a key may do',
      ),
      limits: described(Json, 'Limits of requests, batches and deliveries'),
    }),
  },
  { additionalProperties: true },
)

/** Any JSON Schema. */
export const JsonSchemaDocument = Type.Object(
  { title: Type.String({ description: 'Name of the schema' }), properties: described(Json, 'Its fields') },
  { additionalProperties: true },
)

function optional<P extends Record<string, TSchema>>(properties: P) {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, Type.Optional(each)])) as unknown as {
    [K in keyof P]: TOptional<P[K]>
  }
}
