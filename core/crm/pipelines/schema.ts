import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Purgeable } from '../../records/record-type/resource.ts'
import { Closed, Id, OneOf, Text } from '../../kernel/operation/schema/schema.ts'
import { flag, listSchema } from '../../kernel/storage/records/filters.ts'
import { sql, type SqlBool } from 'kysely'
import { pipelineFields, Stage, StageInput } from './entity.ts'
import { pipelineTemplates } from './templates.ts'

/** A pipeline as the API shows it. */
export const PipelineRecord = recordSchema(pipelineFields)
/** Input of create. */
export const PipelineCreate = Closed({
  ...createSchema(pipelineFields).properties,
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, description: 'Place among the pipelines; the last when left out' })),
  stages: Type.Optional(Type.Array(StageInput, { maxItems: 100, description: 'In their order; none = an empty pipeline' })),
  template: Type.Optional(
    OneOf(
      pipelineTemplates.map(({ id }) => id),
      { description: 'Begin with the stages of a template of the catalog' },
    ),
  ),
})

const { name, is_default, position } = updateSchema(pipelineFields).properties
const { required_fields } = StageInput.properties
/** Input of update; stages are changed by operations of their own. */
export const PipelineUpdate = Closed({
  id: Id(),
  name,
  is_default,
  position,
  required_fields: Type.Optional(
    Type.Record(Text(60), required_fields, {
      maxProperties: 100,
      description: 'By stage id: the fields that a deal must have before it enters',
    }),
  ),
})

/** Input of delete. */
export const PipelineDelete = Closed({
  ...Purgeable.properties,
  move_to: Type.Optional(Id('Pipeline that takes its deals, each in the stage of the same name or type')),
})

const stage = { id: Id('Pipeline'), stageId: Text(60, { minLength: 1, description: 'The stage' }) }
const place = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Place in the order, from 1; the last when left out' }))

/** A stage as the API shows it alone. */
export const StageRecord = Closed({
  ...Stage.properties,
  pipeline_id: Id('The pipeline'),
  position: Type.Integer({ minimum: 0, description: 'From 1' }),
  version: Type.Integer({ minimum: 1, description: 'That of the pipeline, for `If-Match`: any change of its stages bumps it' }),
})
// In the path `id` is the pipeline, so the id of a new stage has another name.
const { id: stage_id, ...created } = StageInput.properties
/** Input of `POST /pipelines/{id}/stages`. */
export const StageCreate = Closed({ id: stage.id, stage_id, ...created, position: place })
const { name: stageName, ...changeable } = created
/** Input of `PATCH /pipelines/{id}/stages/{stageId}`. */
export const StageUpdate = Closed({ ...stage, name: Type.Optional(stageName), ...changeable, position: place })
/** Input of `DELETE /pipelines/{id}/stages/{stageId}`. */
export const StageDelete = Closed({
  ...stage,
  move_to: Type.Optional(Text(255, { description: 'Stage that takes its deals, by id or name' })),
})
/** Input of `PUT /pipelines/{id}/stages/order`: every stage once, in the new order. */
export const StageOrder = Closed({
  id: stage.id,
  stages: Type.Array(Text(60), {
    maxItems: 100,
    description: 'The ids of all stages in their order',
    examples: [['qualification', 'demo', 'proposal']],
  }),
})

/** Filters of the list. */
export const pipelineFilters = { default: flag('The default pipeline', () => sql<SqlBool>`is_default`) }
/** Orders of the list; `-` in front reverses one. */
export const pipelineSorts = ['position', 'created_at', 'updated_at', 'name'] as const
/** Query of the list. */
export const PipelineList = listSchema(pipelineFilters, pipelineSorts)

/** A pipeline as the API shows it. */
export const presentPipeline = presenter(pipelineFields)
