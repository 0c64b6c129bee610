import { watch } from '../../kernel/storage/schema/changes.ts'
import { Company } from './entity.ts'
import { typedForms } from '../../kernel/values/phone.ts'
import { presentCompany } from './schema.ts'

/** Which changes of a company are events, and how it is found by its words. */
export const companyEvents = watch(Company, 'company', {
  summary: ({ id, name, domain, owner_email, lifecycle_stage, country }) => ({
    id,
    name,
    domain,
    owner: owner_email,
    lifecycle_stage,
    country,
  }),
  record: presentCompany,
  text: {
    object: 'companies',
    of: ({ name, domain, domains, code, vat_number, email, phone, industry, country, billing_address }) => ({
      title: [name, domain, ...domains, code],
      body: [vat_number, email, ...typedForms(phone, country), industry, country, billing_address?.city],
    }),
  },
  events: (on) => ({
    'company.created': on.created('Company created'),
    'company.lifecycle_changed': on.moved('lifecycle_stage', 'Company lifecycle changed'),
  }),
})
