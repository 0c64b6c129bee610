import type { Company } from '../../../crm/companies/entity.ts'
import { Contact } from '../../../crm/contacts/entity.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import { type Arrival, ArrivedRecords } from './arrival.ts'
import { AwaitedLink } from './entity.ts'

/** Links the contacts that wait for these companies; a contact that has a company by now keeps it. */
export async function linkContacts({ whole: records }: Records, companies: readonly Arrival<Named>[]): Promise<void> {
  const coming = new ArrivedRecords(companies)
  const rows = await records.findBy(AwaitedLink, 'external_id', coming.words)
  const come = rows.flatMap((row) => {
    const company = coming.of(row.provider, row.external_id)
    return company === undefined ? [] : [{ ...row, company }]
  })
  if (come.length === 0) return
  const companyOf = new Map(come.map(({ contact_id, company }) => [contact_id, company] as const))
  const contacts = await records.findBy(Contact, 'id', companyOf.keys(), { lock: true })
  await records.update(
    Contact,
    contacts.flatMap((before) => {
      const company = companyOf.get(before.id)
      return company && !before.company_id ? [{ before, changes: fromCompany(company) }] : []
    }),
  )
  const done = records.anyOf(
    AwaitedLink,
    'id',
    come.map(({ id }) => id),
  )
  await records.db.deleteFrom(AwaitedLink.table).where(done).execute()
}

/** The fields of a company that its contacts show. */
type Named = Pick<Company, 'id' | 'name' | 'industry' | 'employees'>

function fromCompany({ id, name, industry, employees }: Named): Partial<Contact> {
  return { company_id: id, company: name, organization_industry: industry, organization_num_employees: employees }
}
