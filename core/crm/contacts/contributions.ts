import { count, many } from '../../records/record-type/related-records.ts'
import { contribution } from '../../records/record-type/contribution.ts'
import { countOf } from '../../records/search/grammar/computed.ts'
import { Contact } from './entity.ts'
import { ContactRecord, presentContact } from './schema.ts'

/** What companies show of their contacts. */
export const contactsOfCompanies = contribution({
  to: 'companies',
  relations: {
    contacts: many('company_id', { entity: Contact, title: 'Its contacts', record: ContactRecord, present: presentContact }),
  },
  counts: { contacts_count: count('company_id', Contact, { title: 'Contacts of the company' }) },
  fields: { contacts_count: countOf(Contact, 'company_id') },
})
