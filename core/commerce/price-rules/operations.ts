import { bulkUpserting } from '../../records/bulk/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { filtered } from '../../records/search/filtered.ts'
import { priceRuleRelations } from './relations.ts'
import { priceRuleSearch } from './search.ts'
import { presentPriceRule, PriceQuery, PriceRuleCreate, PriceRuleList, PriceRuleRecord, PriceRuleUpdate, ResolvedPrices } from './schema.ts'
import { PriceRuleService } from './service.ts'

const declared = {
  singular: 'price rule',
  plural: 'price_rules',
  record: PriceRuleRecord,
  create: PriceRuleCreate,
  update: PriceRuleUpdate,
  list: PriceRuleList,
  store: PriceRuleService,
  present: presentPriceRule,
  summary: { create: 'Create a price rule, or complete the one that has this external id' },
  concise: [
    'name',
    'kind',
    'value',
    'currency',
    'sku',
    'brand',
    'category',
    'company_id',
    'company_tier',
    'valid_from',
    'valid_to',
    'active',
  ],
  mcp: { list: true },
} as const
const resource = filtered(related(declared, priceRuleRelations), priceRuleSearch)

/** Price rules and what they make of lines (operations.md 1, records.md 5). */
export const priceRules = group('Price rules', {
  ...standard(resource),
  ...bulkUpserting(resource, ['external_id']),
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
export interface PriceRules extends Methods<typeof priceRules> {}
