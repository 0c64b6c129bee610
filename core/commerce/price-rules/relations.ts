import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { Product } from '../products/entity.ts'
import { presentProduct, ProductRecord } from '../products/schema.ts'
import { one } from '../../records/record-type/related-records.ts'

/** What `include` shows beside a price rule. */
export const priceRuleRelations = {
  company: one('company_id', { entity: Company, title: 'The customer', record: CompanyRecord, present: presentCompany }),
  product: one('product_id', { entity: Product, title: 'The product', record: ProductRecord, present: presentProduct }),
}
