import { many } from '../../records/record-type/related-records.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { latestOf } from '../../records/search/related.ts'
import { dealCountFields, dealCounts, prepareAmounts } from './counts.ts'
import { Deal } from './entity.ts'
import { DealRecord, presentDeal } from './schema.ts'

const deals = { entity: Deal, record: DealRecord, present: presentDeal }

/** What contacts show of the deals in which they are the primary contact. */
export const dealsOfContacts = contribution({
  to: 'contacts',
  relations: { deals: many('primary_lead_id', { ...deals, title: 'Deals of which it is the primary contact' }) },
  counts: dealCounts('primary_lead_id'),
  fields: dealCountFields('primary_lead_id'),
  related: { deal: latestOf('deals', 'primary_lead_id', 'open') },
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
