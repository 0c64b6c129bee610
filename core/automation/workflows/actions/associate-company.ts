import { CompanyService } from '../../../crm/companies/service.ts'
import { ContactService } from '../../../crm/contacts/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed } from '../../../kernel/operation/schema/schema.ts'
import { companyDomain } from '../../../kernel/values/company-domain.ts'
import { defineAction } from './action.ts'

/** Links the contact to its company, which is added if needed: found by the domain of its e-mail, which no mail service is, else by name. */
export const associateCompany = defineAction({
  type: 'associate_company',
  label: 'Associate company',
  summary: 'Find or create the company from email domain or company name',
  config: Closed({}),
  effect: 'db',
  needs: ['contact'],
  uses: { contacts: ContactService, companies: CompanyService },
  run: async ({ subjects }, { contacts, companies }) => {
    const contact = await contacts.forChange(String(subjects.contact?.id))
    if (contact.company_id !== null) return { skipped: 'no_change' }
    const name = contact.company?.trim() ? contact.company : null
    const company = await companies.employerOf({ email: contact.primary_email, name })
    if (!company) return { skipped: 'no_company' }
    await contacts.update(contact.id, { company_id: company.id }, new Reply())
    return { done: { company_id: company.id } }
  },
  dryRun: ({ subjects: { contact } }) => ({
    domain: companyDomain(typeof contact?.['primary_email'] === 'string' ? contact['primary_email'] : null),
    name: contact?.['company'] ?? null,
  }),
})
