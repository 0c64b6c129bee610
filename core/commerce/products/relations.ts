import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { one } from '../../records/record-type/related-records.ts'

/** What `include` shows beside a product. */
export const productRelations = {
  supplier: one('supplier_company_id', {
    entity: Company,
    title: 'The company that supplies it',
    record: CompanyRecord,
    present: presentCompany,
  }),
}
