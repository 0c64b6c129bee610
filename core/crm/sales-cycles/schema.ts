import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Purgeable } from '../../records/record-type/resource.ts'
import { Closed, Count, Id, Text } from '../../kernel/operation/schema/schema.ts'
import { sql, type SqlBool } from 'kysely'
import { flag, listSchema } from '../../kernel/storage/records/filters.ts'
import { CycleStage, CycleStages, salesCycleFields } from './entity.ts'

/** A sales cycle as the API shows it. */
export const SalesCycleRecord = recordSchema(salesCycleFields)
/** A single cycle, with the number of live contacts in each stage. */
export const CountedCycle = Closed({
  ...SalesCycleRecord.properties,
  stages: Type.Array(Closed({ ...CycleStage.properties, contacts_count: Count('Contacts that are in it') }), {
    description: 'Its stages, in their order, with the contacts in them',
  }),
})
/** Input of create. */
export const SalesCycleCreate = Closed({ ...createSchema(salesCycleFields).properties, stages: CycleStages })

const { name, is_default } = updateSchema(salesCycleFields).properties
/** Input of update. */
export const SalesCycleUpdate = Closed({
  id: Id(),
  name,
  is_default,
  stages: Type.Optional(CycleStages),
  move_to: Type.Optional(Text(255, { description: 'Stage, by id or name, that takes the contacts of the stages that are left out' })),
})
/** Input of delete. */
export const SalesCycleDelete = Closed({
  ...Purgeable.properties,
  move_to: Type.Optional(Id('Cycle that takes its contacts, each in the stage of the same name or the first one')),
})

/** Input of `POST /contacts/{id}/stage`: where the contact goes. */
export const StageMoveInput = Closed({
  id: Id(),
  stage: Text(255, { minLength: 1, description: 'Stage, by name or id', examples: ['First talk'] }),
  cycle: Type.Optional(Text(255, { minLength: 1, description: 'Sales cycle, by name or id; for a contact that is in none yet' })),
  forward_only: Type.Optional(Type.Boolean({ default: true, description: 'Refuse to move back to an earlier stage' })),
})
/** Input of `POST /contacts/{id}/score`: by how much the lead score changes. */
export const ScoreInput = Closed({
  id: Id(),
  points: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description: 'Added to the lead score; negative takes away',
    examples: [10],
  }),
  reason: Type.Optional(Text(500, { description: 'Included in the event of the change' })),
})

/** Filters of the list. */
export const salesCycleFilters = { default: flag('The default cycle', () => sql<SqlBool>`is_default`) }
/** Orders of the list; `-` in front reverses one. */
export const salesCycleSorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list. */
export const SalesCycleList = listSchema(salesCycleFilters, salesCycleSorts)

/** A sales cycle as the API shows it. */
export const presentSalesCycle = presenter(salesCycleFields)
