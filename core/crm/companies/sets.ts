import type { Row } from '../../kernel/storage/schema/codec.ts'
import { fold } from '../../kernel/values/fold.ts'
import type { Records } from '../../kernel/storage/records/records.ts'
import { type Parents, parentsAbove, treeName, wayUp } from '../../records/record-type/tree.ts'
import { externalId, type SetRules } from '../../records/record-type/set-rules.ts'
import type { CompanyChanges } from './changes.ts'
import { areOfDifferentCountries, circularParent, decideCompany } from './decide.ts'
import { parentTree } from './parent-tree.ts'
import { Company } from './entity.ts'
import { domains, normalizeCompany } from './values.ts'

/** The keys that find a company, the first match first. */
export const companyKeys = ['domain', 'external_id', 'vat_number', 'registration_number', 'code'] as const

// The values of a key that is one field: one or none.
const one = (field: string) => (values: Row) => (values[field] ? [String(values[field])] : [])

/** The rules by which sets of companies are written: those of `CompanyService`, in look-ups that do not grow with the set. */
export function companySets(records: Records, companyChanges: CompanyChanges): SetRules<typeof Company.fields> {
  // As they are once the set is written.
  const parents: Parents = new Map()
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
    parent: 'parent_company_id',
    normalize: normalizeCompany,
    async prepare(drafts) {
      const given = drafts.flatMap(({ values }) => values.parent_company_id?.toLowerCase() ?? [])
      if (given.length === 0) return undefined
      await records.locks.hold(treeName(parentTree))
      for (const [id, parent] of await parentsAbove(records, parentTree, given)) parents.set(id, parent)
      return undefined
    },
    decide(known, values, matchedBy) {
      const { parent_company_id: parent } = values
      if (parent && wayUp(parents, parent.toLowerCase()).includes(known.id)) throw circularParent()
      const changes = decideCompany(known, values, matchedBy)
      if (parent !== undefined) parents.set(known.id, parent && parent.toLowerCase())
      return changes
    },
    asSecondaryValues: ({ domain, domains }) => ({ domain, domains: [...(domain ? [domain] : []), ...domains] }),
    derivedFromName: ({ name }) => ({ name_key: fold(String(name)) }),
    afterUpdate: (changes) => companyChanges.announce(changes),
  }
}
