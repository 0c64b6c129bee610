import { externalId, type SetRules } from '../../records/bulk/rules.ts'
import type { Arrivals } from '../../records/record-type/arrivals.ts'
import type { Records } from '../../kernel/storage/records.ts'
import { fold } from '../../kernel/values/fold.ts'
import { Company } from './entity.ts'
import { type CompanyChange, showOnContacts } from './show.ts'
import { announceNewKeys } from './new-keys.ts'
import { completed, domains, isElsewhere, normalised } from './values.ts'

/** By what a company is found, in the order of a single write. */
export const companyKeys = ['domain', 'external_id', 'vat_number', 'registration_number', 'code'] as const

// A key of one field, which has one value or none.
const one = (field: string) => (values: Readonly<Record<string, unknown>>) => (values[field] ? [String(values[field])] : [])

/** How sets of companies are written: the rules of `CompanyService`, in look-ups that do not grow with the set. */
export function companySets(records: Records, arrivals: Arrivals): SetRules {
  return {
    entity: Company,
    object: 'companies',
    keys: [
      {
        name: 'domain',
        field: 'domain',
        provider: domains.provider,
        of: (values) => [...one('domain')(values), ...domains.of(values as Partial<Company>)],
      },
      externalId,
      { name: 'vat_number', field: 'vat_number', shared: true, of: one('vat_number') },
      { name: 'registration_number', field: 'registration_number', shared: true, differ: isElsewhere, of: one('registration_number') },
      { name: 'code', field: 'code', of: one('code') },
    ],
    links: { parent_company_id: Company },
    normalised: (input) => ({ ...normalised(input) }),
    follow: (record, values, by) => ({ ...completed(record as unknown as Company, values, by) }),
    further: ({ domain, domains }) => ({ domain, domains: [...(domain ? [domain] : []), ...(domains as readonly string[])] }),
    named: ({ name }) => ({ name_key: fold(String(name)) }),
    async wrote(changes) {
      await announceNewKeys(arrivals, changes as unknown as Parameters<typeof announceNewKeys>[1])
      await showOnContacts(records, changes as unknown as readonly CompanyChange[])
    },
    along({ table }, contact, from, into) {
      if (table !== 'contacts') return {}
      const { name, industry, employees } = into
      const follows = from.some((each) => each['name'] === contact['company'])
      return { organization_industry: industry, organization_num_employees: employees, ...(follows && { company: name }) }
    },
  }
}
