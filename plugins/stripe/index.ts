import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Stripe: its API objects, whose amounts are in the smallest unit of their currency. */
export const stripe = () => plugin({ name: 'stripe', version: '1.0.0', vocabularies: [words] })

const own = { id: 'external_id', object: null, livemode: null, updated: null, 'metadata.*': null, 'discount.*': null }
const line = { id: null, invoice_item: null, object: null, type: null, description: 'description', quantity: 'quantity', 'price.unit_amount': 'unit_price', 'plan.amount': 'unit_price', 'pricing.unit_amount_decimal': 'unit_price', unit_amount: 'unit_price', unit_amount_excluding_tax: null, 'price.product': 'product_id', 'pricing.price_details.product': 'product_id', 'price.id': null, 'price.unit_amount_decimal': null, amount: 'total_excl_tax', amount_total: null, amount_subtotal: 'total_excl_tax', amount_excluding_tax: null, 'tax_rates.percentage': 'tax_rate', 'tax_rates.*': null, currency: null, discount_amount: null, 'price.*': null, 'plan.*': null, 'period.*': null } // prettier-ignore

const words = vocabulary({
  name: 'stripe',
  title: 'Stripe',
  fingerprint: {
    keys: ['livemode', 'unit_amount_decimal', 'amount_remaining', 'hosted_invoice_url', 'invoice_pdf', 'billing_reason', 'collection_method', 'invoice_prefix', 'invoice_settings', 'preferred_locales', 'statement_descriptor', 'unit_label', 'package_dimensions', 'status_transitions', 'percent_off', 'duration_in_months', 'times_redeemed'], // prettier-ignore
    values: [/^(?:cus|prod|price|in|il|ii|cn|cnli|qt|sub|si|txr|acct|promo)_[A-Za-z0-9]{6,}$/],
  },
  minorUnits: true,
  lists: { lines: 'lines', line_items: 'lines', tax_rates: 'one', tax_ids: 'one', total_tax_amounts: 'none', discounts: 'none', tax_amounts: 'none', images: 'none' }, // prettier-ignore
  aliases: {
    companies: { ...own, created: null, balance: null, name: 'name', email: 'email', phone: 'phone', 'address.line1': 'street', 'address.city': 'city', 'address.postal_code': 'postcode', 'address.country': 'country', 'shipping.*': null, currency: 'currency', 'tax_ids.data.value': 'vat_number', 'tax_ids.*': null, 'invoice_settings.*': null, invoice_prefix: null, default_source: null, description: null }, // prettier-ignore
    contacts: { ...own, default_card: null, 'cards.*': null, created: null, name: 'full_name', email: 'email', phone: 'phone', description: null, 'shipping.*': null, 'invoice_settings.*': null, currency: null }, // prettier-ignore
    products: { ...own, created: null, name: 'name', description: 'description', unit_label: 'unit', 'default_price.unit_amount': 'price', unit_amount: 'price', 'default_price.currency': 'currency', currency: 'currency', default_price: null, product: null, tax_code: null, statement_descriptor: null, type: null, url: null }, // prettier-ignore
    documents: { ...own, number: 'number', created: 'date', effective_at: null, due_date: 'due_date', expires_at: null, period_start: null, period_end: null, 'status_transitions.*': null, customer: 'customer_external_id', 'customer.id': 'customer_external_id', customer_name: 'customer_name', 'customer.name': 'customer_name', customer_email: null, 'customer_address.*': null, 'customer_shipping.*': null, account_name: null, currency: 'currency', total_excluding_tax: 'total_excl_tax', subtotal: 'total_excl_tax', amount_subtotal: 'total_excl_tax', subtotal_excluding_tax: null, tax: 'total_tax', 'total_details.amount_tax': 'total_tax', 'total_details.*': null, total: 'total_incl_tax', amount_total: 'total_incl_tax', amount_remaining: 'amount_due', amount_due: 'amount_due', amount_paid: 'amount_paid', amount_shipping: null, status: 'status', description: null, 'computed.*': null, receipt_number: null, charge: null, subscription: null, quote: null }, // prettier-ignore
    quotes: { expires_at: 'due_date' },
    credit_notes: { amount: null, invoice: null, out_of_band_amount: null, discount_amount: null, amount_due: null },
    price_rules: { ...own, percent_off: 'discount_percent', amount_off: null, redeem_by: 'valid_to', created: null, name: null, duration: null, max_redemptions: null, times_redeemed: null }, // prettier-ignore
  },
  lines: { keys: ['lines', 'line_items'], aliases: line },
})
