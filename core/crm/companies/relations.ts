import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { dealCounts } from '../deals/counts.ts'
import { Deal } from '../deals/entity.ts'
import { DealRecord, presentDeal } from '../deals/schema.ts'
import { dealSearchFields } from '../deals/search.ts'
import { invoicesOf } from '../../commerce/invoices/relations.ts'
import { belongsTo, latestOf, relating } from '../../records/search/searchable.ts'
import { count, many } from '../../records/record-type/related-records.ts'
import { companyAmounts } from './amounts.ts'
import { companyCounted } from './counted.ts'

/** What `include` shows beside a company. */
export const companyRelations = {
  contacts: many('company_id', { entity: Contact, title: 'Its contacts', record: ContactRecord, present: presentContact }),
  deals: many('company_id', { entity: Deal, title: 'Its deals', record: DealRecord, present: presentDeal }),
  invoices: invoicesOf('company_id', 'Its invoices'),
}

/** Figures that are made when a single company is read (records.md 2); lists and events leave them out. */
export const companyCounts = {
  contacts_count: count('company_id', Contact, { title: 'Contacts of the company' }),
  ...dealCounts('company_id'),
  ...companyAmounts,
}

/** What conditions can name of a company: its own fields, those of its parent and its open deal, and what is counted. */
export const companySearch = relating(companyCounted, {
  parent: belongsTo(companyCounted, 'parent_company_id'),
  deal: latestOf(dealSearchFields, 'company_id', 'open'),
})
