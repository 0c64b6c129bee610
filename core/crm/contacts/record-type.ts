import { one } from '../../records/record-type/related-records.ts'
import { recordType } from '../../records/record-type/record-type.ts'
import { belongsTo } from '../../records/search/related.ts'
import { Company } from '../companies/entity.ts'
import { CompanyRecord, presentCompany } from '../companies/schema.ts'
import { Contact } from './entity.ts'
import { contactEvents } from './events.ts'
import { ContactCreate, ContactList, ContactRecord, ContactUpdate, presentContact } from './schema.ts'
import { contactSearch } from './search.ts'
import { ContactService } from './service.ts'
import { contactPerson } from './person.ts'
import { contactKeys } from './sets.ts'
import { contactSimilarity } from './similarity.ts'
import { companyCopies, noCompany } from './company-copies.ts'

/** Contacts, as everything that works on records knows them. */
export const contactType = recordType({
  entity: Contact,
  singular: 'contact',
  plural: 'contacts',
  watch: contactEvents,
  record: ContactRecord,
  create: ContactCreate,
  update: ContactUpdate,
  list: ContactList,
  store: ContactService,
  present: presentContact,
  summary: {
    create: 'Create a contact and link its company, or complete the contact that has this external id or e-mail',
    delete: 'Delete one contact (softly); its e-mail is free at once',
  },
  concise: [
    'name',
    'email',
    'phone',
    'title',
    'company',
    'company_id',
    'assigned_to',
    'lifecycle_stage',
    'pipeline_stage',
    'lead_status',
    'lead_score',
    'do_not_contact',
    'tags',
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
    timeline: 'default',
  },
  keys: contactKeys,
  search: contactSearch,
  related: { company: belongsTo('companies', 'company_id') },
  relations: { company: one('company_id', { entity: Company, title: 'The company', record: CompanyRecord, present: presentCompany }) },
  report: { date: 'created_at' },
  export: true,
  lists: true,
  picklists: { primary_source: 'sources', last_source: 'sources' },
  timeline: { by: 'lead_id', hides: ['contact.property_changed'] },
  merge: { names: contactPerson.namedBy, list: { field: 'contacts', key: 'lead_id' } },
  copies: { from: Company.table, of: companyCopies, none: noCompany },
  person: contactPerson,
  similarity: contactSimilarity,
})
