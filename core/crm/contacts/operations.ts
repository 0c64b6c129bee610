import { bulkUpdateOperation } from '../../records/bulk/change.ts'
import { bulkDeleteOperation } from '../../records/bulk/deletes.ts'
import { bulkJobs } from '../../records/bulk/jobs.ts'
import { bulkUpsertOperation } from '../../records/bulk/operation.ts'
import { duplicatesOperation } from '../../records/duplicates/operation.ts'
import { historyOperation } from '../../records/history/operation.ts'
import { group, type Methods, operation } from '../../kernel/operation/operation.ts'
import { changed } from '../../records/record-type/resource.ts'
import { standard } from '../../records/record-type/standard.ts'
import { mergeOperation } from '../../records/merges/operation.ts'
import type { Composed } from '../../records/record-type/record-types.ts'
import { searchOperation } from '../../records/record-type/search-operation.ts'
import { timelineOperation } from '../../records/timeline/operation.ts'
import { Consents, Unsubscription } from './consents.ts'
import { contactType } from './record-type.ts'
import { ContactService } from './service.ts'

/** Jobs of bulk updates and deletes of more than 500 contacts. */
export const contactJobs = bulkJobs(contactType)

/** Operations on contacts; creating one finds the known one by external id or e-mail first. */
export const contactOperations = (type: Composed<typeof contactType>) =>
  group('Contacts', {
    ...standard(type),
    ...searchOperation(type),
    ...bulkUpsertOperation(type),
    ...bulkUpdateOperation(type, contactJobs),
    ...bulkDeleteOperation(type, contactJobs),
    ...timelineOperation(type),
    ...historyOperation(type),
    ...mergeOperation(type),
    ...duplicatesOperation(type),
    unsubscribe: operation({
      id: 'unsubscribeContact',
      summary: 'Unsubscribe a contact from one topic or from everything',
      scope: 'write',
      route: 'POST /contacts/{id}/unsubscribe',
      mcp: true,
      input: Unsubscription,
      output: type.record,
      uses: { consents: Consents, contacts: ContactService },
      handle: async (input, { consents, contacts, reply }) => await changed(type, contacts, await consents.unsubscribe(input, reply)),
    }),
  })

/** The typed methods of the group. */
export interface Contacts extends Methods<ReturnType<typeof contactOperations>> {}
