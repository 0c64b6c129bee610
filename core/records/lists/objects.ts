import { companySearch } from '../../crm/companies/relations.ts'
import { contactSearch } from '../../crm/contacts/relations.ts'
import { dealSearch } from '../../crm/deals/relations.ts'
import type { Searchable } from '../search/searchable.ts'
import type { ListObject } from './entity.ts'

/** What the filter of a list can name, by what it is a list of. */
export const listSearch: Readonly<Record<ListObject, Searchable>> = {
  contacts: contactSearch,
  companies: companySearch,
  deals: dealSearch,
}
