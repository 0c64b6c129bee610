import { bulkChanging } from '../../records/bulk/change.ts'
import { bulkUpserting } from '../../records/bulk/operation.ts'
import { duplicatesOf } from '../../records/duplicates/operation.ts'
import { historyOf } from '../../records/history/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { changed, standard } from '../../records/record-type/resource.ts'
import { Consents, Unsubscription } from './consents.ts'
import { contactLikeness } from './likeness.ts'
import { contactKeys } from './sets.ts'
import { merging } from '../../records/merges/operation.ts'
import { timelineOf } from '../../records/timeline/operation.ts'
import { searching } from '../../records/search/operation.ts'
import { contactSearch } from './relations.ts'
import { contactResource as resource } from './resource.ts'
import { ContactService } from './service.ts'

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
