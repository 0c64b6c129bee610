import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Pennylane: its external API, versions 1 and 2. */
export const pennylane = () => plugin({ name: 'pennylane', version: '1.0.0', vocabularies: [words] })

/** `FR_200` is 20.0 %; `exempt` and its like are no rates. */
const rate = (value: string) => {
  const tenths = /^[A-Z]{2}_(\d{1,4})$/.exec(value)?.[1]
  return tenths === undefined ? undefined : Number(tenths) / 10
}

const address = { 'billing_address.address': 'street', 'billing_address.postal_code': 'postcode', 'billing_address.city': 'city', 'billing_address.country_alpha2': 'country', 'delivery_address.*': null, 'plan_item.*': null, 'ledger_account.*': null } // prettier-ignore

const words = vocabulary({
  name: 'pennylane',
  title: 'Pennylane',
  fingerprint: {
    keys: ['source_id', 'country_alpha2', 'payment_conditions', 'billing_iban', 'reg_no', 'plan_item', 'currency_amount', 'currency_amount_before_tax', 'currency_tax', 'raw_currency_unit_price', 'currency_price_before_tax', 'pdf_invoice_subject', 'pdf_invoice_free_text', 'special_mention', 'remaining_amount_with_tax', 'imputation_dates', 'quote_group_uuid', 'line_items_sections_attributes', 'price_before_tax'], // prettier-ignore
    values: [/^FR_\d{2,3}$/],
  },
  aliases: {
    all: { updated_at: null, created_at: null },
    companies: { ...address, source_id: 'external_id', id: 'external_id', external_reference: 'external_id', reference: null, name: 'name', first_name: 'person_first', last_name: 'person_last', emails: 'email', phone: 'phone', vat_number: 'vat_number', reg_no: null, recipient: null, billing_iban: null, billing_language: null }, // prettier-ignore
    contacts: { source_id: 'external_id', id: 'external_id', first_name: 'first_name', last_name: 'last_name', name: 'full_name', emails: 'email', phone: 'phone', 'plan_item.*': null, recipient: null, reference: null }, // prettier-ignore
    products: { source_id: 'external_id', id: 'external_id', reference: 'sku', external_reference: 'external_id', label: 'name', description: 'description', price_before_tax: 'price', price: null, unit: 'unit', currency: 'currency', vat_rate: 'tax_rate' }, // prettier-ignore
    documents: { id: 'external_id', external_reference: null, invoice_number: 'number', quote_number: 'number', label: null, date: 'date', deadline: 'due_date', 'customer.source_id': 'customer_external_id', 'customer.id': 'customer_external_id', 'customer.name': 'customer_name', 'customer.reference': null, 'customer.plan_item.*': null, 'customer.delivery_address.*': null, 'customer.billing_address.*': null, currency: 'currency', currency_amount_before_tax: 'total_excl_tax', currency_tax: 'total_tax', currency_amount: 'total_incl_tax', amount: null, tax: null, remaining_amount: 'amount_due', remaining_amount_with_tax: 'amount_due', remaining_amount_without_tax: null, status: 'status', paid: null, discount: null, 'discount.*': null, source: null, filename: null }, // prettier-ignore
  },
  lines: {
    keys: ['line_items', 'invoice_lines'],
    aliases: { id: null, product_id: 'product_id', label: 'item_name', description: 'description', quantity: 'quantity', unit: 'unit', raw_currency_unit_price: 'unit_price', currency_price_before_tax: 'total_excl_tax', currency_amount_before_tax: 'total_excl_tax', currency_amount: null, amount: null, currency_tax: null, tax: null, vat_rate: 'tax_rate', discount: 'discount_percent', 'discount.value': 'discount_percent', discount_type: null, section_rank: null, plan_item_number: null }, // prettier-ignore
  },
  values: { tax_rate: rate, 'lines.tax_rate': rate },
})
