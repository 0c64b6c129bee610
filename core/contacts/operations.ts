import { bulkChanging } from '../bulk/change.ts'
import { bulkUpserting } from '../bulk/operation.ts'
import { duplicatesOf } from '../duplicates/operation.ts'
import { historyOf } from '../history/operation.ts'
import { group, type Methods, operation } from '../kernel/operation.ts'
import { related } from '../kernel/relation.ts'
import { changed, standard } from '../kernel/resource.ts'
import { Consents, Unsubscription } from './consents.ts'
import { contactLikeness } from './likeness.ts'
import { contactKeys } from './sets.ts'
import { merging } from '../merges/operation.ts'
import { timelineOf } from '../timeline/operation.ts'
import { filtered } from '../search/filtered.ts'
import { searching } from '../search/operation.ts'
import { contactCounts, contactRelations, contactSearch } from './relations.ts'
import { ContactCreate, ContactList, ContactRecord, ContactUpdate, presentContact } from './schema.ts'
import { ContactService } from './service.ts'

// What `standard` makes list, get, create, update, delete and restore of.
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
const resource = filtered(related(declared, contactRelations, contactCounts), contactSearch)

const bulk = bulkChanging(resource, contactSearch, true)
/** Jobs of bulk updates and deletes of more than 500 contacts. */
export const contactsWork = bulk.work

/** Operations on contacts (contract 4.2, operations.md 1); creating one finds the known one by external id or e-mail first. */
export const contacts = group('Contacts', {
  ...standard(resource),
  ...searching(resource, contactSearch, 'default'),
  ...bulkUpserting(resource, contactKeys, true),
  ...bulk.operations,
  ...bulk.deletion,
  ...timelineOf(resource, 'lead_id', 'default'),
  ...historyOf(resource),
  ...merging(resource),
  ...duplicatesOf(resource, contactSearch, contactLikeness),
  unsubscribe: operation({
    id: 'unsubscribeContact',
    summary: 'Note that a contact wants to hear no more, of one topic or of everything',
    scope: 'write',
    route: 'POST /contacts/{id}/unsubscribe',
    mcp: true,
    input: Unsubscription,
    output: resource.record,
    uses: { consents: Consents, contacts: ContactService },
    handle: async (input, { consents, contacts, reply }) => await changed(resource, contacts, await consents.withdraw(input, reply)),
  }),
})

/** The typed methods of the group. */
export interface Contacts extends Methods<typeof contacts> {}
