import { many } from '../../records/record-type/related-records.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { latestOf } from '../../records/search/related.ts'
import { dealCountFields, dealCounts, prepareAmounts } from './counts.ts'
import { Deal, dealsOfContact, otherContacts } from './entity.ts'
import { DealRecord, presentDeal } from './schema.ts'

const deals = { entity: Deal, record: DealRecord, present: presentDeal }

/** What contacts show of the deals in which they take part, as primary contact or as another one. */
export const dealsOfContacts = contribution({
  to: 'contacts',
  relations: { deals: many(dealsOfContact, { ...deals, title: 'Deals in which it takes part' }) },
  counts: dealCounts(dealsOfContact),
  fields: dealCountFields(dealsOfContact),
  related: { deal: latestOf('deals', 'primary_lead_id', 'open', otherContacts) },
  prepare: prepareAmounts,
})

/** What companies show of their deals. */
export const dealsOfCompanies = contribution({
  to: 'companies',
  relations: { deals: many('company_id', { ...deals, title: 'Its deals' }) },
  counts: dealCounts('company_id'),
  fields: dealCountFields('company_id'),
  related: { deal: latestOf('deals', 'company_id', 'open') },
  prepare: prepareAmounts,
})
