import { watch } from '../kernel/changes.ts'
import { Company } from './entity.ts'
import { presentCompany } from './schema.ts'

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
  events: (on) => ({
    'company.created': on.created('Company created'),
    'company.lifecycle_changed': on.moved('lifecycle_stage', 'Company lifecycle changed'),
  }),
})
