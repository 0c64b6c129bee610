import { one } from '../../records/record-type/related-records.ts'
import { belongsTo } from '../../records/search/related.ts'
import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { Deal } from './entity.ts'
import { DealRecord, presentDeal } from './schema.ts'

/** Whom a record is about, as `include` shows it: for records that name a company, a contact and a deal. */
export const partyRelations = {
  company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
  contact: one('lead_id', { entity: Contact, title: 'The contact', record: ContactRecord, present: presentContact }),
  deal: one('deal_id', { entity: Deal, title: 'The deal', record: DealRecord, present: presentDeal }),
}

/** The same as conditions name it. */
export const relatedParties = {
  contact: belongsTo('contacts', 'lead_id'),
  company: belongsTo('companies', 'company_id'),
  deal: belongsTo('deals', 'deal_id'),
}
