import { one } from '../../records/record-type/related-records.ts'
import { catalogEvents } from '../../platform/access/organization.ts'
import { recordType } from '../../records/record-type/record-type.ts'
import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { Product } from '../products/entity.ts'
import { presentProduct, ProductRecord } from '../products/schema.ts'
import { PriceRule } from './entity.ts'
import { presentPriceRule, PriceRuleCreate, PriceRuleList, PriceRuleRecord, PriceRuleUpdate } from './schema.ts'
import { priceRuleSearch } from './search.ts'
import { PriceRuleService } from './service.ts'

/** Price rules, as everything that works on records knows them. */
export const priceRuleType = recordType({
  entity: PriceRule,
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
  keys: ['external_id'],
  eventsOnDemand: catalogEvents,
  search: priceRuleSearch,
  picklists: { company_tier: 'tiers' },
  relations: {
    company: one('company_id', { entity: Company, title: 'The customer', record: CompanyRecord, present: presentCompany }),
    product: one('product_id', { entity: Product, title: 'The product', record: ProductRecord, present: presentProduct }),
  },
  export: true,
})
