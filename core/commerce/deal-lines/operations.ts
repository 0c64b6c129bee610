import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { DealLines, DealLineService, DealLinesInput, DealLinesPage, DealLinesQuery } from './service.ts'

const uses = { lines: DealLineService }

/** The product lines of deals, below the path of deals. */
export const dealLines = group('Deals', {
  lines: operation({
    id: 'listDealLines',
    summary: 'List the product lines of a deal with their totals',
    scope: 'read',
    route: 'GET /deals/{id}/lines',
    mcp: true,
    input: DealLinesQuery,
    output: DealLinesPage,
    uses,
    handle: async (query, { lines }) => await lines.list(query),
  }),
  replaceLines: operation({
    id: 'replaceDealLines',
    summary: 'Replace the product lines of a deal; prices come from the price rules, and the amount is recomputed',
    scope: 'write',
    route: 'PUT /deals/{id}/lines',
    input: DealLinesInput,
    output: DealLines,
    uses,
    handle: async (input, { lines, reply }) => afterFlush(await lines.replace(input, reply)),
  }),
})

/** The typed methods that deals get. */
export interface DealLineMethods extends Methods<typeof dealLines> {}
