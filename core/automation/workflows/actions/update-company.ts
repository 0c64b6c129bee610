import { CompanyCreate, CompanyUpdate } from '../../../crm/companies/schema.ts'
import { CompanyService } from '../../../crm/companies/service.ts'
import { Reply } from '../../../kernel/operation/reply.ts'
import { Closed, OneOf } from '../../../kernel/operation/schema/schema.ts'
import { defineAction } from './action.ts'
import { changeOf } from './changed.ts'
import { Value } from './config.ts'
import { fieldFaults, fieldInput, fieldReferences } from './field-value.ts'

const inputs = { update: CompanyUpdate, create: CompanyCreate }

/** Sets a field of the company. */
export const updateCompany = defineAction({
  type: 'update_company',
  label: 'Update company',
  summary: 'Set a property on the associated company',
  config: Closed({
    field: OneOf(['lifecycle_stage', 'company_type', 'tier', 'owner_email', 'industry', 'health_score']),
    value: Value,
  }),
  effect: 'db',
  needs: ['company'],
  uses: { companies: CompanyService },
  check: (config) => fieldFaults(inputs, config),
  references: fieldReferences('companies'),
  run: async ({ config, subjects }, { companies }) => {
    const input = fieldInput(inputs, config.field, config.value)
    const before = { ...(await companies.forChange(String(subjects.company?.id))) }
    return changeOf(before, await companies.update(before.id, input, new Reply()))
  },
  dryRun: ({ config }) => fieldInput(inputs, config.field, config.value),
})
