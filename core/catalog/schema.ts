import { type TOptional, type TSchema, Type } from '@sinclair/typebox'
import { scopes } from '../kernel/actor.ts'
import { Closed, Nullable, OneOf } from '../kernel/schema.ts'

const Json = Type.Record(Type.String(), Type.Unknown())
const Texts = Type.Array(Type.String())
const list = <P extends Record<string, TSchema>>(properties: P) => Type.Array(Closed(properties))

const Group = Nullable(Type.String())
const Config = list({ name: Type.String(), required: Type.Boolean(), schema: Json })
const ConditionField = Closed({
  field: Type.String(),
  type: Type.String({ description: 'One of condition_value_types' }),
  meaning: Type.Optional(Type.String()),
  computed: Type.Optional(Type.Boolean()),
})

/** The catalog (contract 4.1); with `only`, some of the lists, and plugins may add their own. */
export const Catalog = Type.Object(
  {
    version: Type.Integer({ description: 'Differs whenever anything in the catalog does' }),
    ...optional({
      event_types: list({ type: Type.String(), label: Type.String(), group: Group }),
      trigger_types: list({ type: Type.String(), label: Type.String(), group: Group, config: Config }),
      action_types: list({ type: Type.String(), label: Type.String(), effect: Type.String(), config: Config, branches: Texts }),
      watched_fields: Type.Record(Type.String(), Texts, { description: 'By object: fields whose change is property_changed' }),
      condition_fields: Type.Record(Type.String(), Type.Array(ConditionField), { description: 'By object; `workflow`: of the run' }),
      condition_value_types: list({ type: Type.String(), operators: Texts }),
      operators: list({ operator: Type.String(), label: Type.String() }),
      lifecycle_stages: list({ id: Type.String(), label: Type.String() }),
      task_types: Texts,
      task_priorities: Texts,
      activity_types: Texts,
      call_outcomes: Texts,
      lost_reasons: Texts,
      deal_types: Texts,
      deal_priorities: Texts,
      forecast_categories: Texts,
      pipeline_templates: list({
        id: Type.String(),
        name: Type.String(),
        stages: list({
          id: Type.String(),
          name: Type.String(),
          probability: Type.Number({ description: 'Percent' }),
          type: OneOf(['open', 'won', 'lost']),
          stuck_after_days: Nullable(Type.Integer()),
        }),
      }),
      sequence_step_types: list({ type: Type.String(), label: Type.String(), runs: OneOf(['automatically', 'creates_task']) }),
      merge_tags: Closed({
        groups: list({ group: Type.String(), tags: Texts }),
        workflow: Closed({ tags: Texts, any_field_of: Texts }),
        syntax: Type.Record(Type.String(), Type.String()),
      }),
      periods: list({ id: Type.String(), label: Type.String() }),
      data_source_objects: list({ object: Type.String(), meaning: Type.String(), aliases: Texts }),
      api_scopes: list({ scope: OneOf(scopes), allows: Type.String() }),
      limits: Json,
    }),
  },
  { additionalProperties: true },
)

/** Any JSON Schema. */
export const JsonSchemaDocument = Type.Object({ title: Type.String(), properties: Json }, { additionalProperties: true })

function optional<P extends Record<string, TSchema>>(properties: P) {
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, Type.Optional(each)])) as unknown as {
    [K in keyof P]: TOptional<P[K]>
  }
}
