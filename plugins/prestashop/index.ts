import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of PrestaShop and its relatives: web service, tables, and templates of the CSV import. */
export const prestashop = () => plugin({ name: 'prestashop', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

const words = vocabulary({
  name: 'prestashop',
  title: 'PrestaShop',
  fingerprint: {
    keys: ['id_customer', 'id_lang', 'id_shop', 'id_currency', 'id_address_invoice', 'id_address_delivery', 'id_category_default', 'id_manufacturer', 'id_default_group', 'id_gender', 'total_paid_tax_incl', 'total_paid_tax_excl', 'total_products_wt', 'date_add', 'date_upd', 'wholesale_price', 'current_state', 'order_rows', 'product_reference', 'unit_price_tax_excl', 'reduction_type', 'from_quantity', 'advanced_stock_management', 'Adress ID', 'Alias*', 'Zipcode*', 'Lastname*', 'Firstname*', 'Customer e-mail*', 'Country*', 'Address 1*', 'Name*', 'Price tax excluded', 'Price tax included', 'Wholesale price', 'On sale (0/1)', 'Active (0/1)'], // prettier-ignore
  },
  lists: { order_rows: 'lines' },
  aliases: {
    all: { date_add: null, date_upd: null, secure_key: null, id_shop: null, id_lang: null },
    companies: { id: 'external_id', id_customer: 'external_id', company: 'name', firstname: 'person_first', lastname: 'person_last', siret: null, ape: null, vat_number: 'vat_number', address1: 'street', phone: 'phone', phone_mobile: 'phone', alias: null, website: 'domain' }, // prettier-ignore
    contacts: { id: 'external_id', id_customer: 'external_id', 'Adress ID': 'external_id', company: 'company', firstname: 'first_name', lastname: 'last_name', phone: 'phone', phone_mobile: 'phone', 'Mobile Phone': 'phone', alias: null, 'Alias*': null, id_gender: null, address1: null }, // prettier-ignore
    products: { id: 'external_id', ID: 'external_id', 'Product ID': 'external_id', reference: 'sku', 'Reference #': 'sku', supplier_reference: 'supplier_sku', 'name.value': 'name', name: 'name', 'Name*': 'name', price: 'price', 'Price tax excluded': 'price', 'Price tax included': null, wholesale_price: 'cost', 'Wholesale price': 'cost', ean13: 'barcode', EAN13: 'barcode', upc: null, isbn: null, quantity: 'stock', Quantity: 'stock', minimal_quantity: null, 'description.value': 'description', Description: 'description', description_short: null, Summary: null, 'Short description': null, manufacturer_name: 'brand', Manufacturer: 'brand', Brand: 'brand', id_category_default: null, 'Categories (x;y;z...)': 'category', unity: 'unit', unit_price_ratio: null, ecotax: null, additional_shipping_cost: null }, // prettier-ignore
    documents: { id: 'external_id', id_order: 'external_id', reference: 'number', number: 'number', id_cart: null, date_add: 'date', invoice_date: null, delivery_date: null, id_customer: 'customer_external_id', id_address_invoice: null, total_paid_tax_excl: 'total_excl_tax', total_paid_tax_incl: 'total_incl_tax', total_paid: 'total_incl_tax', total_paid_real: 'amount_paid', total_products: null, total_products_wt: null, total_discounts: null, total_discounts_tax_incl: null, total_discounts_tax_excl: null, total_shipping: null, total_shipping_tax_incl: null, total_shipping_tax_excl: null, total_wrapping: null, current_state: 'status', payment: null, conversion_rate: null }, // prettier-ignore
    price_rules: { id: 'external_id', id_product: 'sku', id_customer: 'customer_external_id', from_quantity: 'min_quantity', price: 'price', reduction: null, reduction_type: null, reduction_tax: null, from: 'valid_from', to: 'valid_to' }, // prettier-ignore
  },
  lines: {
    keys: ['order_rows'],
    aliases: { id: null, product_id: 'product_id', product_attribute_id: null, product_reference: 'sku', product_name: 'item_name', product_quantity: 'quantity', unit_price_tax_excl: 'unit_price', product_price: 'unit_price', unit_price_tax_incl: null, total_price_tax_excl: 'total_excl_tax', total_price_tax_incl: null, product_ean13: null }, // prettier-ignore
  },
  // A price of -1 keeps the product's own; the reduction is a share of one for one type only.
  values: { price: (value) => (Number(value) < 0 ? null : undefined) },
  also: ({ reduction_type: type, reduction }: Source, object) =>
    object === 'price_rules' && type === 'percentage' ? { discount_percent: Math.round(Number(reduction) * 1e6) / 1e4 } : {},
})
