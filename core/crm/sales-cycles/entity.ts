import { type Static, Type } from '@sinclair/typebox'
import { boolean, defaulted, json, text } from '../../kernel/operation/schema/fields.ts'
import { Closed, Text, NOT_BLANK } from '../../kernel/operation/schema/schema.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'

/** A stage as it is stored with its cycle. */
export const CycleStage = Closed({
  id: Text(255, {
    description: 'What `pipeline_stage` of its contacts is: the name that the stage was made with, unless another is given',
  }),
  name: Text(255, { description: 'Name of the stage' }),
})
/** A stage as it is stored with its cycle. */
export type CycleStage = Static<typeof CycleStage>

/** Stages as input, in their order. */
export const CycleStages = Type.Array(
  Closed({
    id: Type.Optional(Text(255, { minLength: 1, description: 'Id of the stage; made from the name' })),
    name: Text(255, { minLength: 1, pattern: NOT_BLANK, description: 'Name of the stage', examples: ['First talk'] }),
  }),
  {
    minItems: 1,
    maxItems: 100,
    description: 'In their order; a stage that keeps its id keeps its contacts when it is renamed',
  },
)

/** The fields of a sales cycle. */
export const salesCycleFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the cycle', example: 'New business' }),
  is_default: defaulted(
    boolean({ description: 'Takes the contacts that get a stage and are in no cycle; where there are cycles, exactly one is the default' }),
    false,
  ),
  stages: defaulted(json(Type.Array(CycleStage, { maxItems: 100 }), 'Its stages, in their order'), []),
}

const schema = entity('SalesCycle', 'sales_cycles', salesCycleFields, {
  indexes: [
    ['created_at', 'id'],
    ['updated_at', 'id'],
  ],
})

/** A sales cycle: the stages that contacts go through. */
export class SalesCycle extends schema.class {}
schema.setClass(SalesCycle)
