import { Contact } from '../contacts/entity.ts'
import type { Records } from '../../kernel/storage/records.ts'
import type { Company } from './entity.ts'

/** What contacts show of their company. */
type OnContacts = Pick<Company, 'name' | 'industry' | 'employees'>
/** A company that is changed, as it was and as it is now. */
export interface CompanyChange {
  readonly before: OnContacts
  readonly record: OnContacts & Pick<Company, 'id'>
}

/**
 * Contacts show industry and size of their company (contract 2.8), so that conditions and filters find them there. That is no change
 * of theirs: it makes neither a version nor an event. Where they call it by its name, they follow when it gets another, and tell of it.
 * The contacts that are just being `written` are left to their writer. Whoever changes the company, all of its contacts follow.
 */
export async function showOnContacts({ whole }: Records, changes: readonly CompanyChange[], written: Iterable<string> = []): Promise<void> {
  for (const { before, record } of changes) {
    const { id, industry, employees } = record
    if (before.industry === industry && before.employees === employees) continue
    const shown = { organization_industry: industry, organization_num_employees: employees }
    await whole.db.updateTable(Contact.table).set(shown).where('company_id', '=', id).execute()
  }
  const renamed = new Map(changes.filter(({ before, record }) => before.name !== record.name).map((each) => [each.record.id, each]))
  const busy = new Set(written)
  const contacts = await whole.findBy(Contact, 'company_id', renamed.keys(), { lock: true })
  await whole.update(
    Contact,
    contacts.flatMap((contact) => {
      const { before, record } = renamed.get(contact.company_id ?? '') ?? {}
      return record && contact.company === before?.name && !busy.has(contact.id)
        ? [{ before: contact, changes: { company: record.name } }]
        : []
    }),
  )
}
