import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Odoo: API fields, import and export columns, labels. */
export const odoo = () => plugin({ name: 'odoo', version: '1.0.0', vocabularies: [words] })

type Aliases = Readonly<Record<string, string | null>>

/** A many2one as Odoo writes it: external id (`x/id`), database id, `[7, "Name"]` or the name alone; names come before ids. */
const ref = (key: string, name: string | null, id: string | null = name): Aliases => ({
  [`${key}.name`]: name, [`${key}/name`]: name, [key]: name === id ? name : `${name}|${id}`, [`${key}/id`]: id, [`${key}.id`]: id, [`${key}/.id`]: null,
}) // prettier-ignore

const named = (key: string, field: string): Aliases => ({ ...ref(key, field), [`${key}.id`]: null })
const code = (value: string) => /^\[([^\]]{1,64})\] ./.exec(value)?.[1]
const party: Aliases = {
  id: 'external_id',
  'External ID': 'external_id',
  ref: 'external_id',
  ...ref('company_id', null),
  ...ref('user_id', null),
  ...ref('state_id', null),
}
const document: Aliases = {
  id: 'external_id', name: 'number', ...ref('partner_id', 'customer_name', 'customer_external_id'), ...ref('partner_invoice_id', null),
  ...ref('partner_shipping_id', null), amount_untaxed: 'total_excl_tax', amount_tax: 'total_tax', amount_total: 'total_incl_tax',
  amount_residual: 'amount_due', date_order: 'date', invoice_date: 'date', invoice_date_due: 'due_date', validity_date: 'due_date', state: 'status',
  payment_state: 'payment_status', ...named('currency_id', 'currency'), ...ref('company_id', null), ...ref('user_id', null), ...ref('pricelist_id', null),
  'Order Reference': 'number', create_date: null, write_date: null,
} // prettier-ignore

// API fields, import and export columns, and the labels of its four languages that say something else elsewhere.
const words = vocabulary({
  name: 'odoo',
  title: 'Odoo',
  fingerprint: {
    keys: ['order_line', 'invoice_line_ids', 'partner_id', 'amount_untaxed', 'default_code', 'list_price', 'lst_price', 'categ_id', 'uom_id', 'parent_id', 'is_company', 'qty_available', 'expected_revenue', 'planned_revenue', 'pricelist_id', 'partner_name', 'email_from', 'product_tmpl_id', 'fixed_price', 'price_discount', 'compute_price', 'applied_on', 'percent_price', 'payment_state', 'price_unit', 'product_uom_qty', 'Product Template', 'Related company', 'Related Company', 'Company Type', 'Address Type', 'Is a company', 'Pricelist Items/Product', 'Pricelist Name', 'Apply On', 'Internal Reference', 'Sales Description', 'External ID', 'Vendor Product Name', 'Vendor Product Code', 'commercial_partner_id', 'customer_rank', 'create_uid', 'function', 'write_uid', 'team_id'], // prettier-ignore
    keyPatterns: [/\/(?:Externe ID|ID externe|ID externo|Landescode|Code du pays|Código de país)$/, /^[a-z_]+_ids?\/(?:\.?id|name)$/, /^(?:Pricelist Items|Order Lines|Invoice lines) ?\/ ?\w/i], // prettier-ignore
    values: [/^(?:base|product|sale|crm|uom|account|stock|__export__)\.[a-z][\w]*$/],
  },
  aliases: {
    companies: { ...party, Reference: 'external_id', name: 'name', website: 'domain', zip: 'postcode', vat: 'vat_number', ...named('country_id', 'country'), ...ref('parent_id', null), 'Land/Landescode': 'country', 'Country/Country Code': 'country', 'Pays/Code du pays': 'country', 'País/Código de país': 'country', 'ID de la société': null }, // prettier-ignore
    contacts: { ...party, name: 'full_name', Name: 'full_name', function: 'title', ...ref('parent_id', 'company'), 'Related company': 'company', 'Related Company': 'company', 'Compañía relacionada/ID externo': 'company', 'Zugehöriges Unternehmen/Externe ID': 'company', 'Société liée/ID externe': 'company', commercial_company_name: 'company', ...ref('title', null) }, // prettier-ignore
    products: { id: 'external_id', default_code: 'sku', list_price: 'price', lst_price: 'price', standard_price: null, qty_available: 'stock', virtual_available: null, description_sale: 'description', ...named('categ_id', 'category'), ...named('uom_id', 'unit'), ...named('currency_id', 'currency'), ...ref('uom_po_id', null), type: null }, // prettier-ignore
    deals: { id: 'external_id', name: 'name', Name: 'name', expected_revenue: 'amount', planned_revenue: 'amount', date_deadline: 'close_date', partner_name: 'company', 'Company Name': 'company', ...ref('partner_id', 'company'), ...ref('stage_id', 'stage'), ...ref('user_id', 'owner'), email_from: null, contact_name: null, ...ref('country_id', null), ...named('company_currency', 'currency') }, // prettier-ignore
    documents: document,
    credit_notes: { payment_state: 'status' },
    price_rules: { ...ref('company_id', null), ...ref('pricelist_id', null), ...ref('product_tmpl_id', 'sku'), ...ref('product_id', 'sku'), 'Product Template': 'sku', 'Pricelist Items/Product': 'sku', min_quantity: 'min_quantity', fixed_price: 'price', percent_price: 'discount_percent', price_discount: 'discount_percent', 'Pricelist Items/Price Discount': 'discount_percent', date_start: 'valid_from', date_end: 'valid_to', Vendor: null, 'Vendor Product Code': null, 'Vendor Product Name': null }, // prettier-ignore
  },
  lines: {
    keys: ['order_line', 'invoice_line_ids', 'order_lines'],
    aliases: { id: null, ...ref('product_id', 'sku', 'product_id'), default_code: 'sku', name: 'description', product_uom_qty: 'quantity', quantity: 'quantity', price_unit: 'unit_price', discount: 'discount_percent', price_subtotal: 'total_excl_tax', price_total: null, price_tax: null, ...named('product_uom', 'unit'), ...named('product_uom_id', 'unit'), ...ref('tax_id', null), display_type: null }, // prettier-ignore
  },
  values: {
    sku: code, 'lines.sku': code, 'lines.product_id.name': (value) => code(value) ?? null, price: (_, { compute_price: how }) => (how === undefined ? undefined : null),
    fixed_price: (_, { compute_price: how }) => (how === undefined || how === 'fixed' ? undefined : null), percent_price: (_, { compute_price: how }) => (how === 'formula' ? null : undefined),
  }, // prettier-ignore
  objectOf: (record, object) => (object === 'invoices' && (record.move_type ?? record.type) === 'out_refund' ? 'credit_notes' : null),
})
