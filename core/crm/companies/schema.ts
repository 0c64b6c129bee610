import { Type } from '@sinclair/typebox'
import { createSchema, recordSchema, updateSchema } from '../../kernel/operation/schema/fields.ts'
import { presenter } from '../../kernel/operation/schema/present.ts'
import { Closed, Id, Nullable, OwnerText, Text } from '../../kernel/operation/schema/schema.ts'
import { is, listSchema, ownedBy, refersTo, says, tagged } from '../../kernel/storage/records/filters.ts'
import { registrableDomain } from '../../kernel/values/company-domain.ts'
import { countryOf } from '../../kernel/values/country.ts'
import { companyFields } from './entity.ts'

// Record types name their owner differently: both names are accepted, this one's own is answered.
const aliases = {
  assigned_to: Type.Optional(Nullable(OwnerText('Same as owner_email'))),
  custom_properties: Type.Optional(companyFields.custom.schema),
}

/** A company as the API shows it. */
export const CompanyRecord = Closed(
  {
    ...recordSchema(companyFields).properties,
    merged_from: Type.Optional(Id('The id that was asked for, of a record that this one has taken in')),
  },
  { description: 'A company' },
)
/** Input of create. Two names of one field must not contradict each other; unknown fields are refused. */
export const CompanyCreate = Closed({ ...createSchema(companyFields).properties, ...aliases })
/** Input of update. */
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
/** Orders of the list; `-` in front reverses one. */
export const companySorts = ['created_at', 'updated_at', 'name'] as const
/** Query of the list. */
export const CompanyList = listSchema(companyFilters, companySorts)

/** A company as lists, events and webhooks show it. */
export const presentCompany = presenter(companyFields)
