import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { one } from '../storage/relation.ts'

/** What `include` shows beside a product. */
export const productRelations = {
  supplier: one('supplier_company_id', {
    entity: Company,
    title: 'The company that supplies it',
    record: CompanyRecord,
    present: presentCompany,
  }),
}
