import { group, type Methods } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { CompanyCreate, CompanyList, CompanyRecord, CompanyUpdate, presentCompany } from './schema.ts'
import { CompanyService } from './service.ts'

export const companies = group(
  'Companies',
  standard({
    singular: 'company',
    plural: 'companies',
    record: CompanyRecord,
    create: CompanyCreate,
    update: CompanyUpdate,
    list: CompanyList,
    store: CompanyService,
    present: presentCompany,
    summary: {
      create: 'Create a company, or complete the one that has this domain, external id, VAT number or code',
      delete: 'Delete one company (softly); its contacts stay',
    },
    mcp: { list: true, get: 'default', create: true, update: true },
  }),
)

export interface Companies extends Methods<typeof companies> {}
