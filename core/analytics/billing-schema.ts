import { Type } from '@sinclair/typebox'
import { Closed, Id, Nullable, Text } from '../kernel/schema.ts'
import { Period } from '../reports/schema.ts'
import { currency, otherCurrencies, owner, share, spanInput } from './common.ts'

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Of each ranking' }))
const net = {
  invoiced: Type.Number({ description: 'Without tax; drafts and void invoices do not count' }),
  credited: Type.Number({ description: 'Of issued credit notes' }),
  revenue: Type.Number({ description: 'invoiced - credited' }),
}
const customer = { company_id: Nullable(Id()), name: Nullable(Type.String()) }

export const RevenueQuery = Closed({ ...spanInput, company_id: Type.Optional(Id('Only of this company')), owner, limit })
export const RevenueAnswer = Closed({
  period: Period,
  currency,
  ...net,
  months: Type.Array(Closed({ month: Type.String({ description: 'First day' }), ...net })),
  companies: Type.Array(Closed({ ...customer, ...net })),
  products: Type.Array(Closed({ sku: Nullable(Type.String()), ...net }), {
    description: 'By lines: discounts of whole documents are not in them',
  }),
  owners: Type.Array(Closed({ owner_email: Nullable(Type.String()), ...net })),
  currencies: Type.Array(Closed({ currency: Type.String(), ...net }), { description: 'As invoiced, not converted' }),
  other_currencies: otherCurrencies,
})

const ages = ['current', '1_30', '31_60', '61_90', 'over_90'] as const
const aged = Object.fromEntries(ages.map((age) => [age, Type.Number()])) as Record<(typeof ages)[number], ReturnType<typeof Type.Number>>
export type Age = (typeof ages)[number]
export const ReceivablesQuery = Closed({ company_id: Type.Optional(Id('Only of this company')), owner, limit })
export const ReceivablesAnswer = Closed({
  as_of: Type.String({ description: 'Today, where the organisation is' }),
  currency,
  total: Type.Number({ description: 'What is still to be paid' }),
  overdue: Type.Number(),
  invoices: Type.Integer(),
  ageing: Closed(aged, { description: 'By days past the due date; without one an invoice is current' }),
  dso: share('Days of sales outstanding: total / invoiced with tax in the last 90 days x 90'),
  debtors: Type.Array(
    Closed({
      ...customer,
      total: Type.Number(),
      overdue: Type.Number(),
      invoices: Type.Integer(),
      oldest_due: Nullable(Type.String()),
      ...aged,
    }),
    { description: 'Who owes most first' },
  ),
  other_currencies: otherCurrencies,
})

const sold = { quantity: Type.Number(), ...net, customers: Type.Integer({ description: 'Companies that were invoiced it' }) }
export const ProductsQuery = Closed({ ...spanInput, sku: Type.Optional(Text(100)), limit })
export const ProductsAnswer = Closed({
  period: Period,
  currency,
  skus: Type.Array(Closed({ sku: Nullable(Type.String()), ...sold })),
  brands: Type.Array(Closed({ brand: Nullable(Type.String()), ...sold })),
  categories: Type.Array(Closed({ category: Nullable(Type.String()), ...sold })),
  stopped: Type.Array(Closed({ ...customer, last_bought: Type.String(), revenue: Type.Number({ description: 'In the period before' }) }), {
    description: 'Companies that were invoiced in the period before, of the same length, and not in this one',
  }),
  other_currencies: otherCurrencies,
})
