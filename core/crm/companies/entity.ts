import { Type } from '@sinclair/typebox'
import { lifecycleStages } from '../../records/search/grammar/lifecycle.ts'
import {
  amount,
  boolean,
  choice,
  defaulted,
  email,
  hidden,
  integer,
  json,
  longText,
  number,
  optional,
  owner,
  readOnly,
  text,
  texts,
  url,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Address, customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields, entity } from '../../kernel/storage/schema/entity.ts'
import { Id } from '../../kernel/operation/schema/schema.ts'
import { currency } from '../../kernel/values/currency.ts'

/** What a company is to the organization. */
export const companyTypes = ['prospect', 'customer', 'partner', 'supplier', 'other'] as const

/** Fields of a company. `domain`, `code` and further domains are unique among the live companies that a user sees. */
export const companyFields = {
  ...commonFields,
  name: text({ min: 1, description: 'Name of the company', example: 'Lovelace Ltd' }),
  /** The name in the form in which names are compared. */
  name_key: hidden(text()),
  domain: optional(
    text({ max: 253, description: 'Registrable domain without www, no free-mail domain; unique', example: 'lovelace.example' }),
  ),
  /** Empty where the writer of the domain sees all companies; else the same for all who see the same ones, as `scopesOf` says. */
  domain_scope: hidden(defaulted(text(), '')),
  domains: texts({ description: 'Further domains that match this company' }),
  code: optional(text({ description: 'Customer number in the ERP; unique' })),
  vat_number: optional(text({ max: 40, description: 'VAT number, as the country writes it', example: 'FR40303265045' })),
  registration_number: optional(text({ max: 60, description: 'Number in the register of companies' })),
  industry: optional(text({ description: 'Branch, in free words', example: 'Food wholesale' })),
  employees: optional(integer({ minimum: 0, description: 'Number of employees' })),
  country: optional(text({ max: 80, description: 'ISO 3166-1 alpha-2; a name is accepted' })),
  tier: optional(text('Class of customer, such as A or gold; price rules go by it')),
  lifecycle_stage: optional(choice(lifecycleStages, 'How far it has come as a customer')),
  company_type: optional(choice(companyTypes, 'What it is to the organization')),
  health_score: optional(number('How well the relation stands, on a scale of your own')),
  owner_email: optional(owner()),
  email: optional(email('General e-mail address')),
  phone: optional(text({ max: 60, description: 'General telephone number' })),
  website: optional(url('Address of its web site')),
  linkedin_url: optional(url('Its page on the professional network')),
  description: optional(longText('What is worth knowing, in free words')),
  annual_revenue: optional(amount('Revenue of a year, in its currency')),
  billing_address: optional(json(Address, 'Where invoices go')),
  shipping_address: optional(json(Address, 'Where goods go')),
  parent_company_id: optional(uuid('The company that it belongs to')),
  currency: optional(currency()),
  payment_terms_days: optional(integer({ minimum: 0, maximum: 3650, description: 'Days from invoice to due date' })),
  price_list: optional(text('Name of its price list in the ERP')),
  tax_exempt: defaulted(boolean('Lines of its documents have no tax unless they give a rate'), false),
  tags: texts('Labels'),
  custom: customValues(),
  merged_ids: readOnly(defaulted(json(Type.Array(Id()), 'Ids of the records that were merged into it'), [])),
}

const schema = entity('Company', 'companies', companyFields, {
  sortKeys: ['name'],
  uniques: [['domain', 'domain_scope'], ['code']],
  indexes: [['created_at', 'id'], ['updated_at', 'id'], ['name_key'], ['vat_number'], ['registration_number']],
})

/** A company: found by domain, external id, VAT number, register number or code; its name is no key. */
export class Company extends schema.class {}
schema.setClass(Company)
