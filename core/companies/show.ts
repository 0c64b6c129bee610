import { Contact } from '../contacts/entity.ts'
import type { Records } from '../storage/records.ts'
import type { Company } from './entity.ts'

/**
 * Contacts show industry and size of their company (contract 2.8), so that conditions and filters find them there. That is no change
 * of theirs: it makes neither a version nor an event.
 */
export async function showOnContacts(records: Records, { id, industry, employees }: Company): Promise<void> {
  const shown = { organization_industry: industry, organization_num_employees: employees }
  await records.db.updateTable(Contact.table).set(shown).where('company_id', '=', id).execute()
}
