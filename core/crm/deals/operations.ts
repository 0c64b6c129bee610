import { Type } from '@sinclair/typebox'
import { bulkUpdateOperation } from '../../records/bulk/change.ts'
import { bulkDeleteOperation } from '../../records/bulk/deletes.ts'
import { bulkJobs } from '../../records/bulk/jobs.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { historyOperation } from '../../records/history/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { changed } from '../../records/record-type/resource.ts'
import { mergeOperation } from '../../records/merges/operation.ts'
import { standard } from '../../records/record-type/standard.ts'
import { Closed, exemplified, Id, Text } from '../../kernel/operation/schema/schema.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { timelineOperation } from '../../records/timeline/operation.ts'
import { Board, BoardQuery, DealBoard } from './board.ts'
import type { Deal } from './entity.ts'
import { dealType } from './record-type.ts'
import { DealMergeValues, DealUpdate } from './schema.ts'
import { DealService } from './service.ts'

const uses = { deals: DealService }
const { pipeline_id, probability, amount, close_date, won_reason, lost_reason, competitors } = DealUpdate.properties
const stage_id = Text(255, { minLength: 1, description: 'Stage, by id or name' })
const stage = { stage_id: Type.Optional(stage_id), stage: Type.Optional(stage_id) }

/** Jobs of bulk updates and deletes of more than 500 deals. */
export const dealJobs = bulkJobs(dealType)

/** Operations on deals. `move`, `win`, `lose` and `reopen` are updates of stage and status under the name of their event. */
export function dealOperations(type: Composed<typeof dealType>) {
  const { record } = type
  const shown = (deal: Deal, deals: DealService) => changed(type, deals, deal)
  return group('Deals', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkUpsertOperation(type),
    ...bulkUpdateOperation(type, dealJobs),
    ...bulkDeleteOperation(type, dealJobs),
    ...timelineOperation(type),
    ...historyOperation(type),
    ...mergeOperation({ ...type, update: DealMergeValues }),
    board: operation({
      id: 'getDealBoard',
      summary: 'Read a pipeline as a board: number, amount, weighted amount, stuck and latest deals of each stage',
      scope: 'read',
      route: 'GET /deals/board',
      mcp: true,
      input: BoardQuery,
      output: Board,
      uses: { board: DealBoard },
      handle: async (query, { board }) => await board.read(query),
    }),
    move: operation({
      id: 'moveDealStage',
      summary: 'Move a deal to a stage, by id or name, of its pipeline or another one; into a won or lost stage closes it',
      scope: 'write',
      route: 'POST /deals/{id}/move',
      mcp: 'default',
      input: Closed({
        id: Id(),
        ...stage,
        stage_id: Type.Optional(exemplified(stage_id, 'proposal')),
        pipeline_id,
        probability,
      }),
      output: record,
      uses,
      handle: async ({ id, ...to }, { deals, reply }) => await shown(await deals.move(id, to, reply), deals),
    }),
    win: operation({
      id: 'winDeal',
      summary: 'Close a deal as won, with its reason, final amount and close date',
      scope: 'write',
      route: 'POST /deals/{id}/win',
      mcp: true,
      input: Closed({ id: Id(), won_reason: exemplified(won_reason, 'Best service'), amount, close_date, ...stage }),
      output: record,
      uses,
      handle: async ({ id, ...changes }, { deals, reply }) => await shown(await deals.close(id, 'won', changes, reply), deals),
    }),
    lose: operation({
      id: 'loseDeal',
      summary: 'Close a deal as lost, with the reason and the competitors',
      scope: 'write',
      route: 'POST /deals/{id}/lose',
      mcp: true,
      input: Closed({
        id: Id(),
        lost_reason: exemplified(lost_reason, 'Price too high'),
        competitors,
        close_date,
        ...stage,
      }),
      output: record,
      uses,
      handle: async ({ id, ...changes }, { deals, reply }) => await shown(await deals.close(id, 'lost', changes, reply), deals),
    }),
    reopen: operation({
      id: 'reopenDeal',
      summary: 'Open a closed deal again, in a given stage or the last open one that it was in',
      scope: 'write',
      route: 'POST /deals/{id}/reopen',
      mcp: true,
      input: Closed({ id: Id(), ...stage }),
      output: record,
      uses,
      handle: async ({ id, ...to }, { deals, reply }) => await shown(await deals.reopen(id, to, reply), deals),
    }),
  })
}

/** The typed methods of the group. */
export interface Deals extends Methods<ReturnType<typeof dealOperations>> {}
