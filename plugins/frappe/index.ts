import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Frappe CRM and the exports of Frappe Books. */
export const frappe = () => plugin({ name: 'frappe', version: '1.0.0', vocabularies: [words] })

const audit = { 'Created By': null, 'Modified By': null, Created: null, Modified: null, owner: null, creation: null, modified: null } // prettier-ignore

const words = vocabulary({
  name: 'frappe',
  title: 'Frappe CRM and Frappe Books',
  fingerprint: {
    keys: ['lead_owner', 'deal_owner', 'organization', 'organization_name', 'no_of_employees', 'annual_revenue', 'mobile_no', 'close_date', 'next_step', 'Created By', 'Modified By', 'Default Account', 'Outstanding Amount', 'GST Registration', 'HSN/SAC', 'Sales Acc.', 'Purchase Acc.', 'Unit Type', 'Grand Total', 'Net Total', 'Base Grand Total', 'Entry Currency'], // prettier-ignore
    keyPatterns: [/^SalesInvoice(?:Item)?\.\w+$/],
    values: [/^CRM (?:Lead|Deal|Organization|Product)$/, /^CRM-(?:LEAD|DEAL)-\d{4}-\d+$/],
    hits: 3,
  },
  aliases: {
    all: { ...audit, doctype: null, naming_series: null },
    companies: { organization_name: 'name', organization: 'name', 'GSTIN No.': 'vat_number', 'Outstanding Amount': null, website: 'domain', annual_revenue: null, Role: null }, // prettier-ignore
    contacts: { name: 'external_id', lead_name: 'full_name', mobile_no: 'phone', phone: 'phone', organization: 'company', company_name: 'company', job_title: 'title', designation: 'title', salutation: null, status: null, lead_owner: null, source: null }, // prettier-ignore
    products: { 'Item Name': 'name', Rate: 'price', 'Unit Type': 'unit', Barcode: 'barcode', 'Sales Acc.': null, 'Purchase Acc.': null, Type: null, For: null, product_code: 'sku', product_name: 'name', standard_rate: 'price' }, // prettier-ignore
    deals: { name: 'external_id', organization: 'company', organization_name: 'company', annual_revenue: 'amount', deal_value: 'amount', expected_deal_value: 'amount', close_date: 'close_date', expected_closure_date: 'close_date', closed_date: 'close_date', status: 'stage', deal_owner: 'owner', lead_name: null, probability: null, lead: null }, // prettier-ignore
    documents: { 'SalesInvoice.name': 'number', 'SalesInvoice.party': 'customer_name', 'SalesInvoice.account': null, 'SalesInvoice.numberSeries': null, 'SalesInvoice.baseGrandTotal': null, 'SalesInvoice.entryCurrency': null, 'TaxSummary.*': null, 'Invoice No': 'number', 'Quote No': 'number', Name: 'number', Party: 'customer_name', Customer: 'customer_name', Account: null, 'Price List': null, Date: 'date', Currency: 'currency', 'Customer Currency': 'currency', 'Exchange Rate': null, 'Net Total': 'total_excl_tax', 'Base Grand Total': null, 'Grand Total': 'total_incl_tax', 'Outstanding Amount': 'amount_due', Status: 'status' }, // prettier-ignore
  },
  lines: { aliases: { Item: 'sku', Description: 'description', Quantity: 'quantity', Rate: 'unit_price', Amount: 'total_excl_tax', 'Discounted Total': null } }, // prettier-ignore
})
