import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../catalog/lists.ts'
import {
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  integer,
  json,
  longText,
  money,
  number,
  optional,
  readOnly,
  text,
  texts,
  url,
  uuid,
} from '../kernel/fields.ts'
import { Address, Custom } from '../kernel/values.ts'
import { commonFields, entity } from '../storage/entity.ts'

export const companyTypes = ['prospect', 'customer', 'partner', 'supplier', 'other'] as const

export const companyFields = {
  ...commonFields,
  name: text({ min: 1 }),
  /** The name as names are compared. */
  name_key: hidden(text()),
  domain: optional(text({ max: 253, description: 'Registrable domain without www, no free-mail domain; unique' })),
  domains: texts({ description: 'Further domains that match this company' }),
  code: optional(text({ description: 'Customer number in the ERP; unique' })),
  vat_number: optional(text({ max: 40 })),
  registration_number: optional(text({ max: 60 })),
  industry: optional(text()),
  employees: optional(integer({ minimum: 0 })),
  country: optional(text({ max: 80, description: 'ISO 3166-1 alpha-2; a name is accepted' })),
  tier: optional(text()),
  lifecycle_stage: optional(choice(lifecycleStages)),
  company_type: optional(choice(companyTypes)),
  health_score: optional(number()),
  owner_email: optional(text({ max: 254, description: 'Owner' })),
  email: optional(email()),
  phone: optional(text({ max: 60 })),
  website: optional(url()),
  linkedin_url: optional(url()),
  description: optional(longText()),
  annual_revenue: optional(money()),
  billing_address: optional(json(Address)),
  shipping_address: optional(json(Address)),
  parent_company_id: optional(uuid()),
  currency: optional(text({ max: 3, description: 'ISO 4217' })),
  payment_terms_days: optional(integer({ minimum: 0, maximum: 3650 })),
  price_list: optional(text()),
  tax_exempt: defaulted(boolean(), false),
  tags: texts(),
  custom: defaulted(json(Custom), {}),
  merged_ids: readOnly(defaulted(json(Type.Array(Type.String())), [])),
}

const schema = entity('Company', 'companies', companyFields, {
  uniques: [['domain'], ['code']],
  indexes: [['created_at', 'id'], ['updated_at', 'id'], ['name_key'], ['vat_number']],
})

/** A company (records.md 2). */
export class Company extends schema.class {}
schema.setClass(Company)
