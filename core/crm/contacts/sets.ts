import { CompaniesOfContacts } from '../companies/of-contacts.ts'
import { Company } from '../companies/entity.ts'
import { showOnContacts } from '../companies/show.ts'
import { isUnnamed } from '../companies/values.ts'
import { judged } from '../../records/bulk/read.ts'
import { type Draft, externalId, type SetRules } from '../../records/bulk/rules.ts'
import type { Ids } from '../../kernel/ports/ids.ts'
import type { SalesCycle } from '../sales-cycles/entity.ts'
import { cyclesOf, inCycle, placesContact } from '../sales-cycles/fit.ts'
import type { Row } from '../../kernel/storage/codec.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { fold } from '../../kernel/values/fold.ts'
import { Contact } from './entity.ts'
import { changed, checkSaid, completed, emails, fromCompany, lacksCompany, normalised, withPrimary } from './values.ts'
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
    async prepare(drafts, made, known) {
      if (drafts.some(({ values }) => placesContact(values))) cycles = await cyclesOf(records)
      for (const draft of drafts) if (made.has(draft)) judged(draft, ({ values }) => begun(withPrimary(values)))
      await followCompanies(records, drafts)
      // Of changes of many records alike nothing is known here.
      const before = (draft: Draft) => known.get(draft) as unknown as Contact | undefined
      const homeless = drafts.filter((draft) => (made.has(draft) ? !draft.values['company_id'] : lacksCompany(before(draft), draft.values)))
      const named = drafts.some((draft) => !made.has(draft) && draft.values['company'])
      if (homeless.length === 0 && !named) return undefined
      const companies = new CompaniesOfContacts(records, ids)
      const found = await companies.find(
        homeless.map((draft) => ({
          email: before(draft)?.primary_email ?? (draft.values['primary_email'] as string | undefined) ?? null,
          name: (draft.values['company'] as string) ?? null,
        })),
      )
      for (const [at, { values }] of homeless.entries()) {
        const company = found[at]
        if (company) Object.assign(values, { company_id: company.id, company: values['company'] ?? company.name, ...fromCompany(company) })
      }
      return async (written) => {
        await companies.write(
          new Set(written.map(({ company_id }) => String(company_id))),
          written.map(({ id }) => String(id)),
        )
        if (named) await nameCompanies(records, written as unknown as readonly Contact[])
      }
    },
  }

  function begun(values: Partial<Contact>): Row {
    checkSaid(values)
    return { ...inCycle(cycles, values) }
  }
}

/** Companies that were made from an e-mail alone are called as the first of these contacts says. */
async function nameCompanies(records: Records, contacts: readonly Contact[]): Promise<void> {
  const names = new Map(contacts.toReversed().flatMap(({ company_id, company }) => (company_id && company ? [[company_id, company]] : [])))
  const companies = await records.findBy(Company, 'id', names.keys(), { lock: true })
  const named = companies.flatMap((before) => {
    const name = names.get(before.id)
    return name !== undefined && isUnnamed(before, name) ? [{ before, changes: { name, name_key: fold(name) } }] : []
  })
  await records.update(Company, named)
  await showOnContacts(
    records,
    named.map(({ before, changes }) => ({ before, record: { ...before, ...changes } })),
    contacts.map(({ id }) => id),
  )
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
