import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { SecondaryKey } from '../../kernel/storage/record-reader.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { companyDomain, registrableDomain } from '../../kernel/values/company-domain.ts'
import { addressOf, countryOf } from '../../kernel/values/country.ts'
import { fold } from '../../kernel/values/fold.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { compactVat } from '../../kernel/values/vat.ts'
import type { Company } from './entity.ts'
import type { CompanyCreate } from './schema.ts'

/** Values of a company by field, as they are stored. */
export type Values = Partial<Omit<Company, 'id'>>

/** Every domain of a company finds it. */
export const domains: SecondaryKey<typeof Company.fields> = {
  key: 'domain',
  field: 'domains',
  provider: '#domain',
  of: ({ domains = [], domain }) => domains.filter((each) => each !== domain),
}

/**
 * What is stored for what was given: aliases, registrable domain, folded name, VAT number without blanks, country codes, one spelling per
 * tag. A web site gives the domain where none is said. Throws `invalid_domain` for a domain that is none, or that of a mail or hosting
 * service.
 */
export function normalised(input: Partial<Static<typeof CompanyCreate>>): Values {
  const values = withoutAliases<Values>(input, { assigned_to: 'owner_email', custom_properties: 'custom' })
  if (values.name !== undefined) values.name_key = fold(values.name)
  if (values.domain) values.domain = domainOf(values.domain)
  else if (values.domain === undefined && values.website) Object.assign(values, domainFromWebsite(values.website))
  if (values.domains) values.domains = [...new Set(values.domains.map((each, at) => domainOf(each, `/domains/${at}`)))]
  if (values.vat_number) values.vat_number = compactVat(values.vat_number)
  if (values.registration_number) values.registration_number = values.registration_number.trim()
  if (values.country) values.country = countryOf(values.country)
  for (const field of ['billing_address', 'shipping_address'] as const) if (values[field]) values[field] = addressOf(values[field])
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}

/** A company that was made from an e-mail alone is called by its domain until somebody names it. */
export function isUnnamed({ name, domain }: Pick<Company, 'name' | 'domain'>, given: string | null): boolean {
  return given !== null && name === domain
}

/** Registers of two countries give the same numbers to different companies. */
export function isElsewhere(known: Pick<Values, 'country'>, { country }: Pick<Values, 'country'>): boolean {
  return Boolean(known.country && country && known.country !== country)
}

/** A hierarchy has a top. */
export const ownParent = () =>
  invalid('/parent_company_id', 'not_allowed', 'A company cannot belong to itself, nor to one that belongs to it')

function domainOf(text: string, path = '/domain'): string {
  const domain = companyDomain(text)
  if (domain) return domain
  const reason = registrableDomain(text) ? 'is a domain of a mail or hosting service, not of one company' : 'is not a domain name'
  throw invalid(path, 'invalid_domain', `${text} ${reason}`)
}

/** A page on a hosting service tells no domain, and is no fault either. */
function domainFromWebsite(website: string): { domain?: string } {
  const domain = companyDomain(website)
  return domain ? { domain } : {}
}

/**
 * What an input changes in the company that it was matched with: one found by a further domain keeps its first. Throws where it would be
 * its own parent.
 */
export function completed(known: Company, { domain, ...others }: Values, by: string | null): Values {
  if (others.parent_company_id?.toLowerCase() === known.id) throw ownParent()
  return by === 'domain' && known.domain ? others : { ...others, ...(domain !== undefined && { domain }) }
}
