import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of sevDesk: the objects of its API. */
export const sevdesk = () => plugin({ name: 'sevdesk', version: '1.0.0', vocabularies: [words] })

const own = { id: 'external_id', objectName: null, create: null, update: null, 'sevClient.*': null, 'createUser.*': null, additionalInformation: null } // prettier-ignore

const words = vocabulary({
  name: 'sevdesk',
  title: 'sevDesk',
  fingerprint: {
    keys: ['objectName', 'sevClient', 'surename', 'familyname', 'titel', 'partNumber', 'pricePurchase', 'stockEnabled', 'unity', 'timeToPay', 'sumNet', 'sumTax', 'sumGross', 'smallSettlement', 'taxSet', 'taxRule', 'defaultTimeToPay', 'sumNetForeignCurrency'], // prettier-ignore
    values: [/^(?:SevClient|SevUser|StaticCountry|TaxSet|TaxRule)$/],
  },
  lists: { positions: 'lines', invoicePos: 'lines', orderPos: 'lines', creditNotePos: 'lines', invoicePosSave: 'lines', orderPosSave: 'lines', creditNotePosSave: 'lines' }, // prettier-ignore
  aliases: {
    companies: { ...own, customerNumber: 'external_id', name: 'name', name2: null, surename: 'person_first', familyname: 'person_last', vatNumber: 'vat_number', taxNumber: null, description: null, 'parent.*': null, status: null, bankAccount: null }, // prettier-ignore
    contacts: { ...own, customerNumber: 'external_id', surename: 'first_name', familyname: 'last_name', name: null, name2: null, titel: null, academicTitle: null, position: 'title', 'parent.name': 'company', 'parent.id': 'company', 'category.*': null, gender: null, status: null }, // prettier-ignore
    products: { ...own, partNumber: 'sku', name: 'name', text: 'description', internalComment: null, priceNet: 'price', price: 'price', priceGross: null, pricePurchase: 'cost', stock: 'stock', 'unity.translationCode': 'unit', 'unity.name': 'unit', 'category.name': 'category', taxRate: 'tax_rate', status: null }, // prettier-ignore
    documents: { ...own, invoiceNumber: 'number', orderNumber: 'number', creditNoteNumber: 'number', customerInternalNote: null, header: null, invoiceDate: 'date', orderDate: 'date', creditNoteDate: 'date', deliveryDate: null, deliveryDateUntil: null, sendDate: null, payDate: null, timeToPay: 'payment_days', 'contact.id': 'customer_external_id', 'contact.customerNumber': 'customer_external_id', addressName: 'customer_name', 'contact.name': 'customer_name', addressName2: null, 'contactPerson.*': null, currency: 'currency', sumNet: 'total_excl_tax', sumTax: 'total_tax', sumGross: 'total_incl_tax', sumDiscounts: null, sumNetForeignCurrency: null, sumTaxForeignCurrency: null, sumGrossForeignCurrency: null, sumDiscountsForeignCurrency: null, sumNetAccounting: null, sumTaxAccounting: null, sumGrossAccounting: null, paidAmount: 'amount_paid', status: 'status', taxRate: null, taxText: null, taxType: null, discount: null, invoiceType: null }, // prettier-ignore
  },
  lines: {
    aliases: { id: null, objectName: null, 'part.partNumber': 'sku', 'part.id': 'product_id', name: 'item_name', text: 'description', quantity: 'quantity', 'unity.translationCode': 'unit', 'unity.name': 'unit', 'unity.*': null, price: 'unit_price', priceNet: 'unit_price', priceGross: null, priceTax: null, taxRate: 'tax_rate', discount: 'discount_percent', sumNet: 'total_excl_tax', sumNetAccounting: 'total_excl_tax', sumGross: null, sumTax: null, sumDiscount: null, sumGrossAccounting: null, sumTaxAccounting: null, positionNumber: null }, // prettier-ignore
  },
  // Units come as keys of a translation: UNITY_PIECE.
  values: { unit: (value) => /^UNITY_(\w+)$/.exec(value)?.[1]?.toLowerCase(), 'lines.unit': (value) => /^UNITY_(\w+)$/.exec(value)?.[1]?.toLowerCase() }, // prettier-ignore
  // A voucher of the credit side is what we have to pay.
  isPurchase: ({ objectName, creditDebit }) => objectName === 'Voucher' && creditDebit === 'C',
  // SR is the cancellation of an invoice; an offer is an order of the type AN, and its confirmation one of the type AB.
  objectOf: ({ invoiceType: type, orderType: order }, object) => {
    if (object === 'invoices') return type === 'SR' ? 'credit_notes' : null
    if (object === 'orders' && order === 'AN') return 'quotes'
    return object === 'quotes' && order === 'AB' ? 'orders' : null
  },
})
