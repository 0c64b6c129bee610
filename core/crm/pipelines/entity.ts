import { type Static, Type } from '@sinclair/typebox'
import { boolean, defaulted, integer, json, text } from '../../kernel/operation/schema/fields.ts'
import { Closed, Nullable, OneOf, Text, Texts, NOT_BLANK } from '../../kernel/operation/schema/schema.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'

/** What a stage means for the deals in it, which is their status. */
export const stageTypes = ['open', 'won', 'lost'] as const
/** Status of the deals in a stage. */
export type StageType = (typeof stageTypes)[number]

// Checked when a deal enters the stage; deals that are in it stay.
const requiredFields = Texts({ maxItems: 50, description: 'Fields of a deal that must be known before it enters; `custom.<name>` too' })

/** A stage as it is stored with its pipeline. */
export const Stage = Closed({
  id: Text(60, { description: 'Id of the stage' }),
  name: Text(255, { description: 'Name of the stage' }),
  probability: Type.Number({ description: 'Percent; 100 where deals are won, 0 where they are lost' }),
  type: OneOf(stageTypes, { description: 'What it means for the deals in it' }),
  stuck_after_days: Nullable(Type.Integer({ description: 'Days after which a deal in it is stuck; null = never' })),
  required_fields: requiredFields,
})
export type Stage = Static<typeof Stage>

/** A stage as input; what is left out follows from its type. */
export const StageInput = Closed({
  id: Type.Optional(
    Text(60, {
      minLength: 1,
      pattern: '^[a-z0-9_-]+$',
      description: 'Unique in the organization; made from the name',
      examples: ['proposal'],
    }),
  ),
  name: Text(255, { minLength: 1, pattern: NOT_BLANK, description: 'Name of the stage', examples: ['Proposal sent'] }),
  probability: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Percent' })),
  type: Type.Optional(OneOf(stageTypes, { default: 'open', description: 'What it means for the deals in it' })),
  stuck_after_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650, description: 'null = never' }))),
  required_fields: Type.Optional(requiredFields),
})
export type StageInput = Static<typeof StageInput>

/** The fields of a pipeline. */
export const pipelineFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the pipeline', example: 'Renewals' }),
  is_default: defaulted(boolean({ description: 'Takes the deals that name no pipeline; exactly one pipeline is the default' }), false),
  position: defaulted(integer({ minimum: 0, maximum: 10_000, description: 'Place among the pipelines' }), 0),
  stages: defaulted(json(Type.Array(Stage, { maxItems: 100 }), 'Its stages, in their order'), []),
}

const schema = entity('Pipeline', 'pipelines', pipelineFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
  ],
})

/** A pipeline of deals with its stages in their order. Ids of stages are unique in the organization. */
export class Pipeline extends schema.class {}
schema.setClass(Pipeline)
