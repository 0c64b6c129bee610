import { project } from '../../kernel/storage/records/project.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import type { CompanyChange } from '../companies/changes.ts'
import type { Company } from '../companies/entity.ts'
import { Contact } from './entity.ts'

/** The columns of a contact that are copied from its company; of none both are null. */
export function companyColumns({ industry, employees }: Pick<Company, 'industry' | 'employees'>) {
  return { organization_industry: industry, organization_num_employees: employees }
}

/** The copies of a contact that has no company. */
export const noCompany = { company: null, ...companyColumns({ industry: null, employees: null }) }

/** What a contact copies of its company. */
export function companyCopies(_contact: Contact, company: Company): Partial<Contact> {
  return { ...companyColumns(company), company: company.name }
}

/**
 * Lets contacts follow changes of their companies. Industry and size are copied, so that filters and conditions find them on contacts;
 * that is no change of a contact, and makes no version and no event. Another name of the company is a change of its contacts, with its
 * events. Contacts that are `beingWritten` are left to their writer; all others follow, whether the caller may see
 * them or not.
 */
export async function updateCompanyCopies(
  { whole }: Records,
  changes: readonly CompanyChange[],
  beingWritten: readonly string[] = [],
): Promise<void> {
  for (const { before, record } of changes) {
    if (before.industry === record.industry && before.employees === record.employees) continue
    await project(whole, Contact, { where: { company_id: record.id }, set: companyColumns(record) })
  }
  const renamed = new Map(changes.filter(({ before, record }) => before.name !== record.name).map((each) => [each.record.id, each]))
  const contacts = await whole.findBy(Contact, 'company_id', renamed.keys(), { lock: true })
  const left = new Set(beingWritten)
  await whole.update(
    Contact,
    contacts.flatMap((contact) => {
      const { record } = renamed.get(contact.company_id ?? '') ?? {}
      return record && contact.company !== record.name && !left.has(contact.id)
        ? [{ before: contact, changes: { company: record.name } }]
        : []
    }),
  )
}
