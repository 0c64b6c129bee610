import { recordType } from '../../records/record-type/record-type.ts'
import { belongsTo } from '../../records/search/related.ts'
import { Company } from './entity.ts'
import { companyEvents } from './events.ts'
import { ParentCompanyLinks } from './parent-links.ts'
import { CompanyCreate, CompanyList, CompanyRecord, CompanyUpdate, presentCompany } from './schema.ts'
import { companySearch } from './search.ts'
import { CompanyService } from './service.ts'
import { companyKeys } from './sets.ts'
import { companySimilarity } from './similarity.ts'

/** Companies, as everything that works on records knows them. */
export const companyType = recordType({
  entity: Company,
  singular: 'company',
  plural: 'companies',
  watch: companyEvents,
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
  mcp: {
    list: true,
    get: 'default',
    create: true,
    update: true,
    delete: true,
    restore: true,
    search: 'default',
    bulkUpsert: true,
    timeline: true,
  },
  keys: companyKeys,
  search: companySearch,
  related: { parent: belongsTo('companies', 'parent_company_id') },
  report: { date: 'created_at' },
  export: true,
  lists: true,
  picklists: { industry: 'industries', tier: 'tiers' },
  timeline: { by: 'company_id' },
  merge: { names: ['company_id', 'parent_company_id', 'supplier_company_id'] },
  links: [ParentCompanyLinks],
  similarity: companySimilarity,
})
