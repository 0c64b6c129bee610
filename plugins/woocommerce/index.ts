import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of WooCommerce: its REST API. */
export const woocommerce = () => plugin({ name: 'woocommerce', version: '1.0.0', vocabularies: [words] })

const times = { date_created: null, date_created_gmt: null, date_modified: null, date_modified_gmt: null }

const words = vocabulary({
  name: 'woocommerce',
  title: 'WooCommerce',
  fingerprint: {
    keys: ['date_created_gmt', 'date_modified_gmt', 'meta_data', '_links', 'regular_price', 'sale_price', 'price_html', 'catalog_visibility', 'short_description', 'stock_quantity', 'manage_stock', 'backorders', 'permalink', 'order_key', 'created_via', 'prices_include_tax', 'cart_tax', 'cart_hash', 'shipping_total', 'discount_total', 'payment_method_title', 'customer_note', 'line_items', 'tax_class', 'is_paying_customer', 'avatar_url', 'discount_type', 'individual_use', 'usage_count', 'product_ids', 'date_expires', 'minimum_amount', 'date_paid', 'date_on_sale_from', 'Visibility in catalog', 'In stock?', 'Is featured?', 'Backorders allowed?', 'Sold individually?', 'Allow customer reviews?', 'Grouped products', 'Upsells', 'Cross-sells', 'First Name (Billing)', 'Order Total Amount', 'Quantity (- Refund)', 'Order Subtotal Amount', 'Cart Discount Amount'], // prettier-ignore
    hits: 3,
  },
  lists: {
    tax_lines: 'none',
    shipping_lines: 'none',
    fee_lines: 'none',
    coupon_lines: 'none',
    refunds: 'none',
    images: 'none',
    tags: 'none',
  },
  aliases: {
    all: { id: 'external_id', parent_id: null, slug: null, 'shipping.*': null },
    companies: { ...times, 'billing.company': 'name', 'billing.first_name': 'person_first', 'billing.last_name': 'person_last', first_name: 'person_first', last_name: 'person_last', email: 'email', 'billing.email': 'email', 'billing.phone': 'phone', 'billing.address_1': 'street', 'billing.city': 'city', 'billing.postcode': 'postcode', 'billing.country': 'country', username: null }, // prettier-ignore
    contacts: { ...times, first_name: 'first_name', last_name: 'last_name', 'billing.first_name': 'first_name', 'billing.last_name': 'last_name', email: 'email', 'billing.email': 'email', 'billing.phone': 'phone', 'billing.company': 'company', username: null, role: null }, // prettier-ignore
    products: { ...times, 'In stock?': null, 'Regular price': 'price', 'Sale price': null, name: 'name', sku: 'sku', price: 'price', regular_price: 'price', sale_price: null, price_html: null, stock_quantity: 'stock', description: 'description', short_description: null, 'categories.name': 'category', 'categories.*': null, global_unique_id: 'barcode', status: null, type: null, external_url: null }, // prettier-ignore
    documents: { ...times, 'Order Number': 'number', 'Customer User ID': 'customer_external_id', 'Order Subtotal Amount': null, 'Order Total Amount': 'total_incl_tax', 'Order Total Tax Amount': 'total_tax', 'Order Shipping Amount': null, 'Cart Discount Amount': null, number: 'number', date_created: 'date', date_paid: null, date_paid_gmt: null, date_completed: null, customer_id: 'customer_external_id', 'billing.company': 'customer_name', 'billing.first_name': 'customer_first', 'billing.last_name': 'customer_last', 'billing.*': null, currency: 'currency', total_tax: 'total_tax', total: 'total_incl_tax', cart_tax: null, shipping_total: null, shipping_tax: null, discount_total: null, discount_tax: null, status: 'status', version: null, transaction_id: null }, // prettier-ignore
    credit_notes: { amount: 'total_incl_tax', reason: null },
    // The minimum is one of the basket's value, and the amount is a percentage for one type only.
    price_rules: { ...times, code: null, amount: null, minimum_amount: null, maximum_amount: null, date_expires: 'valid_to', date_expires_gmt: null, description: null, discount_type: null, usage_limit: null, usage_count: null, limit_usage_to_x_items: null }, // prettier-ignore
  },
  lines: {
    keys: ['line_items'],
    aliases: { 'Item #': null, 'Item Name': 'item_name', 'Quantity (- Refund)': 'quantity', 'Item Cost': 'unit_price', 'Item Total Amount': 'total_excl_tax', id: null, sku: 'sku', product_id: 'product_id', variation_id: null, name: 'item_name', parent_name: null, quantity: 'quantity', price: 'unit_price', total: 'total_excl_tax', subtotal: null, subtotal_tax: null, total_tax: null, tax_class: null, 'image.*': null }, // prettier-ignore
  },
  also: ({ discount_type: type, amount }, object) =>
    object === 'price_rules' && String(type).startsWith('percent') ? { discount_percent: amount } : {},
})
