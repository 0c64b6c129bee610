import { one } from '../../records/record-type/related-records.ts'
import { recordType } from '../../records/record-type/record-type.ts'
import { belongsTo } from '../../records/search/related.ts'
import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { DealContactLinks } from './contact-links.ts'
import { Deal, otherContacts } from './entity.ts'
import { dealEvents } from './events.ts'
import { DealCreate, DealList, DealRecord, DealUpdate, presentDeal } from './schema.ts'
import { dealSearch } from './search.ts'
import { DealService } from './service.ts'
import { dealKeys } from './sets.ts'

/** Deals, as everything that works on records knows them. */
export const dealType = recordType({
  entity: Deal,
  singular: 'deal',
  plural: 'deals',
  watch: dealEvents,
  record: DealRecord,
  create: DealCreate,
  update: DealUpdate,
  list: DealList,
  store: DealService,
  present: presentDeal,
  summary: {
    create: 'Open a deal, by default in the first stage of the default pipeline, or complete the one of this external id',
  },
  concise: [
    'name',
    'stage_id',
    'status',
    'amount',
    'currency',
    'probability',
    'close_date',
    'owner_email',
    'company_id',
    'primary_lead_id',
    'next_step',
    'rotting',
  ],
  mcp: {
    list: true,
    get: 'default',
    create: 'default',
    update: 'default',
    delete: true,
    restore: true,
    search: 'default',
    bulkUpsert: true,
    bulkUpdate: true,
    timeline: true,
  },
  keys: dealKeys,
  search: dealSearch,
  related: { company: belongsTo('companies', 'company_id'), contact: belongsTo('contacts', 'primary_lead_id') },
  relations: {
    company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }),
    contact: one('primary_lead_id', { entity: Contact, title: 'The primary contact', record: ContactRecord, present: presentContact }),
  },
  report: { date: 'created_at', rated: 'closed_at' },
  export: true,
  lists: true,
  picklists: { lost_reason: 'lost_reasons', deal_type: 'deal_types', priority: 'priorities', source: 'sources' },
  timeline: { by: 'deal_id', of: { lead_id: 'primary_lead_id' }, besides: { lead_id: otherContacts }, hides: ['deal.property_changed'] },
  merge: { names: ['deal_id'] },
  links: [DealContactLinks],
})
