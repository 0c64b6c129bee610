import { group, type Methods } from '../kernel/operation.ts'
import { standard } from '../kernel/resource.ts'
import { ContactCreate, ContactList, ContactRecord, ContactUpdate, presentContact } from './schema.ts'
import { ContactService } from './service.ts'

export const contacts = group(
  'Contacts',
  standard({
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
    mcp: { list: true, get: 'default', create: 'default', update: 'default', delete: true, restore: true },
  }),
)

export interface Contacts extends Methods<typeof contacts> {}
