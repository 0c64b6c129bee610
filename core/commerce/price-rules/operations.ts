import { bulkDeleteOperation, deleteJob } from '../../records/bulk/deletes.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { standard } from '../../records/record-type/standard.ts'
import type { priceRuleType } from './record-type.ts'
import { PriceQuery, ResolvedPrices } from './schema.ts'
import { PriceRuleService } from './service.ts'

/** The job that deletes more than 500 price rules. */
export const priceRuleJobs = { delete: deleteJob({ plural: 'price_rules' }) }

/** Price rules and what they make of lines. */
export const priceRuleOperations = (type: Composed<typeof priceRuleType>) =>
  group('Price rules', {
    ...standard(type),
    ...bulkUpsertOperation(type),
    ...bulkDeleteOperation(type, priceRuleJobs),
    resolve: operation({
      id: 'resolvePrices',
      summary: 'Net price per line for a customer, with the rule that won and why the others did not',
      scope: 'read',
      route: 'POST /price-rules/resolve',
      mcp: true,
      input: PriceQuery,
      output: ResolvedPrices,
      uses: { rules: PriceRuleService },
      handle: (query, { rules }) => rules.resolve(query),
    }),
  })

/** The typed methods of these operations. */
export interface PriceRules extends Methods<ReturnType<typeof priceRuleOperations>> {}
