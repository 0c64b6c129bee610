import { Company } from '../../crm/companies/entity.ts'
import { CompanyRecord, presentCompany } from '../../crm/companies/schema.ts'
import { Contact } from '../../crm/contacts/entity.ts'
import { ContactRecord, presentContact } from '../../crm/contacts/schema.ts'
import { Deal } from '../../crm/deals/entity.ts'
import { DealRecord, presentDeal } from '../../crm/deals/schema.ts'
import { one } from '../../records/record-type/related-records.ts'

/** Whom a record of sales is about, by its company, contact and deal. */
export const partyRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  contact: one('lead_id', { entity: Contact, title: 'The contact', record: ContactRecord, present: presentContact }),
  deal: one('deal_id', { entity: Deal, title: 'The deal', record: DealRecord, present: presentDeal }),
}
