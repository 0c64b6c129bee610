import type { Static } from '@sinclair/typebox'
import { invalid } from '../../kernel/operation/errors.ts'
import type { SecondaryKey } from '../../kernel/storage/records/record-reader.ts'
import { withoutAliases } from '../../kernel/values/aliases.ts'
import { companyDomain, registrableDomain } from '../../kernel/values/company-domain.ts'
import { addressOf, countryIn } from '../../kernel/values/country.ts'
import { fold } from '../../kernel/values/fold.ts'
import { uniqueTags } from '../../kernel/values/tags.ts'
import { compactVat } from '../../kernel/values/vat.ts'
import type { Company } from './entity.ts'
import type { CompanyCreate } from './schema.ts'

/** Values of a company by field, as they are stored. */
export type CompanyValues = Partial<Omit<Company, 'id'>>

/** All domains of a company find it. */
export const domains: SecondaryKey<typeof Company.fields> = {
  key: 'domain',
  field: 'domains',
  provider: '#domain',
  scope: 'domain_scope',
  of: ({ domains = [], domain }) => domains.filter((each) => each !== domain),
}

/**
 * What is stored for an input: aliases resolved, registrable domain, folded name, VAT number without blanks, country codes, one spelling
 * per tag. Without a domain, that of the web site is taken. Throws `invalid_domain` for text that is no domain, and for the domain of a
 * mail or hosting service, and `unknown_country`.
 */
export function normalizeCompany(input: Partial<Static<typeof CompanyCreate>>): CompanyValues {
  const values = withoutAliases<CompanyValues>(input, { assigned_to: 'owner_email', custom_properties: 'custom' })
  if (values.name !== undefined) values.name_key = fold(values.name)
  if (values.domain) values.domain = domainOf(values.domain)
  else if (values.domain === undefined && values.website) Object.assign(values, domainFromWebsite(values.website))
  if (values.domains) values.domains = [...new Set(values.domains.map((each, at) => domainOf(each, `/domains/${at}`)))]
  if (values.vat_number) values.vat_number = compactVat(values.vat_number)
  if (values.registration_number) values.registration_number = values.registration_number.trim()
  if (values.country) values.country = countryIn(values.country, '/country')
  for (const field of ['billing_address', 'shipping_address'] as const) if (values[field]) values[field] = addressOf(values[field])
  if (values.tags) values.tags = uniqueTags(values.tags)
  return values
}

function domainOf(text: string, path = '/domain'): string {
  const domain = companyDomain(text)
  if (domain) return domain
  const reason = registrableDomain(text) ? 'is a domain of a mail or hosting service, not of one company' : 'is not a domain name'
  throw invalid(path, 'invalid_domain', `${text} ${reason}`)
}

// A page on a hosting service gives no domain, and is not an error.
function domainFromWebsite(website: string): { domain?: string } {
  const domain = companyDomain(website)
  return domain ? { domain } : {}
}
