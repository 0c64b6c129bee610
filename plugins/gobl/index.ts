import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of GOBL, an open format of business documents. */
export const gobl = () => plugin({ name: 'gobl', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'gobl',
  title: 'GOBL',
  fingerprint: {
    keys: ['$schema', '$regime', '$addons', 'total_with_tax'],
    values: [/^https:\/\/gobl\.org\//],
  },
  lists: { due_dates: 'one', preceding: 'none', ordering: 'none' },
  aliases: {
    documents: { uuid: 'external_id', code: 'number', series: null, issue_date: 'date', op_date: null, value_date: null, 'payment.terms.due_dates.date': 'due_date', 'payment.*': null, 'supplier.*': null, 'delivery.*': null, 'customer.name': 'customer_name', 'customer.tax_id.*': null, 'customer.addresses.*': null, currency: 'currency', 'totals.total': 'total_excl_tax', 'totals.sum': null, 'totals.tax': 'total_tax', 'totals.total_with_tax': 'total_incl_tax', 'totals.due': 'amount_due', 'totals.payable': 'amount_due', 'totals.advance': null, 'totals.retained_tax': null }, // prettier-ignore
    companies: { uuid: 'external_id', name: 'name', alias: null, 'tax_id.code': 'vat_number', 'addresses.street': 'street', 'addresses.locality': 'city', 'addresses.code': 'postcode', 'addresses.country': 'country', 'tax_id.country': 'country', 'emails.addr': 'email', 'telephones.num': 'phone', 'people.*': null }, // prettier-ignore
    products: { ref: 'sku', name: 'name', price: 'price', unit: 'unit', currency: 'currency', description: 'description' },
  },
  lines: {
    keys: ['lines'],
    aliases: { i: null, uuid: null, 'item.ref': 'sku', 'item.name': 'item_name', 'item.description': 'description', quantity: 'quantity', 'item.unit': 'unit', 'item.price': 'unit_price', 'discounts.percent': 'discount_percent', 'discounts.amount': null, 'taxes.percent': 'tax_rate', 'taxes.rate': null, sum: null, total: 'total_excl_tax' }, // prettier-ignore
  },
})
