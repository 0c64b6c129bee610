import type { Row } from '../../kernel/storage/schema/codec.ts'
import { fold } from '../../kernel/values/fold.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import type { CompanyChanges } from './changes.ts'
import { areOfDifferentCountries, decideCompany } from './decide.ts'
import { Company } from './entity.ts'
import { domains, normalizeCompany } from './values.ts'

/** The keys that find a company, the first match first. */
export const companyKeys = ['domain', 'external_id', 'vat_number', 'registration_number', 'code'] as const

// The values of a key that is one field: one or none.
const one = (field: string) => (values: Row) => (values[field] ? [String(values[field])] : [])

/** The rules by which sets of companies are written: those of `CompanyService`, in look-ups that do not grow with the set. */
export function companySets(companyChanges: CompanyChanges): SetRules<typeof Company.fields> {
  return {
    entity: Company,
    object: 'companies',
    keys: [
      {
        name: 'domain',
        field: 'domain',
        provider: domains.provider,
        scope: 'domain_scope',
        of: (values) => [...one('domain')(values), ...domains.of(values)],
      },
      externalId,
      { name: 'vat_number', field: 'vat_number', shared: true, of: one('vat_number') },
      {
        name: 'registration_number',
        field: 'registration_number',
        shared: true,
        differ: areOfDifferentCountries,
        of: one('registration_number'),
      },
      { name: 'code', field: 'code', of: one('code') },
    ],
    links: { parent_company_id: Company },
    normalize: normalizeCompany,
    decide: decideCompany,
    asSecondaryValues: ({ domain, domains }) => ({ domain, domains: [...(domain ? [domain] : []), ...domains] }),
    derivedFromName: ({ name }) => ({ name_key: fold(String(name)) }),
    afterUpdate: (changes) => companyChanges.announce(changes),
  }
}
