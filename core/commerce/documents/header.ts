import { Type } from '@sinclair/typebox'
import {
  boolean,
  createOnly,
  day,
  defaulted,
  hidden,
  json,
  longText,
  money,
  number,
  optional,
  owner,
  readOnly,
  text,
  texts,
  uuid,
} from '../../kernel/operation/schema/fields.ts'
import { Closed } from '../../kernel/operation/schema/schema.ts'
import { Address, customValues } from '../../kernel/operation/schema/values.ts'
import { commonFields } from '../../kernel/storage/schema/entity.ts'
import { currency } from '../../kernel/values/currency.ts'
import { Parties } from './parties.ts'

/** The tax of one rate of a document (EN 16931, BG-23). */
export const TaxOfRate = Closed({
  tax_rate: Type.Number({ description: 'Percent' }),
  taxable: Type.Number({ description: 'Net amount at this rate' }),
  tax: Type.Number({ description: 'Tax on it' }),
})

const Difference = Closed({
  total_excl_tax: Type.Number({ description: 'Net, given minus computed' }),
  tax_total: Type.Number({ description: 'Tax, given minus computed' }),
  total_incl_tax: Type.Number({ description: 'Gross, given minus computed' }),
})

/** The fields that quotes, orders, invoices and credit notes have in common. */
export const headerFields = {
  ...commonFields,
  number: createOnly(text({ min: 1, max: 100, description: 'Unique among the documents of its type; `DRAFT-00001` until its issue' })),
  company_id: optional(uuid('The customer')),
  lead_id: optional(uuid('Contact')),
  deal_id: optional(uuid('The deal that it belongs to')),
  owner_email: optional(owner()),
  currency: optional(currency()),
  exchange_rate: optional({
    ...number(),
    schema: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1e9,
      description: 'To the currency of the organization; when left out, that of the day of issue, frozen then',
    }),
  }),
  /** Currency of the organization when the rate was given or frozen: the rate converts to no other. */
  rate_base: hidden(optional(text({ max: 3 }))),
  /** Whether the rate is that of the day, as it was at the issue, and not one that was agreed; null of documents from before this was kept. */
  rate_frozen: hidden(optional(boolean())),
  /** As they were at the issue; null of drafts, of documents with the totals of a source, and of those from before this was kept. */
  parties: hidden(optional(json(Parties, 'Seller and customer'))),
  title: optional(text({ description: 'Heading', example: 'Flour for the spring' })),
  notes: optional(longText('For the customer, below the lines')),
  terms: optional(longText('Conditions of payment and delivery')),
  reference: optional(text({ description: 'Order number of the customer' })),
  issue_date: optional(day({ description: 'Day of issue', example: '2026-01-31' })),
  billing_address: optional(json(Address, 'Where the invoice goes')),
  shipping_address: optional(json(Address, 'Where the goods go')),
  discount_percent: optional(number({ minimum: 0, maximum: 100, description: 'Discount on the whole document, in percent' })),
  discount_amount: optional(money('Discount on the whole document, as an amount')),
  /** Null only where a source gave neither totals nor lines. */
  total_excl_tax: readOnly(optional(money('Net total'))),
  tax_total: readOnly(optional(money('Tax'))),
  total_incl_tax: readOnly(optional(money('Gross total'))),
  margin: readOnly(optional(money('Net total less the costs of its lines; null where one has no cost'))),
  source_totals: createOnly(defaulted(boolean({ description: 'Totals are kept as given and never computed' }), false)),
  totals_difference: readOnly(optional(json(Difference, 'Given totals minus computed ones; null when they agree'))),
  taxes: readOnly(defaulted(json(Type.Array(TaxOfRate), 'Tax by rate'), [])),
  tags: texts('Labels'),
  custom: customValues(),
}

/** Indexes of all documents, for lists by date, by company and by last change. */
export const headerIndexes = [
  ['created_at', 'id'],
  ['updated_at', 'id'],
  ['issue_date', 'id'],
  ['company_id', 'issue_date'],
] as const
