import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/fields.ts'
import { presenter } from '../../kernel/operation/present.ts'
import { Closed, Id, Nullable, Text } from '../../kernel/operation/schema.ts'
import { is, listSchema, ownedBy, refersTo, says, tagged } from '../../kernel/storage/filters.ts'
import { registrableDomain } from '../../kernel/values/company-domain.ts'
import { countryOf } from '../../kernel/values/country.ts'
import { companyFields } from './entity.ts'

// Owner names differ by object in the contract; both are taken, its own is answered (records.md 0).
const aliases = {
  assigned_to: Type.Optional(Nullable(Text(254, { description: 'Same as owner_email' }))),
  custom_properties: Type.Optional(companyFields.custom.schema),
}

/** A company as it is answered. */
export const CompanyRecord = Closed(
  {
    ...recordSchema(companyFields).properties,
    merged_from: Type.Optional(Id('The id that was asked for, of a record that this one has taken in')),
  },
  { description: 'A company' },
)
/** Input of create and update. Aliases of one field that contradict each other are refused, and so is what is not listed here. */
export const CompanyCreate = Closed({ ...createSchema(companyFields).properties, ...aliases })
export const CompanyUpdate = Closed({ ...updateSchema(companyFields).properties, ...aliases })

/** Filters of the list; `owner` is the owner's e-mail. */
export const companyFilters = {
  owner: ownedBy('owner_email'),
  tier: says('tier'),
  industry: says('industry'),
  lifecycle_stage: is('lifecycle_stage', companyFields.lifecycle_stage.schema.anyOf[0]),
  country: is('country', Text(80), countryOf),
  domain: {
    ...is('domain', Text(), (host) => registrableDomain(host) ?? host),
    schema: Text(undefined, { description: 'Companies that have this domain' }),
  },
  code: is('code'),
  tag: tagged('companies'),
  parent_company_id: refersTo('parent_company_id'),
}
/** Orders of the list; `-` in front turns one around (operations.md 1). */
export const companySorts = ['created_at', 'updated_at', 'name'] as const
export const CompanyList = listSchema(companyFilters, companySorts)

/** A company as lists, events and webhooks show it. */
export const presentCompany = presenter(companyFields)
