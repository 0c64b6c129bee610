import { Type } from '@sinclair/typebox'
import { bulkChanging } from '../../records/bulk/change.ts'
import { bulkUpserting } from '../../records/bulk/operation.ts'
import { historyOf } from '../../records/history/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { changed, standard } from '../../records/record-type/resource.ts'
import { Closed, exemplified, Id, Text } from '../../kernel/operation/schema.ts'
import { timelineOf } from '../../records/timeline/operation.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { Board, BoardQuery, DealBoard } from './board.ts'
import type { Deal } from './entity.ts'
import { DealLines, DealLineService, DealLinesInput, DealLinesPage, DealLinesQuery } from './lines.ts'
import { dealFigures, dealRelations, dealSearch } from './relations.ts'
import { DealCreate, DealList, DealRecord, DealUpdate, presentDeal } from './schema.ts'
import { DealService } from './service.ts'
import { dealKeys } from './sets.ts'

// What `standard` makes list, get, create, update, delete and restore of.
const declared = {
  singular: 'deal',
  plural: 'deals',
  record: DealRecord,
  create: DealCreate,
  update: DealUpdate,
  list: DealList,
  store: DealService,
  present: presentDeal,
  summary: {
    create: 'Open a deal, by default in the first stage of the default pipeline, or complete the one of this external id',
  },
  concise: [
    'name',
    'stage_id',
    'status',
    'amount',
    'currency',
    'probability',
    'close_date',
    'owner_email',
    'company_id',
    'primary_lead_id',
    'next_step',
    'rotting',
  ],
  mcp: { list: true, get: 'default', create: 'default', update: 'default', delete: true },
} as const
const resource = filtered(related(declared, dealRelations, dealFigures), dealSearch)
const { record } = resource

const uses = { deals: DealService }
const { pipeline_id, probability, amount, close_date, won_reason, lost_reason, competitors } = DealUpdate.properties
const stage_id = Text(255, { minLength: 1, description: 'Stage, by id or name' })
const stage = { stage_id: Type.Optional(stage_id), stage: Type.Optional(stage_id) }

const shown = (deal: Deal, deals: DealService) => changed(resource, deals, deal)

const bulk = bulkChanging(resource, dealSearch, true)
/** Jobs of bulk updates of more than 500 deals. */
export const dealsWork = bulk.work

/**
 * Operations on deals (contract 2.5, operations.md 1). `move`, `win`, `lose` and `reopen` are updates of stage and status under the
 * name of their event.
 */
export const deals = group('Deals', {
  ...standard(resource),
  ...searching(resource, dealSearch, 'default'),
  ...bulkUpserting(resource, dealKeys, true),
  ...bulk.operations,
  ...timelineOf(resource, 'deal_id', true),
  ...historyOf(resource),
  lines: operation({
    id: 'listDealLines',
    summary: 'List the product lines of a deal, with what they come to',
    scope: 'read',
    route: 'GET /deals/{id}/lines',
    mcp: true,
    input: DealLinesQuery,
    output: DealLinesPage,
    uses: { lines: DealLineService },
    handle: async (query, { lines }) => await lines.list(query),
  }),
  replaceLines: operation({
    id: 'replaceDealLines',
    summary: 'Replace the product lines of a deal; prices come from the price rules, and the amount is computed anew',
    scope: 'write',
    route: 'PUT /deals/{id}/lines',
    input: DealLinesInput,
    output: DealLines,
    uses: { lines: DealLineService },
    handle: async (input, { lines, reply }) => afterFlush(await lines.replace(input, reply)),
  }),
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
    summary: 'Open a closed deal again, in a given stage or the one that it was closed in',
    scope: 'write',
    route: 'POST /deals/{id}/reopen',
    mcp: true,
    input: Closed({ id: Id(), ...stage }),
    output: record,
    uses,
    handle: async ({ id, ...to }, { deals, reply }) => await shown(await deals.reopen(id, to, reply), deals),
  }),
})

/** The typed methods of the group. */
export interface Deals extends Methods<typeof deals> {}
