import { Type } from '@sinclair/typebox'
import { otherCurrencies } from '../../kernel/money/currency-total.ts'
import { Closed, Count, Day, described, Id, Nullable, Text } from '../../kernel/operation/schema/schema.ts'
import { objectOf } from '../../kernel/values/objects.ts'
import { Period } from '../reports/schema.ts'
import { currency, owner, share, spanInput } from './common.ts'

// Rankings are cut off here only after everything is summed, so totals do not depend on it.
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Of each ranking' }))
// In the currency of the answer, to its decimals; `credited` is positive, as the totals of credit notes are.
const net = {
  invoiced: Type.Number({ description: 'Without tax; drafts and void invoices do not count' }),
  credited: Type.Number({ description: 'Of issued credit notes' }),
  revenue: Type.Number({ description: 'invoiced - credited' }),
}
const customer = {
  company_id: Nullable(Id('The company; null where none is named')),
  name: Nullable(Type.String({ description: 'Its name' })),
}

/**
 * Query of `GET /analytics/revenue`: issued invoices less issued credit notes, by day of issue; the last 12 months when no
 * days are given.
 */
export const RevenueQuery = Closed({ ...spanInput, company_id: Type.Optional(Id('Only of this company')), owner, limit })
/** Products and companies are ranked by revenue; `months` and `currencies` are whole; `limit` does not cut them. */
export const RevenueAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  currency,
  ...net,
  months: Type.Array(Closed({ month: Day('First day'), ...net }), { description: 'Month by month' }),
  companies: Type.Array(Closed({ ...customer, ...net }), { description: 'By company, the greatest first' }),
  products: Type.Array(Closed({ sku: Nullable(Type.String({ description: 'Article code; null for lines without one' })), ...net }), {
    description: 'By lines: discounts of whole documents are not in them',
  }),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String({ description: 'Owner; null for none' })), ...net }), {
    description: 'By owner, the greatest first',
  }),
  currencies: Type.Array(Closed({ currency: Type.String({ description: 'ISO 4217' }), ...net }), {
    description: 'As invoiced, not converted',
  }),
  other_currencies: otherCurrencies,
})

// The buckets of an ageing list, in days past the due date; each day lies in one of them.
const ages = ['current', '1_30', '31_60', '61_90', 'over_90'] as const
const aged = objectOf(ages, (age) =>
  Type.Number({
    description:
      age === 'current' ? 'Not past the due date' : `${age.replace('over_', 'More than ').replace('_', ' to ')} days past the due date`,
  }),
)
/** One bucket of the ageing list. */
export type Age = (typeof ages)[number]
/** Query of `GET /analytics/receivables`: what is open today, issued on any day. */
export const ReceivablesQuery = Closed({ company_id: Type.Optional(Id('Only of this company')), owner, limit })
/** What is owed in all, by age and by debtor. */
export const ReceivablesAnswer = Closed({
  as_of: Day('Today, where the organization is'),
  currency,
  total: Type.Number({ description: 'What is still to be paid' }),
  overdue: Type.Number({ description: 'What is past its due date' }),
  invoices: Count('How many invoices'),
  ageing: Closed(aged, { description: 'By days past the due date; without one an invoice is current' }),
  dso: share('Days of sales outstanding: total / invoiced with tax in the last 90 days x 90'),
  debtors: Type.Array(
    Closed({
      ...customer,
      total: Type.Number({ description: 'What is still to be paid' }),
      overdue: Type.Number({ description: 'What of that is past its due date' }),
      invoices: Count('How many invoices'),
      oldest_due: Nullable(Day('The first due date of them')),
      ...aged,
    }),
    { description: 'By company, the greatest balance first' },
  ),
  other_currencies: otherCurrencies,
})

const sold = {
  quantity: Type.Number({ description: 'How many were invoiced' }),
  ...net,
  customers: Count('Companies that were invoiced it'),
}
/** Query of `GET /analytics/products`: lines of issued documents; this quarter when no days are given. */
export const ProductsQuery = Closed({ ...spanInput, sku: Type.Optional(Text(100, { description: 'Only this article' })), limit })
/** What was invoiced by article, brand and product group, and which companies stopped buying. */
export const ProductsAnswer = Closed({
  period: described(Period, 'The days that were asked for'),
  currency,
  skus: Type.Array(Closed({ sku: Nullable(Type.String({ description: 'Article code; null for lines without one' })), ...sold }), {
    description: 'By article, the greatest first',
  }),
  brands: Type.Array(Closed({ brand: Nullable(Type.String({ description: 'Brand; null for none' })), ...sold }), {
    description: 'By brand, the greatest first',
  }),
  categories: Type.Array(Closed({ category: Nullable(Type.String({ description: 'Product group; null for none' })), ...sold }), {
    description: 'By product group, the greatest first',
  }),
  stopped: Type.Array(
    Closed({
      ...customer,
      last_bought: Day('Day of the last invoice'),
      revenue: Type.Number({ description: 'In the period before' }),
    }),
    {
      description: 'Companies that were invoiced in the period before, of the same length, and not in this one',
    },
  ),
  other_currencies: otherCurrencies,
})
