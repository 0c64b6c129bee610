import { Type } from '@sinclair/typebox'
import {
  boolean,
  createOnly,
  day,
  defaulted,
  json,
  longText,
  money,
  number,
  optional,
  readOnly,
  text,
  texts,
  uuid,
} from '../kernel/fields.ts'
import { Closed } from '../kernel/schema.ts'
import { Address, Custom } from '../kernel/values.ts'
import { commonFields } from '../storage/entity.ts'
import { currency } from '../values/currency.ts'

/** What one tax rate of a document comes to (EN 16931, BG-23). */
export const TaxOfRate = Closed({ tax_rate: Type.Number(), taxable: Type.Number(), tax: Type.Number() })

const Difference = Closed({ total_excl_tax: Type.Number(), tax_total: Type.Number(), total_incl_tax: Type.Number() })

/** Fields of quotes, orders, invoices and credit notes alike (records.md 6). */
export const headerFields = {
  ...commonFields,
  number: createOnly(text({ min: 1, max: 100, description: 'Unique among the documents of its type' })),
  company_id: optional(uuid()),
  lead_id: optional(uuid('Contact')),
  deal_id: optional(uuid()),
  owner_email: optional(text({ max: 254, description: 'Owner' })),
  currency: optional(currency()),
  exchange_rate: optional(number({ minimum: 0, description: 'To the currency of the organisation, frozen at issue' })),
  title: optional(text()),
  notes: optional(longText()),
  terms: optional(longText()),
  reference: optional(text({ description: 'Order number of the customer' })),
  issue_date: optional(day()),
  billing_address: optional(json(Address)),
  shipping_address: optional(json(Address)),
  discount_percent: optional(number({ minimum: 0, maximum: 100 })),
  discount_amount: optional(money()),
  /** Null only where a source gave neither totals nor lines. */
  total_excl_tax: readOnly(optional(money())),
  tax_total: readOnly(optional(money())),
  total_incl_tax: readOnly(optional(money())),
  source_totals: createOnly(defaulted(boolean({ description: 'Totals are kept as given and never computed' }), false)),
  totals_difference: readOnly(optional(json(Difference))),
  taxes: readOnly(defaulted(json(Type.Array(TaxOfRate)), [])),
  tags: texts(),
  custom: defaulted(json(Custom), {}),
}

/** Lists come by date, by company and by what changed; nothing else is worth an index on every document. */
export const headerIndexes = [
  ['created_at', 'id'],
  ['updated_at', 'id'],
  ['issue_date', 'id'],
  ['company_id', 'issue_date'],
] as const
