import { companyCounted } from '../companies/counted.ts'
import { contactCounted } from '../contacts/counted.ts'
import { dealSearchFields } from '../deals/search.ts'
import { belongsTo, relating, searchable } from '../../records/search/searchable.ts'
import { Activity } from './entity.ts'

/** Whom a record that names them is about, in conditions. */
export const customer = {
  contact: belongsTo(contactCounted, 'lead_id'),
  company: belongsTo(companyCounted, 'company_id'),
  deal: belongsTo(dealSearchFields, 'deal_id'),
}

/** What conditions can name of an activity. */
export const activitySearch = relating(
  searchable('activity', Activity, { types: { owner_email: 'owner' }, aliases: { owner: 'owner_email', contact_id: 'lead_id' } }),
  customer,
)
