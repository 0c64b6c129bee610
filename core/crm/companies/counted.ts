import { Contact } from '../contacts/entity.ts'
import { asksOfAmounts, dealCountFields } from '../deals/counts.ts'
import { countOf } from '../../records/search/computed.ts'
import { relating } from '../../records/search/searchable.ts'
import { companyAmountFields } from './amounts.ts'
import { companySearchFields } from './search.ts'

/** What conditions can name of a company: its own fields, and what is counted of it; from records that name it as `company.x`. */
export const companyCounted = relating(
  companySearchFields,
  {},
  { contacts_count: countOf(Contact, 'company_id'), ...dealCountFields('company_id'), ...companyAmountFields },
  asksOfAmounts,
)
