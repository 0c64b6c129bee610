import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { scopes } from '../../kernel/operation/actor.ts'
import { Count, Closed, described, Nullable, OneOf } from '../../kernel/operation/schema/schema.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const Texts = Type.Array(Type.String())
// A list of closed objects with its description.
const list = <P extends Record<string, TSchema>>(properties: P, description?: string) =>
  Type.Array(Closed(properties), { ...(description !== undefined && { description }) })

// Null for event types without a group.
const Group = Nullable(Type.String())
const extension = Type.Optional(Type.Literal(true, { description: 'Beyond the 50 of the contract: a general event of a record type' }))
// Configuration of a trigger or an action, from which forms can be built.
const Config = list({
  name: Type.String({ description: 'Name of the key' }),
  required: Type.Boolean({ description: 'Whether it is required' }),
  schema: described(Json, 'JSON Schema of its value'),
})
// A field of conditions.
const ConditionField = Closed({
  field: Type.String({ description: 'Name, as conditions write it' }),
  type: Type.String({ description: 'One of condition_value_types' }),
  meaning: Type.Optional(Type.String({ description: 'Meaning of its values' })),
  computed: Type.Optional(Type.Boolean({ description: 'Computed when a condition reads it' })),
})

/** The catalog; with `only` some of the lists, and plugins may add their own. */
export type Catalog = Static<typeof Catalog>
export const Catalog = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'Changes with every change of the catalog' }),
    ...Type.Partial(
      Type.Object({
        event_types: list(
          {
            type: Type.String({ description: 'Event type' }),
            label: Type.String({ description: 'Label for people' }),
            group: described(Group, 'Group in which it is shown'),
            extension,
          },
          'Events',
        ),
        trigger_types: list(
          {
            type: Type.String({ description: 'Event type, or schedule' }),
            label: Type.String({ description: 'Label for people' }),
            group: described(Group, 'Group in which it is shown'),
            extension,
            config: described(Config, 'Keys of its configuration'),
          },
          'Triggers of workflows',
        ),
        action_types: list(
          {
            type: Type.String({ description: 'Type of the step' }),
            label: Type.String({ description: 'Label for people' }),
            effect: Type.String({ description: 'Effect of the step' }),
            config: described(Config, 'Keys of its configuration'),
            branches: described(Texts, 'Names of its paths'),
          },
          'Steps of workflows',
        ),
        watched_fields: Type.Record(Type.String(), Texts, { description: 'By object: fields whose change is a property_changed event' }),
        condition_fields: Type.Record(Type.String(), Type.Array(ConditionField), {
          description: 'By object; `workflow`: fields of the run',
        }),
        condition_value_types: list(
          { type: Type.String({ description: 'Type of value' }), operators: described(Texts, 'Operators for this type') },
          'Types of values with their operators',
        ),
        operators: list(
          { operator: Type.String({ description: 'Name in conditions' }), label: Type.String({ description: 'Label for people' }) },
          'Operators of conditions',
        ),
        relative_days: list(
          { value: Type.String({ description: 'Value of a condition' }), meaning: Type.String({ description: 'Days that it means' }) },
          'Days as seen from today, which conditions on days and times take instead of a day',
        ),
        lifecycle_stages: list(
          { id: Type.String({ description: 'Value in records' }), label: Type.String({ description: 'Label for people' }) },
          'Lifecycle stages of contacts and companies',
        ),
        task_types: described(Texts, 'Types of tasks'),
        task_priorities: described(Texts, 'Priorities of tasks'),
        activity_types: described(Texts, 'Types of activities'),
        call_outcomes: described(Texts, 'Outcomes of calls'),
        lost_reasons: described(Texts, 'Reasons for lost deals; listPicklists has those of the organization'),
        deal_types: described(Texts, 'Types of deals; listPicklists has those of the organization'),
        deal_priorities: described(Texts, 'Priorities of deals; listPicklists has those of the organization'),
        forecast_categories: described(Texts, 'Forecast categories of deals'),
        pipeline_templates: list(
          {
            id: Type.String({ description: 'Id of the template' }),
            name: Type.String({ description: 'Name of the template' }),
            stages: list(
              {
                id: Type.String({ description: 'Id of the stage' }),
                name: Type.String({ description: 'Name of the stage' }),
                probability: Type.Number({ description: 'Percent' }),
                type: OneOf(['open', 'won', 'lost'], { description: 'Status of the deals in this stage' }),
                stuck_after_days: Nullable(Count('Days after which a deal in this stage is stuck; null = never')),
              },
              'Stages in their order',
            ),
          },
          'Templates of pipelines',
        ),
        sequence_step_types: list(
          {
            type: Type.String({ description: 'Type of the step' }),
            label: Type.String({ description: 'Label for people' }),
            runs: OneOf(['automatically', 'creates_task'], { description: 'Whether it runs automatically or creates a task' }),
          },
          'Steps of sequences',
        ),
        merge_tags: Closed(
          {
            groups: list(
              { group: Type.String({ description: 'Subject of the tags' }), tags: described(Texts, 'The tags') },
              'Tags by subject',
            ),
            workflow: Closed(
              { tags: described(Texts, 'The tags'), any_field_of: described(Texts, 'Objects of which every field is a tag') },
              { description: 'Further tags in workflows' },
            ),
            syntax: Type.Record(Type.String(), Type.String(), { description: 'Forms of a tag, by name' }),
          },
          { description: 'Tags of texts' },
        ),
        periods: list(
          { id: Type.String({ description: 'Name in queries' }), label: Type.String({ description: 'Label for people' }) },
          'Named periods of time',
        ),
        data_source_objects: list(
          {
            object: Type.String({ description: 'Name in ingest' }),
            meaning: Type.String({ description: 'Meaning' }),
            aliases: described(Texts, 'Other accepted names'),
          },
          'Objects that ingest accepts',
        ),
        api_scopes: list(
          { scope: OneOf(scopes, { description: 'Name in keys' }), allows: Type.String({ description: 'What it allows' }) },
          'Scopes of API keys',
        ),
        limits: described(Json, 'Limits of requests, batches and deliveries'),
      }),
    ).properties,
  },
  { additionalProperties: true },
)

/** Any JSON Schema. */
export const JsonSchemaDocument = Type.Object(
  { title: Type.String({ description: 'Name of the schema' }), properties: described(Json, 'Its fields') },
  { additionalProperties: true },
)
