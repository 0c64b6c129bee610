import { Company } from '../../../crm/companies/entity.ts'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { ArrivalListener } from '../../../kernel/feature/arrivals.ts'
import { arrivalOf } from './arrival.ts'

/** Links the deals that wait for a contact as soon as it gets the external id by which they name it. */
const contactListener: ArrivalListener<Contact> = {
  entity: Contact,
  async arrived(records, contacts) {
    const { linkDeals } = await import('./awaited-contacts.ts')
    await linkDeals(
      records,
      contacts.map((contact) => arrivalOf(contact, [])),
    )
  },
}

/** Links the contacts that wait for a company as soon as it gets the external id or code by which they name it. */
const companyListener: ArrivalListener<Company> = {
  entity: Company,
  async arrived(records, companies) {
    const { linkContacts } = await import('./awaited-companies.ts')
    await linkContacts(
      records,
      companies.map((company) => arrivalOf(company, [company.code])),
    )
  },
}

/** What ingest does when contacts and companies get keys; a new record is announced by its event (`arrivals.ts`). */
export const arrivalListeners: readonly ArrivalListener[] = [contactListener, companyListener]
