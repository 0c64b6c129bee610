import type { Stranger } from './stranger.ts'

/** Records as English-speaking systems write them, for which nobody wrote a vocabulary. */
export const english: readonly Stranger[] = [
  {
    title: 'a marketing CRM with properties', object: 'companies', locale: 'en',
    records: [
      { id: '51701', properties: { name: 'Larch Media', domain: 'larch-media.com', phone: '+1 415 555 0134', address: '12 Pine St', city: 'Oakland', zip: '94607', country: 'United States', industry: 'MEDIA_PRODUCTION', hs_object_id: '51701', createdate: '2025-01-04T10:11:12Z' }, archived: false },
    ],
    expected: [{ external_id: '51701', name: 'Larch Media', domain: 'larch-media.com', phone: '+1 415 555 0134', street: '12 Pine St', city: 'Oakland', postcode: '94607', country: 'US', industry: 'MEDIA_PRODUCTION' }],
  },
  {
    title: 'a marketing CRM with properties', object: 'contacts', locale: 'en',
    records: [{ id: '77', properties: { firstname: 'Ida', lastname: 'Noor', email: 'Ida@larch-media.com', jobtitle: 'Head of Sales', mobilephone: '+1 415 555 0199', company: 'Larch Media', lifecyclestage: 'lead' } }],
    expected: [{ external_id: '77', first_name: 'Ida', last_name: 'Noor', email: 'ida@larch-media.com', title: 'Head of Sales', phone: '+1 415 555 0199', company: 'Larch Media' }],
  },
  {
    title: 'a marketing CRM with properties', object: 'deals', locale: 'en',
    records: [{ id: '9001', properties: { dealname: 'Larch renewal', amount: '12500.00', closedate: '2025-06-30T00:00:00Z', dealstage: 'contractsent', hubspot_owner_id: '31', deal_currency_code: 'USD', pipeline: 'default' } }],
    expected: [{ external_id: '9001', name: 'Larch renewal', amount: 12500, close_date: '2025-06-30', stage: 'contractsent', owner: '31', currency: 'USD' }],
  },
  {
    title: 'a pipeline CRM', object: 'deals', locale: 'en',
    records: [{ id: 12, title: 'Boat engine', value: 8000, currency: 'EUR', status: 'open', expected_close_date: '2025-09-01', stage_id: 3, org_name: 'Fjord AS', person_name: 'Liv Berg', owner_name: 'Kari Moe', add_time: '2025-01-02 10:00:00', weighted_value: 4000, probability: 50 }],
    expected: [{ external_id: '12', name: 'Boat engine', amount: 8000, currency: 'EUR', stage: { any: ['3', 'open'] }, close_date: '2025-09-01', company: 'Fjord AS', owner: 'Kari Moe' }],
  },
  {
    title: 'a pipeline CRM', object: 'contacts', locale: 'en',
    records: [{ id: 5, name: 'Liv Berg', first_name: 'Liv', last_name: 'Berg', email: [{ label: 'work', value: 'liv@fjord.no', primary: true }], phone: [{ label: 'work', value: '+47 22 33 44 55', primary: true }], org_name: 'Fjord AS', job_title: 'Buyer', open_deals_count: 1 }],
    expected: [{ external_id: '5', first_name: 'Liv', last_name: 'Berg', email: 'liv@fjord.no', phone: '+47 22 33 44 55', company: 'Fjord AS', title: 'Buyer' }],
  },
  {
    title: 'an online bookkeeping', object: 'invoices', locale: 'en',
    records: [
      {
        invoice_id: '982000000567114', invoice_number: 'INV-00003', date: '2025-03-02', due_date: '2025-04-01', status: 'sent', customer_id: '982000000567001', customer_name: 'Bowman Furniture', reference_number: 'PO 8', currency_code: 'USD', exchange_rate: 1, sub_total: 450, tax_total: 36, total: 486, balance: 86, payment_made: 400, is_inclusive_tax: false,
        line_items: [{ line_item_id: '1', item_id: '982000000030049', sku: 'CH-1', name: 'Chair', description: 'Oak chair', rate: 150, quantity: 3, unit: 'pcs', discount: 0, tax_name: 'VAT', tax_percentage: 8, item_total: 450 }],
      },
    ],
    expected: [{ external_id: '982000000567114', number: 'INV-00003', date: '2025-03-02', due_date: '2025-04-01', status: 'sent', customer_external_id: '982000000567001', customer_name: 'Bowman Furniture', currency: 'USD', total_excl_tax: 450, total_tax: 36, total_incl_tax: 486, amount_due: 86, lines: [{ sku: 'CH-1', description: { any: ['Oak chair', 'Chair'] }, quantity: 3, unit: 'pcs', unit_price: 150, discount_percent: 0, tax_rate: 8, total_excl_tax: 450 }] }],
  },
  {
    title: 'an online bookkeeping', object: 'quotes', locale: 'en',
    records: [{ estimate_id: '1', estimate_number: 'EST-9', date: '2025-03-02', expiry_date: '2025-03-16', status: 'accepted', customer_name: 'Bowman Furniture', currency_code: 'USD', sub_total: 100, tax_total: 8, total: 108 }],
    expected: [{ external_id: '1', number: 'EST-9', date: '2025-03-02', due_date: '2025-03-16', status: 'accepted', customer_name: 'Bowman Furniture', currency: 'USD', total_excl_tax: 100, total_tax: 8, total_incl_tax: 108 }],
  },
  {
    title: 'an online bookkeeping', object: 'products', locale: 'en',
    records: [{ item_id: '77', name: 'Chair', sku: 'CH-1', rate: 150, purchase_rate: 80, description: 'Oak chair', unit: 'pcs', stock_on_hand: 12, upc: '012345678905', category_name: 'Seating', tax_percentage: 8, product_type: 'goods' }],
    expected: [{ external_id: '77', name: 'Chair', sku: 'CH-1', price: 150, description: 'Oak chair', unit: 'pcs', stock: 12, barcode: '012345678905', category: 'Seating' }],
  },
  {
    title: 'invoicing for the self-employed', object: 'invoices', locale: 'en',
    records: [
      {
        id: 22501, invoice_number: '0000115', create_date: '2025-02-10', due_date: '2025-03-10', customerid: 2101, current_organization: 'Gnu Works', currency_code: 'CAD', amount: { amount: '565.00', code: 'CAD' }, outstanding: { amount: '565.00', code: 'CAD' }, paid: { amount: '0.00', code: 'CAD' }, v3_status: 'sent', discount_value: '0',
        lines: [{ lineid: 1, name: 'Consulting', description: 'April', qty: '5', unit_cost: { amount: '100.00', code: 'CAD' }, taxName1: 'HST', taxAmount1: '13', amount: { amount: '500.00', code: 'CAD' } }],
      },
    ],
    expected: [{ external_id: '22501', number: '0000115', date: '2025-02-10', due_date: '2025-03-10', customer_external_id: '2101', customer_name: 'Gnu Works', currency: 'CAD', total_incl_tax: 565, amount_due: 565, status: 'sent', lines: [{ description: { any: ['April', 'Consulting'] }, quantity: 5, unit_price: 100, total_excl_tax: 500 }] }],
  },
  {
    title: 'a shop platform', object: 'orders', locale: 'en',
    records: [
      {
        id: 118, customer_id: 11, date_created: 'Tue, 05 Aug 2025 10:40:50 +0000', status: 'Awaiting Fulfillment', subtotal_ex_tax: '100.0000', subtotal_inc_tax: '120.0000', total_ex_tax: '100.0000', total_inc_tax: '120.0000', total_tax: '20.0000', items_total: 1, currency_code: 'GBP', payment_status: 'captured', refunded_amount: '0.0000',
        products: [{ id: 1, product_id: 33, sku: 'MUG', name: 'Mug', quantity: 10, price_ex_tax: '10.0000', price_inc_tax: '12.0000', total_ex_tax: '100.0000', total_inc_tax: '120.0000' }],
      },
    ],
    expected: [{ external_id: '118', customer_external_id: '11', date: '2025-08-05', status: { any: ['Awaiting Fulfillment', 'captured'] }, total_excl_tax: 100, total_incl_tax: 120, total_tax: 20, currency: 'GBP', lines: [{ sku: 'MUG', description: 'Mug', quantity: 10, unit_price: 10, total_excl_tax: 100 }] }],
  },
  {
    title: 'a spreadsheet of a wholesaler', object: 'products', locale: 'en',
    records: [
      { 'Item No.': 'B-100', 'Item Description': 'Bolt M8', 'List Price (USD)': '$1,250.50', 'Qty on Hand': '1,200', UOM: 'BOX', 'EAN Code': '4006381333931', 'Product Group': 'Fasteners', 'Purchase Price': '$700.00' },
      { 'Item No.': 'B-101', 'Item Description': 'Bolt M10', 'List Price (USD)': '$12.00', 'Qty on Hand': '40', UOM: 'BOX', 'EAN Code': '4006381333948', 'Product Group': 'Fasteners', 'Purchase Price': '$6.10' },
    ],
    expected: [
      { sku: 'B-100', name: 'Bolt M8', price: 1250.5, currency: 'USD', stock: 1200, unit: 'BOX', barcode: '4006381333931', category: 'Fasteners' },
      { sku: 'B-101', name: 'Bolt M10', price: 12, currency: 'USD', stock: 40, unit: 'BOX', barcode: '4006381333948', category: 'Fasteners' },
    ],
  },
  {
    title: 'an export of a customer list', object: 'companies', locale: 'en',
    records: [{ 'Customer No': '10045', 'Company Name': 'Quill Ltd', 'Address Line 1': '4 High St', 'Address Line 2': '', Town: 'Leeds', County: 'West Yorkshire', 'Post Code': 'LS1 4AP', Country: 'United Kingdom', 'VAT Reg No': 'GB123456789', Telephone: '0113 496 0000', 'E-mail Address': 'accounts@quill.co.uk', 'Web Site': 'www.quill.co.uk', 'Credit Limit': '5000', Balance: '120.00' }],
    expected: [{ external_id: '10045', name: 'Quill Ltd', street: '4 High St', city: 'Leeds', postcode: 'LS1 4AP', country: 'GB', vat_number: 'GB123456789', phone: '0113 496 0000', email: 'accounts@quill.co.uk', domain: 'quill.co.uk' }],
  },
  {
    title: 'an accounting desktop program', object: 'invoices', locale: 'en',
    records: [{ 'Invoice No': '4411', 'Invoice Date': '25/03/2025', 'Due Date': '24/04/2025', 'A/C Ref': 'QUI001', 'Customer Name': 'Quill Ltd', 'Net Amount': '1,000.00', 'VAT Amount': '200.00', 'Gross Amount': '1,200.00', Outstanding: '200.00', Currency: 'GBP', Status: 'Part paid' }],
    expected: [{ number: '4411', date: '2025-03-25', due_date: '2025-04-24', customer_external_id: 'QUI001', customer_name: 'Quill Ltd', total_excl_tax: 1000, total_tax: 200, total_incl_tax: 1200, amount_due: 200, currency: 'GBP', status: 'Part paid' }],
  },
  {
    title: 'a billing service', object: 'credit_notes', locale: 'en',
    records: [{ creditNoteId: 'cn-1', creditNoteNumber: 'CN-77', issuedOn: '2025-05-05', client: { id: 'c9', name: 'Quill Ltd' }, currency: 'gbp', netTotal: -100, taxTotal: -20, grossTotal: -120, remainingAmount: 120, state: 'issued', items: [{ productCode: 'P1', title: 'Return', qty: -1, netPrice: 100, vatRate: 0.2, netAmount: -100 }] }],
    expected: [{ external_id: 'cn-1', number: 'CN-77', date: '2025-05-05', customer_external_id: 'c9', customer_name: 'Quill Ltd', currency: 'GBP', total_excl_tax: 100, total_tax: 20, total_incl_tax: 120, amount_due: 120, status: 'issued', lines: [{ sku: 'P1', description: 'Return', quantity: 1, unit_price: 100, tax_rate: 20, total_excl_tax: 100 }] }],
  },
  {
    title: 'a price list', object: 'price_rules', locale: 'en',
    records: [{ SKU: 'B-100', 'Customer Code': '10045', 'Min. Qty': '10', 'Net Price': '9.50', Currency: 'GBP', 'Valid From': '2025-01-01', 'Valid To': '2025-12-31' }, { SKU: 'B-101', 'Customer Code': '10045', 'Min. Qty': '25', 'Net Price': '8.10', Currency: 'GBP', 'Valid From': '2025-01-01', 'Valid To': '' }],
    expected: [{ sku: 'B-100', customer_external_id: '10045', min_quantity: 10, price: 9.5, currency: 'GBP', valid_from: '2025-01-01', valid_to: '2025-12-31' }, { sku: 'B-101', customer_external_id: '10045', min_quantity: 25, price: 8.1, currency: 'GBP', valid_from: '2025-01-01' }],
  },
  {
    title: 'a discount list by brand', object: 'price_rules', locale: 'en',
    records: [{ account_code: 'A1', brand: 'Larch', discount_pct: 12.5, starting_quantity: 5, start_date: '2025-01-01', end_date: '2025-06-30' }],
    expected: [{ customer_external_id: 'A1', brand: 'Larch', discount_percent: 12.5, min_quantity: 5, valid_from: '2025-01-01', valid_to: '2025-06-30' }],
  },
  {
    title: 'an export of orders with one row per line', object: 'orders', locale: 'en',
    records: [
      { 'Order Number': 'SO-1', 'Order Date': '2025-02-03', 'Customer ID': 'C1', 'Customer Name': 'Quill Ltd', 'Item SKU': 'B-100', 'Item Name': 'Bolt M8', 'Quantity Ordered': 2, 'Unit Price': 12.5, 'Line Total': 25, 'Order Total': 37 },
      { 'Order Number': 'SO-1', 'Order Date': '2025-02-03', 'Customer ID': 'C1', 'Customer Name': 'Quill Ltd', 'Item SKU': 'B-101', 'Item Name': 'Bolt M10', 'Quantity Ordered': 1, 'Unit Price': 12, 'Line Total': 12, 'Order Total': 37 },
    ],
    expected: Array.from({ length: 2 }, () => ({ number: 'SO-1', date: '2025-02-03', customer_external_id: 'C1', customer_name: 'Quill Ltd', total_incl_tax: 37, lines: [{ sku: 'B-100', description: 'Bolt M8', quantity: 2, unit_price: 12.5, total_excl_tax: 25 }, { sku: 'B-101', description: 'Bolt M10', quantity: 1, unit_price: 12, total_excl_tax: 12 }] })),
  },
  {
    title: 'a subscription service', object: 'companies', locale: 'en',
    records: [{ id: 'AzqYLuS', first_name: 'Ann', last_name: 'Lee', company: 'Lee Labs', email: 'ann@leelabs.io', phone: '+44 20 7946 0000', vat_number: 'GB999999973', preferred_currency_code: 'GBP', billing_address: { line1: '1 Long Lane', city: 'London', zip: 'EC1A 9HF', country: 'GB' }, net_term_days: 0 }],
    expected: [{ external_id: 'AzqYLuS', name: 'Lee Labs', email: 'ann@leelabs.io', phone: '+44 20 7946 0000', vat_number: 'GB999999973', currency: 'GBP', street: '1 Long Lane', city: 'London', postcode: 'EC1A 9HF', country: 'GB' }],
  },
  {
    title: 'a warehouse system', object: 'products', locale: 'en',
    records: [{ productId: 4, productNumber: 'PN-4', productName: 'Lamp', translated: { description: 'A lamp' }, unitPriceNet: 40, unitPriceGross: 47.6, availableStock: 9, manufacturerName: 'Glow', ean: '4006381333955', active: true, weight: 1.2 }],
    expected: [{ external_id: '4', sku: 'PN-4', name: 'Lamp', description: 'A lamp', price: 40, stock: 9, barcode: '4006381333955' }],
  },
  {
    title: 'a shop platform', object: 'products', locale: 'en',
    records: [{ id: 77, name: 'Cup', type: 'physical', sku: 'CUP', price: 12.5, cost_price: 5, retail_price: 15, sale_price: 0, inventory_level: 9, upc: '123456789012', brand_id: 3 }],
    expected: [{ external_id: '77', name: 'Cup', sku: 'CUP', price: 12.5, stock: 9, barcode: '123456789012' }],
  },
  {
    // It counts cents, which nothing in a record tells: 100 is one dollar.
    title: 'a subscription service', object: 'invoices', locale: 'en',
    records: [{ id: 'inv-9', customer_id: 'c1', date: 1740787200, due_date: 1743379200, currency_code: 'USD', sub_total: 100, tax: 0, total: 100, amount_due: 0, amount_paid: 100, status: 'paid', line_items: [{ id: 'li', description: 'Plan', quantity: 1, unit_amount: 100, amount: 100 }] }],
    expected: [{ external_id: 'inv-9', customer_external_id: 'c1', date: '2025-03-01', due_date: '2025-03-31', currency: 'USD', status: 'paid', lines: [{ description: 'Plan', quantity: 1 }] }],
  },
  {
    title: 'an XML standard as JSON', object: 'invoices', locale: 'en',
    records: [{ ID: 'INV1', IssueDate: '2025-03-01', DueDate: '2025-03-31', DocumentCurrencyCode: 'EUR', AccountingCustomerParty: { Party: { PartyName: { Name: 'Foo' } } }, TaxTotal: { TaxAmount: '19.00' }, LegalMonetaryTotal: { LineExtensionAmount: '100.00', TaxExclusiveAmount: '100.00', TaxInclusiveAmount: '119.00', PayableAmount: '119.00' }, InvoiceLine: [{ ID: '1', InvoicedQuantity: '2', LineExtensionAmount: '100.00', Item: { Name: 'Ding' }, Price: { PriceAmount: '50.00' } }] }],
    expected: [{ number: 'INV1', external_id: 'INV1', date: '2025-03-01', due_date: '2025-03-31', currency: 'EUR', customer_name: 'Foo', total_excl_tax: 100, total_tax: 19, total_incl_tax: 119, amount_due: 119, lines: [{ description: 'Ding', quantity: 2, unit_price: 50, total_excl_tax: 100 }] }],
  },
] // prettier-ignore
