import type { contactType } from '../contacts/record-type.ts'
import { group, type Methods, operation, sharedReadGroup } from '../../kernel/operation/operation.ts'
import { changed } from '../../records/record-type/resource.ts'
import { standard } from '../../records/record-type/standard.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { Deleted, ReadById } from '../../kernel/operation/schema/schema.ts'
import { withFields } from '../../records/record-type/shown.ts'
import { ContactStages } from './contact-stages.ts'
import {
  CountedCycle,
  presentSalesCycle,
  SalesCycleCreate,
  SalesCycleDelete,
  SalesCycleList,
  SalesCycleRecord,
  SalesCycleUpdate,
  ScoreInput,
  StageMoveInput,
} from './schema.ts'
import { SalesCycleService } from './service.ts'
import { only } from '../../kernel/values/only.ts'

const { list, create, update, restore } = standard({
  singular: 'sales cycle',
  plural: 'sales_cycles',
  record: SalesCycleRecord,
  create: SalesCycleCreate,
  update: SalesCycleUpdate,
  list: SalesCycleList,
  store: SalesCycleService,
  present: presentSalesCycle,
  summary: { create: 'Create a sales cycle, the stages that contacts go through; the first one is the default' },
  mcp: { list: true, create: true },
})

const uses = { cycles: SalesCycleService }

/** Operations on sales cycles: the stages that contacts go through. */
export const salesCycles = sharedReadGroup('Sales cycles', {
  list,
  get: operation({
    id: 'getSalesCycle',
    summary: 'Read one sales cycle and how many contacts are in each of its stages',
    scope: 'read',
    route: 'GET /sales-cycles/{id}',
    input: ReadById,
    output: CountedCycle,
    uses,
    async handle({ id, fields }, { cycles }) {
      const cycle = await cycles.get(id)
      const counts = await cycles.counts(cycle.id)
      const stages = cycle.stages.map((stage) => ({ ...stage, contacts_count: counts.get(stage.id) ?? 0 }))
      return only(withFields([{ ...presentSalesCycle(cycle, cycles.now), stages }], { fields }, CountedCycle))
    },
  }),
  create: { ...create, admin: true },
  update: { ...update, summary: 'Rename a sales cycle, make it the default, or replace or reorder its stages', admin: true },
  delete: operation({
    id: 'deleteSalesCycle',
    summary: 'Delete a sales cycle; one with contacts is refused unless `move_to` names the cycle that takes them',
    scope: 'delete',
    admin: true,
    route: 'DELETE /sales-cycles/{id}',
    input: SalesCycleDelete,
    output: Deleted,
    uses,
    async handle(input, { cycles, reply }) {
      await cycles.discard(input, reply)
      return { deleted: true as const }
    },
  }),
  restore: {
    ...restore,
    summary: 'Undo the delete of one sales cycle; the contacts that it had stay where they are',
    admin: true,
  },
})

/** What contacts can do in their cycles; they belong to the operations of contacts. */
export const contactStageOperations = (contacts: Composed<typeof contactType>) =>
  group('Contacts', {
    moveStage: operation({
      id: 'moveContactStage',
      summary: 'Move a contact to a stage of its sales cycle, by name; forward only unless backward moves are allowed',
      scope: 'write',
      route: 'POST /contacts/{id}/stage',
      mcp: true,
      input: StageMoveInput,
      output: contacts.record,
      uses: { stages: ContactStages },
      handle: async (input, { stages, reply }) => await changed(contacts, stages.contacts, await stages.move(input, reply)),
    }),
    adjustScore: operation({
      id: 'adjustContactScore',
      summary: 'Add points to the lead score of a contact, or take them away, with the reason',
      scope: 'write',
      route: 'POST /contacts/{id}/score',
      mcp: true,
      input: ScoreInput,
      output: contacts.record,
      uses: { stages: ContactStages },
      handle: async (input, { stages, reply }) => await changed(contacts, stages.contacts, await stages.score(input, reply)),
    }),
  })

/** The typed methods of the group. */
export interface SalesCycles extends Methods<typeof salesCycles> {}
/** The typed methods that move contacts between stages. */
export interface ContactMoves extends Methods<ReturnType<typeof contactStageOperations>> {}
