import { invalid } from '../../kernel/operation/errors.ts'
import type { Company } from './entity.ts'
import type { CompanyValues } from './values.ts'

/**
 * What an input changes in a known company, for one and for sets alike. `matchedBy` is the key by which the input found it, null where the
 * caller named it: one that is found by a further domain keeps its first. Throws `not_allowed` where it would belong to itself.
 */
export function decideCompany(known: Company, values: CompanyValues, matchedBy: string | null): CompanyValues {
  if (values.parent_company_id?.toLowerCase() === known.id) throw circularParent()
  if (matchedBy !== 'domain' || !known.domain) return values
  const { domain: _, domain_scope: __, ...others } = values
  return others
}

/** The refusal of a parent that is the company itself, or belongs to it. */
export function circularParent() {
  return invalid('/parent_company_id', 'not_allowed', 'A company cannot belong to itself, nor to one that belongs to it')
}

/** Whether a company gets this name: one that was made from an e-mail address is called by its domain until somebody names it. */
export function takesName({ name, domain }: Pick<Company, 'name' | 'domain'>, given: string | null): given is string {
  return given !== null && name === domain
}

/** Whether two companies cannot be the same although they share a number: registers of two countries give out the same numbers. */
export function areOfDifferentCountries(known: Pick<CompanyValues, 'country'>, { country }: Pick<CompanyValues, 'country'>): boolean {
  return Boolean(known.country && country && known.country !== country)
}
