import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Invoice Ninja: its API (version 5) and the columns of its CSV files. */
export const invoiceNinja = () => plugin({ name: 'invoice-ninja', version: '1.0.0', vocabularies: [words] })

const own = { id: 'external_id', created_at: null, updated_at: null, archived_at: null, user_id: null, assigned_user_id: null }

const words = vocabulary({
  name: 'invoice-ninja',
  title: 'Invoice Ninja',
  fingerprint: {
    keys: ['product_key', 'id_number', 'group_settings_id', 'public_notes', 'private_notes', 'partial_due_date', 'custom_value1', 'tax_rate1', 'tax_name1', 'shipping_address1', 'status_id', 'invitations', 'assigned_user_id', 'archived_at', 'is_amount_discount', 'uses_inclusive_taxes', 'in_stock_quantity', 'Public Notes', 'Private Notes', 'Item Product', 'Item Notes', 'Item Cost'], // prettier-ignore
    keyPatterns: [/^(?:client|invoice|quote|item|product|contact|payment)\.(?:name|number|date|due_date|amount|balance|product_key|notes|quantity|cost|discount|tax_rate1|first_name|email)$/], // prettier-ignore
  },
  lists: { contacts: 'one', invitations: 'none', documents: 'none', gateway_tokens: 'none' },
  aliases: {
    all: own,
    companies: { number: 'external_id', 'client.name': 'name', name: 'name', display_name: null, id_number: null, vat_number: 'vat_number', address1: 'street', address2: null, postal_code: 'postcode', 'shipping_address1': null, shipping_city: null, shipping_postal_code: null, shipping_country_id: null, balance: null, paid_to_date: null, website: 'domain', 'contacts.email': 'email', 'contacts.phone': 'phone', phone: 'phone', 'contacts.*': null }, // prettier-ignore
    contacts: { 'contact.first_name': 'first_name', 'contact.last_name': 'last_name', 'contact.email': 'email', 'contact.phone': 'phone', 'client.name': 'company', client_id: 'company' }, // prettier-ignore
    products: { product_key: 'sku', 'product.product_key': 'sku', notes: 'description', 'product.notes': 'description', price: 'price', 'product.price': 'price', cost: 'cost', quantity: null, in_stock_quantity: 'stock', tax_rate1: 'tax_rate' }, // prettier-ignore
    documents: { Client: 'customer_name', Email: null, Amount: 'total_incl_tax', Paid: 'amount_paid', Balance: 'amount_due', Discount: null, 'PO Number': null, 'Partial/Deposit': null, 'Partial Due Date': null, 'Public Notes': null, 'Private Notes': null, number: 'number', 'invoice.number': 'number', 'quote.number': 'number', po_number: null, 'invoice.po_number': null, date: 'date', 'invoice.date': 'date', 'quote.date': 'date', due_date: 'due_date', 'invoice.due_date': 'due_date', partial_due_date: null, client_id: 'customer_external_id', 'client.name': 'customer_name', 'client.email': null, amount: 'total_incl_tax', 'invoice.amount': 'total_incl_tax', total_taxes: 'total_tax', balance: 'amount_due', 'invoice.balance': 'amount_due', paid_to_date: 'amount_paid', status_id: 'status', 'invoice.status': 'status', discount: null, 'invoice.discount': null, partial: null, exchange_rate: null, project_id: null, vendor_id: null }, // prettier-ignore
  },
  lines: {
    keys: ['line_items'],
    aliases: { product_key: 'sku', 'item.product_key': 'sku', 'Item Product': 'sku', 'Item Notes': 'description', 'Item Quantity': 'quantity', 'Item Cost': 'unit_price', 'Item Discount': 'discount_percent', 'Item Tax Rate': 'tax_rate', 'Item Tax Name': null, 'Item Total': 'total_excl_tax', notes: 'description', 'item.notes': 'description', quantity: 'quantity', 'item.quantity': 'quantity', cost: 'unit_price', 'item.cost': 'unit_price', product_cost: null, discount: 'discount_percent', 'item.discount': 'discount_percent', tax_rate1: 'tax_rate', 'item.tax_rate1': 'tax_rate', tax_name1: null, line_total: 'total_excl_tax', gross_line_total: null, type_id: null }, // prettier-ignore
  },
  // The name of a product is its key.
  also: ({ product_key: name }, object) => (object === 'products' ? { name } : {}),
})
