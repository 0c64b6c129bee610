import { Company } from '../../../crm/companies/entity.ts'
import { CompanyRecord } from '../../../crm/companies/schema.ts'
import { domains } from '../../../crm/companies/values.ts'
import { companyDomain } from '../../../kernel/values/company-domain.ts'
import { fold } from '../../../kernel/values/fold.ts'
import { toE164 } from '../../../kernel/values/phone.ts'
import { uniqueTags } from '../../../kernel/values/tags.ts'
import { compactVat } from '../../../kernel/values/vat.ts'
import type { MatchedRecord } from '../match/matched-record.ts'
import type { Target } from '../match/target.ts'
import type { ReadField } from '../normalize/values.ts'
import { DraftBuilder } from './draft.ts'
import { ownFields } from './own-fields.ts'
import type { ObjectWriter } from './object-writer.ts'

const paths = {
  name: 'name',
  email: 'email',
  street: 'billing_address.street',
  postcode: 'billing_address.postal_code',
  city: 'billing_address.city',
  country: 'country',
  industry: 'industry',
}

const own = { fields: Company.fields, shown: Object.keys(CompanyRecord.properties) }

/** Customers of a source: companies by external id, domain, VAT number and code, else by their name alone. */
export const companies: ObjectWriter<typeof Company.fields> = {
  object: 'companies',
  entity: Company,
  keys: [
    { column: 'domain', secondary: '#domain', taken: 'drop' },
    { column: 'vat_number', taken: 'share' },
    { column: 'code', taken: 'drop' },
  ],
  further: domains,
  idColumn: 'code',
  nameColumn: 'name_key',
  custom: 'custom',
  owner: 'owner_email',
  own,
  draft(reading, source) {
    const said = ownFields(reading, own, source)
    const draft = new DraftBuilder<ReadField<'companies'>>(reading, Company.fields, source).custom('custom', said)
    if (!said.ours) {
      draft.copyAll(paths).copy('country', 'billing_address.country')
      const region = draft.text('country') ?? source.region
      draft.copy('phone', 'phone', (phone) => toE164(phone, region) ?? phone)
      draft.copy('vat_number', 'vat_number', compactVat)
      // The default currency of a source is not the currency in which a customer is invoiced.
      draft.set('currency', reading.values.currency)
      draft.copy('domain', 'domain', (host) => companyDomain(host) ?? undefined)
      draft.copy('domain', 'website', (host) => (companyDomain(host) ? `https://${host}` : undefined))
    }
    const { domain, domains: further, tags, ...values } = said.values
    draft.setOwn(values).set('domain', companyDomain(domain) ?? undefined)
    if (further) draft.set('domains', [...new Set(further.flatMap((each) => companyDomain(each) ?? []))])
    if (tags) draft.set('tags', uniqueTags(tags))
    return draft.build()
  },
  identity: ({ name }) => (typeof name === 'string' ? fold(name) : null),
  complete(record) {
    record.name ??= record.domain ?? record.email ?? record.vat_number ?? record.external_ids[0]?.id ?? 'Unnamed'
    record.name_key = fold(record.name)
  },
}

/** A company that a batch updates or creates. */
export type CompanyTarget = Target<MatchedRecord & Company>

/** The targets of a plan of companies. */
export function companyTargets(targets: readonly Target[]): readonly CompanyTarget[] {
  // The writer above has made their records.
  return targets as readonly CompanyTarget[]
}
