import { searchable } from '../../records/search/grammar/searchable.ts'
import { countryOf } from '../../kernel/values/country.ts'
import { Company } from './entity.ts'

/** What conditions can name of a company itself . */
export const companySearch = searchable('company', Company, {
  types: { owner_email: 'owner', lifecycle_stage: 'lifecycle' },
  stored: { country: countryOf },
  aliases: { assigned_to: 'owner_email', owner: 'owner_email' },
  text: 'companies',
})
