import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Magento (Adobe Commerce): its REST API and its product files. */
export const magento = () => plugin({ name: 'magento', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

/** Texts of a product stand in a list of code and value. */
const attribute = ({ custom_attributes: list }: Source, code: string) =>
  Array.isArray(list) ? (list as (Source | null)[]).find((each) => each?.attribute_code === code)?.value : undefined

const words = vocabulary({
  name: 'magento',
  title: 'Magento',
  fingerprint: {
    keys: ['attribute_set', 'attribute_set_id', 'attribute_set_code', 'custom_attributes', 'extension_attributes', 'increment_id', 'entity_id', 'store_id', 'type_id', 'group_id', 'row_total', 'qty_ordered', 'base_grand_total', 'order_currency_code', 'customer_firstname', 'customer_is_guest', 'total_due', 'product_websites', 'store_view_code', 'additional_attributes', 'tax_class_name', 'url_key', 'price_type', 'website_id', 'simple_action', 'simple_free_shipping', 'apply_to_shipping', 'conditions_serialized', 'actions_serialized', 'stop_rules_processing', 'uses_per_customer', 'uses_per_coupon', 'website_ids', 'customer_group_ids', 'customer_group'], // prettier-ignore
    hits: 3,
  },
  aliases: {
    all: { created_at: null, updated_at: null, store_id: null, website_id: null },
    companies: { id: 'external_id', entity_id: 'external_id', company_name: 'name', 'addresses.company': 'name', firstname: 'person_first', lastname: 'person_last', taxvat: 'vat_number', vat_tax_id: 'vat_number', company_email: 'email', country_id: 'country', 'addresses.country_id': 'country', telephone: 'phone', 'addresses.telephone': 'phone' }, // prettier-ignore
    contacts: { id: 'external_id', entity_id: 'external_id', firstname: 'first_name', lastname: 'last_name', 'addresses.company': 'company', 'addresses.telephone': 'phone', 'addresses.*': null, prefix: null, suffix: null }, // prettier-ignore
    products: { id: 'external_id', entity_id: 'external_id', sku: 'sku', name: 'name', price: 'price', special_price: null, cost: 'cost', qty: 'stock', 'extension_attributes.stock_item.qty': 'stock', 'extension_attributes.*': null, description: 'description', short_description: null, categories: 'category', category: 'category', status: null, visibility: null, weight: null, product_type: null }, // prettier-ignore
    documents: { increment_id: 'number', entity_id: 'external_id', order_id: null, quote_id: null, created_at: 'date', customer_id: 'customer_external_id', customer_firstname: 'customer_first', customer_lastname: 'customer_last', 'billing_address.company': 'customer_name', 'billing_address.*': null, order_currency_code: 'currency', base_currency_code: null, global_currency_code: null, store_currency_code: null, subtotal: null, subtotal_incl_tax: null, tax_amount: 'total_tax', shipping_amount: null, shipping_tax_amount: null, discount_amount: null, grand_total: 'total_incl_tax', base_grand_total: null, base_subtotal: null, base_tax_amount: null, total_due: 'amount_due', base_total_due: null, total_paid: 'amount_paid', base_total_paid: null, status: 'status', state: 'status' }, // prettier-ignore
    price_rules: { sku: 'sku', price: 'price', quantity: 'min_quantity', qty: 'min_quantity', price_from: 'valid_from', price_to: 'valid_to', customer_group: null, price_type: null, website_id: null, discount_amount: null }, // prettier-ignore
  },
  lines: {
    keys: ['items'],
    aliases: { item_id: null, entity_id: null, sku: 'sku', product_id: 'product_id', name: 'item_name', description: null, qty_ordered: 'quantity', qty: 'quantity', qty_invoiced: null, qty_shipped: null, qty_refunded: null, qty_canceled: null, price: 'unit_price', price_incl_tax: null, original_price: null, base_price: null, base_price_incl_tax: null, base_original_price: null, tax_percent: 'tax_rate', tax_amount: null, discount_percent: 'discount_percent', discount_amount: null, row_total: 'total_excl_tax', row_total_incl_tax: null, base_row_total: null, base_row_total_incl_tax: null, row_invoiced: null, product_type: null, weight: null }, // prettier-ignore
  },
  // A tier price may be a percentage, and so may what a rule of the cart takes off.
  values: { price: (_, { price_type: type }) => (type === 'discount' ? null : undefined) },
  also: (record, object) => {
    if (object === 'products') return { description: attribute(record, 'description'), cost: attribute(record, 'cost') }
    if (object !== 'price_rules') return {}
    return record.simple_action === 'by_percent' ? { discount_percent: record.discount_amount } : record.price_type === 'discount' ? { discount_percent: record.price } : {} // prettier-ignore
  },
})
