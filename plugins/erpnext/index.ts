import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of ERPNext: the fields of its doctypes. */
export const erpnext = () => plugin({ name: 'erpnext', version: '1.0.0', vocabularies: [words] })

type Source = Readonly<Record<string, unknown>>

/** Prices that a tax row includes are no net prices. */
const net = (_: string, { taxes }: Source) =>
  Array.isArray(taxes) && taxes.some((tax: unknown) => Number((tax as Source | null)?.included_in_print_rate) === 1) ? null : undefined
/** Amounts in the company's currency say what the document's are only at a rate of one. */
const sameCurrency = (value: string, record: Source) => (record.conversion_rate === 1 ? net(value, record) : null)

const words = vocabulary({
  name: 'erpnext',
  title: 'ERPNext',
  fingerprint: {
    keys: ['doctype', 'docstatus', 'naming_series', 'item_code', 'item_group', 'stock_uom', 'customer_group', 'territory', 'selling_price_list', 'price_list_currency', 'plc_conversion_rate', 'conversion_rate', 'transaction_date', 'posting_date', 'base_grand_total', 'base_net_total', 'net_total', 'grand_total', 'rounded_total', 'outstanding_amount', 'total_taxes_and_charges', 'price_list_rate', 'email_id', 'mobile_no', 'link_doctype', 'link_name', 'address_line1', 'address_type', 'address_title', 'pincode', 'valid_till', 'valid_upto', 'opportunity_from', 'enquiry_from', 'opportunity_amount', 'party_name', 'sales_stage', 'rate_or_discount', 'default_warehouse', 'default_supplier', 'valuation_rate', 'standard_rate', 'parentfield', 'is_stock_item', 'discount_percentage'], // prettier-ignore
    // Columns of a file name the table of the document that they are of.
    keyPatterns: [/^[A-Z][A-Za-z ]+ \((?:Items|Taxes|Sales Taxes and Charges)\)$/],
    hits: 3,
  },
  lists: { links: 'one', email_ids: 'one', phone_nos: 'one', barcodes: 'one', brands: 'one', items: 'lines', taxes: 'none', sales_team: 'none', uoms: 'none', payment_schedule: 'none' }, // prettier-ignore
  aliases: {
    all: { doctype: null, naming_series: null, creation: null, modified: null, modified_by: null, title: null },
    companies: { name: 'external_id', customer_name: 'name', supplier_name: 'name', 'links.link_name': 'name', address_title: 'name', customer_group: null, tax_id: 'vat_number', gstin: 'vat_number', email_id: 'email', mobile_no: 'phone', phone: 'phone', fax: null, website: 'domain', default_currency: 'currency', address_line1: 'street', pincode: 'postcode', 'links.*': null, owner: null }, // prettier-ignore
    contacts: { name: 'external_id', lead_name: 'full_name', full_name: 'full_name', email_id: 'email', 'email_ids.email_id': 'email', mobile_no: 'phone', phone: 'phone', 'phone_nos.phone': 'phone', designation: 'title', job_title: 'title', salutation: null, company_name: 'company', 'links.link_name': 'company', 'links.*': null, customer_name: 'company' }, // prettier-ignore
    products: { item_code: 'sku', name: 'external_id', item_name: 'name', item_group: 'category', stock_uom: 'unit', standard_rate: 'price', price_list_rate: 'price', valuation_rate: 'cost', last_purchase_rate: null, actual_qty: 'stock', opening_stock: null, safety_stock: null, 'barcodes.barcode': 'barcode', 'barcodes.*': null }, // prettier-ignore
    deals: { name: 'external_id', title: 'name', customer_name: 'company', party_name: 'company', customer: 'company', lead: null, opportunity_amount: 'amount', base_opportunity_amount: null, expected_closing: 'close_date', transaction_date: null, sales_stage: 'stage', status: 'stage', opportunity_owner: 'owner', contact_by: 'owner', company: null }, // prettier-ignore
    documents: { ID: 'number', Series: null, Company: null, name: 'number', company: null, organization: null, transaction_date: 'date', posting_date: 'date', due_date: 'due_date', delivery_date: null, po_no: null, po_date: null, customer: 'customer_external_id', party_name: 'customer_external_id', customer_name: 'customer_name', supplier: null, supplier_name: null, currency: 'currency', price_list_currency: null, net_total: 'total_excl_tax', base_net_total: 'total_excl_tax', total: 'total_excl_tax', base_total: null, total_taxes_and_charges: 'total_tax', base_total_taxes_and_charges: null, grand_total: 'total_incl_tax', rounded_total: null, base_grand_total: null, base_rounded_total: null, outstanding_amount: 'amount_due', paid_amount: null, advance_paid: null, status: 'status', discount_amount: null }, // prettier-ignore
    quotes: { valid_till: 'due_date' },
    price_rules: { name: 'external_id', item_code: 'sku', 'items.item_code': 'sku', customer: 'customer_external_id', brand: 'brand', 'brands.brand': 'brand', min_qty: 'min_quantity', max_qty: null, min_amt: null, max_amt: null, price_list_rate: 'price', rate: 'price', discount_percentage: 'discount_percent', valid_from: 'valid_from', valid_upto: 'valid_to', price_list: null, rate_or_discount: null, price_or_discount: null }, // prettier-ignore
  },
  lines: {
    keys: ['items'],
    aliases: { name: null, doctype: null, parenttype: null, item_code: 'sku', item_name: 'item_name', description: 'description', qty: 'quantity', stock_qty: null, uom: 'unit', stock_uom: 'unit', rate: 'unit_price', price_list_rate: 'unit_price', base_rate: 'unit_price', net_rate: null, base_price_list_rate: null, discount_percentage: 'discount_percent', discount_amount: null, amount: 'total_excl_tax', base_amount: 'total_excl_tax', net_amount: null, base_net_amount: null, item_tax_rate: null, conversion_factor: null, delivery_date: null, delivered_qty: null }, // prettier-ignore
  },
  values: {
    base_net_total: sameCurrency, 'lines.base_rate': sameCurrency, 'lines.base_amount': sameCurrency, 'lines.rate': net, 'lines.price_list_rate': net, 'lines.amount': net,
    rate: (_, { rate_or_discount: kind }) => (kind === undefined || kind === 'Rate' ? undefined : null), discount_percentage: (_, { rate_or_discount: kind }) => (kind === 'Rate' ? null : undefined),
    grand_total: (value, record) => (Number(value) === 0 && record.net_total === undefined && record.base_net_total === undefined ? null : undefined),
  }, // prettier-ignore
  also: ({ name }, object) => (object === 'deals' ? { name } : {}),
})
