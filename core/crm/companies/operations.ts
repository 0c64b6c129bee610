import { bulkChanging } from '../../records/bulk/change.ts'
import { bulkUpserting } from '../../records/bulk/operation.ts'
import { duplicatesOf } from '../../records/duplicates/operation.ts'
import { historyOf } from '../../records/history/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { related } from '../../records/record-type/relation.ts'
import { standard } from '../../records/record-type/resource.ts'
import { ById } from '../../kernel/operation/schema.ts'
import { companyLikeness } from './likeness.ts'
import { companyKeys } from './sets.ts'
import { merging } from '../../records/merges/operation.ts'
import { timelineOf } from '../../records/timeline/operation.ts'
import { filtered } from '../../records/search/filtered.ts'
import { searching } from '../../records/search/operation.ts'
import { companyCounts, companyRelations, companySearch } from './relations.ts'
import { CompanyCreate, CompanyList, CompanyRecord, CompanyUpdate, presentCompany } from './schema.ts'
import { CompanyService } from './service.ts'
import { CompanySummaries, CompanySummary } from './summary.ts'

// What `standard` makes list, get, create, update, delete and restore of.
const declared = {
  singular: 'company',
  plural: 'companies',
  record: CompanyRecord,
  create: CompanyCreate,
  update: CompanyUpdate,
  list: CompanyList,
  store: CompanyService,
  present: presentCompany,
  summary: {
    create: 'Create a company, or complete the one of this domain, external id, VAT or register number, or code',
    delete: 'Delete one company (softly); its contacts stay',
  },
  concise: ['name', 'domain', 'code', 'industry', 'country', 'tier', 'lifecycle_stage', 'owner_email', 'tags'],
  mcp: { list: true, get: 'default', create: true, update: true },
} as const
const resource = filtered(related(declared, companyRelations, companyCounts), companySearch)

const bulk = bulkChanging(resource, companySearch)
/** Jobs of bulk updates of more than 500 companies. */
export const companiesWork = bulk.work

/** Operations on companies (records.md 2, operations.md 1); creating one finds the known one by its keys first. */
export const companies = group('Companies', {
  ...standard(resource),
  ...searching(resource, companySearch, 'default'),
  ...bulkUpserting(resource, companyKeys, true),
  ...bulk.operations,
  ...timelineOf(resource, 'company_id', true),
  ...historyOf(resource),
  ...merging(resource),
  ...duplicatesOf(resource, companySearch, companyLikeness),
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

/** The typed methods of the group. */
export interface Companies extends Methods<typeof companies> {}
