import { CompaniesOfContacts } from '../companies/of-contacts.ts'
import { Company } from '../companies/entity.ts'
import { judged } from '../bulk/read.ts'
import { type Draft, externalId, type SetRules } from '../bulk/rules.ts'
import type { Ids } from '../ports/ids.ts'
import type { SalesCycle } from '../sales-cycles/entity.ts'
import { cyclesOf, inCycle, placesContact } from '../sales-cycles/fit.ts'
import type { Row } from '../storage/codec.ts'
import type { Records } from '../storage/records.ts'
import { Contact } from './entity.ts'
import { changed, checkSaid, completed, emails, fromCompany, normalised, withPrimary } from './values.ts'
import { moved } from './stage.ts'

/** By what a contact is found, in the order of records.md 1. */
export const contactKeys = ['external_id', 'email'] as const

/** How sets of contacts are written: the rules of `ContactService`, in look-ups that do not grow with the set. */
export function contactSets(records: Records, ids: Ids): SetRules {
  let cycles: readonly SalesCycle[] = []
  return {
    entity: Contact,
    object: 'contacts',
    keys: [
      externalId,
      {
        name: 'email',
        field: 'primary_email',
        provider: emails.provider,
        of: ({ primary_email, ...values }) => [...(primary_email ? [String(primary_email)] : []), ...emails.of(values as Partial<Contact>)],
      },
    ],
    links: { company_id: Company },
    normalised: (input) => ({ ...normalised(input) }),
    follow(record, values, by) {
      const contact = record as unknown as Contact
      const changes = inCycle(cycles, changed(contact, completed(contact, values, by)), contact)
      return { ...changes, ...moved(contact, changes, records.unit.now) }
    },
    further: ({ primary_email, emails, phone, phones }) => ({
      primary_email,
      emails: [...(primary_email ? [{ email: primary_email }] : []), ...(emails as readonly object[])],
      phones: [...(phone ? [{ phone }] : []), ...(phones as readonly object[])],
    }),
    async prepare(drafts, made) {
      if (drafts.some(({ values }) => placesContact(values))) cycles = await cyclesOf(records)
      for (const draft of drafts) if (made.has(draft)) judged(draft, ({ values }) => begun(withPrimary(values)))
      await followCompanies(records, drafts)
      const homeless = drafts.filter((draft) => made.has(draft) && !draft.values['company_id'])
      if (homeless.length === 0) return undefined
      const companies = new CompaniesOfContacts(records, ids)
      const found = await companies.find(
        homeless.map(({ values: { primary_email, company } }) => ({
          email: (primary_email as string) ?? null,
          name: (company as string) ?? null,
        })),
      )
      for (const [at, { values }] of homeless.entries()) {
        const company = found[at]
        if (company) Object.assign(values, { company_id: company.id, company: values['company'] ?? company.name, ...fromCompany(company) })
      }
      return (written) => companies.write(new Set(written.map(({ company_id }) => String(company_id))))
    },
  }

  function begun(values: Partial<Contact>): Row {
    checkSaid(values)
    return { ...inCycle(cycles, values) }
  }
}

/** What a named company says of its contacts, in one look-up for all of them. */
async function followCompanies(records: Records, drafts: readonly Draft[]): Promise<void> {
  const companies = await records.findBy(Company, 'id', new Set(drafts.map(({ values }) => values['company_id'])))
  const byId = new Map(companies.map((each) => [each.id, each]))
  for (const { values } of drafts) {
    if (values['company_id'] === null) Object.assign(values, fromCompany({ industry: null, employees: null }))
    const company = byId.get(String(values['company_id']))
    if (company) Object.assign(values, { company: values['company'] ?? company.name, ...fromCompany(company) })
  }
}
