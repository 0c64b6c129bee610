import { updateCompanyCopies } from '../../../crm/contacts/company-copies.ts'
import type { Records } from '../../../kernel/storage/records/records.ts'
import type { CompanyTarget } from './companies.ts'

/** Updates the copies of company fields on contacts; the contacts of the batch itself are left to their plan. */
export async function showCompanies(records: Records, companies: readonly CompanyTarget[], contacts: readonly string[]): Promise<void> {
  const changes = companies.flatMap(({ used, changed, before, record }) => (used && changed && before ? [{ before, record }] : []))
  await updateCompanyCopies(records, changes, contacts)
}
