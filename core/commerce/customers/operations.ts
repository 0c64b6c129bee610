import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { ById } from '../../kernel/operation/schema/schema.ts'
import { CompanySummaries, CompanySummary } from './service.ts'

/** A company as a customer, below the path of companies. */
export const customers = group('Companies', {
  summary: operation({
    id: 'getCompanySummary',
    summary: 'See a company at a glance: open deals, revenue, what is unpaid, last order, price rules, next task',
    scope: 'read',
    route: 'GET /companies/{id}/summary',
    mcp: 'default',
    input: ById,
    output: CompanySummary,
    uses: { summaries: CompanySummaries },
    handle: ({ id }, { summaries }) => summaries.of(id),
  }),
})

/** The typed methods that companies get. */
export interface CustomerMethods extends Methods<typeof customers> {}
