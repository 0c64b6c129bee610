import { bulkDeleteOperation, singleDeleteJob } from '../../records/bulk/deletes.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { standard } from '../../records/record-type/standard.ts'
import { afterFlush } from '../../kernel/operation/reply.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { CalculatedQuote, QuoteCalculation, QuoteCalculator } from './calculation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { bulkDocumentsOperation } from '../documents/bulk.ts'
import type { quoteType } from './record-type.ts'
import { QuoteCopies } from './copies.ts'
import { FullQuote, presentWhole, QuoteAcceptance, QuoteDuplication, QuoteLines, QuoteLink, QuoteRefusal, QuoteSending } from './schema.ts'
import { QuoteService } from './service.ts'
import { QuoteTransitions } from './transitions.ts'

const moves = { quotes: QuoteTransitions }

const moveOperations = {
  send: operation({
    id: 'sendQuote',
    summary: 'Freeze one quote and open its public page; the answer has its address',
    scope: 'write',
    route: 'POST /quotes/{id}/send',
    mcp: true,
    input: QuoteSending,
    output: FullQuote,
    uses: moves,
    async handle(input, { quotes, reply }) {
      const sent = await quotes.send(input, reply)
      return afterFlush(() => presentWhole(sent, quotes.now))
    },
  }),
  link: operation({
    id: 'getQuoteLink',
    summary: 'Address of the public page of one quote, and how often it was viewed',
    scope: 'read',
    route: 'GET /quotes/{id}/link',
    conflicts: true,
    mcp: true,
    input: ById,
    output: QuoteLink,
    uses: { quotes: QuoteService },
    handle: ({ id }, { quotes }) => quotes.linkOf(id),
  }),
  accept: operation({
    id: 'acceptQuote',
    summary: 'Record that the customer accepted one quote; wins its deal when asked to',
    scope: 'write',
    route: 'POST /quotes/{id}/accept',
    mcp: true,
    input: QuoteAcceptance,
    output: FullQuote,
    uses: moves,
    async handle(input, { quotes, reply }) {
      const accepted = await quotes.accept(input, reply)
      return afterFlush(() => presentWhole(accepted, quotes.now))
    },
  }),
  decline: operation({
    id: 'declineQuote',
    summary: 'Record that the customer declined one quote, and why',
    scope: 'write',
    route: 'POST /quotes/{id}/decline',
    mcp: true,
    input: QuoteRefusal,
    output: FullQuote,
    uses: moves,
    async handle(input, { quotes, reply }) {
      const declined = await quotes.decline(input, reply)
      return afterFlush(() => presentWhole(declined, quotes.now))
    },
  }),
  duplicate: operation({
    id: 'duplicateQuote',
    summary: 'Make a new draft, or the next version, of one quote',
    scope: 'write',
    route: 'POST /quotes/{id}/duplicate',
    mcp: true,
    creates: 'always',
    input: QuoteDuplication,
    output: FullQuote,
    uses: { copies: QuoteCopies },
    async handle(input, { copies, reply }) {
      const copy = await copies.duplicate(input, reply)
      return afterFlush(() => presentWhole(copy, copies.now))
    },
  }),
}

/** The job that deletes more than 100 quotes. */
export const quoteJobs = { delete: singleDeleteJob({ plural: 'quotes', store: QuoteService }) }

/** The operations of quotes: each move is one of its own and makes its event. */
export const quoteOperations = (type: Composed<typeof quoteType>) =>
  group('Quotes', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkDocumentsOperation(type),
    ...bulkDeleteOperation(type, quoteJobs),
    replaceLines: operation({
      id: 'replaceQuoteLines',
      summary: 'Replace the lines of one quote and recompute its totals; a quote that was sent gets a next version',
      scope: 'write',
      route: 'PUT /quotes/{id}/lines',
      mcp: true,
      input: QuoteLines,
      output: FullQuote,
      uses: { quotes: QuoteService },
      async handle({ id, lines }, { quotes, reply }) {
        const changed = await quotes.update(id, { lines }, reply)
        return afterFlush(() => presentWhole(changed, quotes.now))
      },
    }),
    calculate: operation({
      id: 'calculateQuote',
      summary: 'Totals of lines that are not stored: discounts, tax, rounding, and how each price was found',
      scope: 'read',
      route: 'POST /quotes/calculate',
      mcp: true,
      input: QuoteCalculation,
      output: CalculatedQuote,
      uses: { calculator: QuoteCalculator },
      handle: (input, { calculator }) => calculator.calculate(input),
    }),
    ...moveOperations,
  })

/** The typed methods of the group. */
export interface Quotes extends Methods<ReturnType<typeof quoteOperations>> {}
