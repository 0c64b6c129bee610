import { Contact } from '../contacts/entity.ts'
import { ContactRecord, presentContact } from '../contacts/schema.ts'
import { Invoice } from '../documents/entity.ts'
import { InvoiceHeader, presentInvoiceHeader } from '../documents/schema.ts'
import { count, many } from '../storage/relation.ts'

export const companyRelations = {
  contacts: many('company_id', { entity: Contact, title: 'Its contacts', record: ContactRecord, present: presentContact }),
  invoices: many('company_id', { entity: Invoice, title: 'Its invoices', record: InvoiceHeader, present: presentInvoiceHeader }),
}

export const companyCounts = {
  contacts_count: count('company_id', Contact, { title: 'Contacts of the company' }),
}
