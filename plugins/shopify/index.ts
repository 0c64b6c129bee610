import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Shopify: the resources of the Admin REST API. */
export const shopify = () => plugin({ name: 'shopify', version: '1.0.0', vocabularies: [words] })

const isNamed = (customer: unknown) =>
  typeof customer === 'object' && customer !== null && (Reflect.get(customer, 'first_name') || Reflect.get(customer, 'last_name'))

const words = vocabulary({
  name: 'shopify',
  title: 'Shopify',
  fingerprint: {
    keys: ['body_html', 'inventory_quantity', 'inventory_item_id', 'admin_graphql_api_id', 'compare_at_price', 'accepts_marketing', 'orders_count', 'total_spent', 'default_address', 'province_code', 'multipass_identifier', 'verified_email', 'financial_status', 'fulfillment_status', 'subtotal_price', 'total_line_items_price', 'total_price_usd', 'taxes_included', 'checkout_token', 'cart_token', 'refund_line_items', 'total_outstanding', 'order_adjustments', 'target_type', 'allocation_method', 'value_type', 'customer_selection', 'entitled_product_ids', 'prerequisite_subtotal_range', 'invoice_sent_at', 'shopMoney', 'presentmentMoney', 'displayFinancialStatus', 'Body (HTML)', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty', 'Variant Compare At Price', 'Option1 Name', 'Lineitem quantity', 'Lineitem name', 'Lineitem sku', 'Financial Status', 'Fulfillment Status'], // prettier-ignore
    values: [/^gid:\/\/shopify\//],
  },
  lists: { transactions: 'one', line_items: 'lines', lineItems: 'lines', refund_line_items: 'lines', fulfillments: 'none', refunds: 'none', shipping_lines: 'none', discount_codes: 'none', order_adjustments: 'none' }, // prettier-ignore
  aliases: {
    all: { id: 'external_id', updated_at: null, admin_graphql_api_id: null, published_at: null },
    companies: { 'default_address.company': 'name', 'default_address.*': null, last_order_name: null, last_order_id: null, state: null, 'default_address.phone': 'phone', 'default_address.address1': 'street', 'default_address.city': 'city', 'default_address.zip': 'postcode', 'default_address.country_code': 'country' }, // prettier-ignore
    contacts: { first_name: 'first_name', last_name: 'last_name', phone: 'phone', 'default_address.phone': 'phone', 'default_address.company': 'company', 'default_address.*': null, 'addresses.*': null, last_order_name: null, last_order_id: null, state: null }, // prettier-ignore
    products: { 'Body (HTML)': 'description', Type: 'category', Vendor: 'brand', 'Variant SKU': 'sku', 'Variant Price': 'price', 'Variant Compare At Price': null, 'Variant Inventory Qty': 'stock', 'Variant Barcode': 'barcode', 'Variant Weight Unit': null, 'Image Src': null, title: 'name', body_html: 'description', product_type: 'category', vendor: 'brand', handle: null, 'variants.sku': 'sku', 'variants.price': 'price', 'variants.compare_at_price': null, 'variants.inventory_quantity': 'stock', 'variants.barcode': 'barcode', 'variants.id': null, 'variants.product_id': null, product_id: null, inventory_item_id: null, 'variants.inventory_item_id': null, 'variants.title': null, 'options.*': null, status: null }, // prettier-ignore
    documents: { 'Created at': 'date', 'Paid at': null, 'Fulfilled at': null, 'Cancelled at': null, 'Billing Name': 'customer_name', 'Billing Company': null, 'Shipping Name': null, 'Shipping Company': null, Subtotal: null, Shipping: null, Taxes: 'total_tax', Total: 'total_incl_tax', 'Outstanding Balance': 'amount_due', 'Financial Status': 'status', 'Fulfillment Status': null, 'Discount Amount': null, 'Refunded Amount': null, name: 'number', order_number: 'number', number: 'number', order_id: null, created_at: 'date', processed_at: 'date', closed_at: null, cancelled_at: null, 'customer.id': 'customer_external_id', 'customer.first_name': 'customer_first', 'customer.last_name': 'customer_last', 'customer.default_address.*': null, 'billing_address.name': 'customer_name', 'billing_address.*': null, 'shipping_address.*': null, currency: 'currency', presentment_currency: null, subtotal_price: null, current_subtotal_price: null, total_line_items_price: null, total_discounts: null, total_tax: 'total_tax', total_price: 'total_incl_tax', total_price_usd: null, current_total_price: null, current_total_tax: null, total_outstanding: 'amount_due', financial_status: 'status', fulfillment_status: null, reference: null, source_identifier: null, user_id: null, checkout_id: null, location_id: null, app_id: null, note: null, 'payment_details.*': null, 'transactions.*': null }, // prettier-ignore
    orders: { 'totalPriceSet.shopMoney.amount': 'total_incl_tax', 'totalTaxSet.shopMoney.amount': 'total_tax', 'totalOutstandingSet.shopMoney.amount': 'amount_due', 'subtotalPriceSet.*': null, 'totalPriceSet.*': null, 'totalTaxSet.*': null, 'totalOutstandingSet.*': null, createdAt: 'date', processedAt: null, displayFinancialStatus: 'status', displayFulfillmentStatus: null, 'customer.displayName': 'customer_name' }, // prettier-ignore
    quotes: { status: 'status' },
    credit_notes: { 'transactions.currency': 'currency' },
    price_rules: { title: null, starts_at: 'valid_from', ends_at: 'valid_to', created_at: null, value: null, value_type: null },
  },
  lines: {
    keys: ['line_items', 'lineItems', 'refund_line_items'],
    aliases: { 'Lineitem quantity': 'quantity', 'Lineitem name': 'item_name', 'Lineitem price': 'unit_price', 'Lineitem sku': 'sku', 'Lineitem compare at price': null, 'Lineitem discount': null, id: null, 'line_item.id': null, sku: 'sku', 'line_item.sku': 'sku', product_id: 'product_id', 'line_item.product_id': 'product_id', variant_id: null, 'line_item.variant_id': null, title: 'item_name', 'line_item.title': 'item_name', name: 'item_name', 'line_item.name': 'item_name', quantity: 'quantity', 'line_item.quantity': null, fulfillable_quantity: null, current_quantity: null, price: 'unit_price', 'line_item.price': 'unit_price', 'tax_lines.rate': 'tax_rate', 'line_item.tax_lines.rate': 'tax_rate', 'tax_lines.*': null, 'line_item.tax_lines.*': null, subtotal: null, total_tax: null, total_discount: null, 'line_item.total_discount': null, vendor: null, variant_title: null, 'originalUnitPriceSet.shopMoney.amount': 'unit_price', 'originalUnitPriceSet.*': null, 'discountedUnitPriceSet.*': null, 'taxLines.rate': 'tax_rate', 'line_item.*': null }, // prettier-ignore
  },
  // Who is billed may be somebody else than the customer.
  values: { 'billing_address.name': (_, { customer }) => (isNamed(customer) ? null : undefined) },
  // A rule takes off: -10.0 of the value type percentage is a discount of ten percent.
  also: ({ value_type: type, value, Handle: handle }, object) => {
    if (object === 'price_rules' && type === 'percentage') return { discount_percent: Math.abs(Number(value)) }
    // The files have no id of a product, and often no number.
    return object === 'products' && handle !== undefined ? { external_id: handle } : {}
  },
})
