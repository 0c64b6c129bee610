import { plugin, vocabulary } from 'rapport-crm'
import { aliases, lineAliases, ownKeys } from './aliases.ts'

/** Teaches ingest the field names of Shopify: the resources of the Admin REST API. */
export const shopify = () => plugin({ name: 'shopify', version: '1.0.0', vocabularies: [words] })

/** Whether the customer of the record has a name of their own. */
const isNamed = (customer: unknown) =>
  typeof customer === 'object' && customer !== null && (Reflect.get(customer, 'first_name') || Reflect.get(customer, 'last_name'))

const words = vocabulary({
  name: 'shopify',
  title: 'Shopify',
  fingerprint: {
    keys: ownKeys,
    values: [/^gid:\/\/shopify\//],
  },
  lists: {
    transactions: 'one',
    line_items: 'lines',
    lineItems: 'lines',
    refund_line_items: 'lines',
    fulfillments: 'none',
    refunds: 'none',
    shipping_lines: 'none',
    discount_codes: 'none',
    order_adjustments: 'none',
  },
  aliases,
  lines: {
    keys: ['line_items', 'lineItems', 'refund_line_items'],
    aliases: lineAliases,
  },
  // The billing address may name somebody other than the customer.
  values: { 'billing_address.name': (_, { customer }) => (isNamed(customer) ? null : undefined) },
  // A rule states the change of the price: -10.0 of the value type percentage is a discount of ten percent.
  also: ({ value_type: type, value, Handle: handle }, object) => {
    if (object === 'price_rules' && type === 'percentage') return { discount_percent: Math.abs(Number(value)) }
    // The files have no product id, and often no SKU.
    return object === 'products' && handle !== undefined ? { external_id: handle } : {}
  },
})
