import { related } from '../../records/record-type/relation.ts'
import { filtered } from '../../records/search/filtered.ts'
import { contactCounts, contactRelations, contactSearch } from './relations.ts'
import { ContactCreate, ContactList, ContactRecord, ContactUpdate, presentContact } from './schema.ts'
import { ContactService } from './service.ts'

const declared = {
  singular: 'contact',
  plural: 'contacts',
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
  mcp: { list: true, get: 'default', create: 'default', update: 'default', delete: true, restore: true },
} as const
/** What `standard` makes list, get, create, update, delete and restore of; other features add operations that answer the same record. */
export const contactResource = filtered(related(declared, contactRelations, contactCounts), contactSearch)
