import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Holded: its invoicing and CRM API. */
export const holded = () => plugin({ name: 'holded', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'holded',
  title: 'Holded',
  fingerprint: {
    keys: ['clientRecord', 'supplierRecord', 'billAddress', 'shippingAddresses', 'socialNetworks', 'tradeName', 'customId', 'docNumber', 'paymentsPending', 'paymentsTotal', 'paymentsRefunds', 'currencyChange', 'accountingDate', 'salesChannelId', 'applyContactDefaults', 'contactCp', 'numSerieId', 'invoiceNum', 'expAccountId', 'hasStock', 'forSale', 'forPurchase', 'factoryCode', 'funnelId', 'stageId', 'shippingHold', 'potential'], // prettier-ignore
  },
  lists: { shippingAddresses: 'none', contactPersons: 'none', notes: 'none' },
  aliases: {
    companies: { id: 'external_id', customId: 'external_id', name: 'name', tradeName: 'name', code: 'vat_number', vatnumber: 'vat_number', email: 'email', phone: 'phone', mobile: 'phone', 'billAddress.address': 'street', 'billAddress.city': 'city', 'billAddress.postalCode': 'postcode', 'billAddress.countryCode': 'country', 'billAddress.country': 'country', 'billAddress.province': null, 'defaults.currency': 'currency', 'socialNetworks.website': 'domain', type: null }, // prettier-ignore
    contacts: { id: 'external_id', personId: 'external_id', customId: 'external_id', name: 'full_name', tradeName: 'company', code: null, job: 'title', email: 'email', phone: 'phone', mobile: 'phone', type: null, 'defaults.*': null }, // prettier-ignore
    products: { id: 'external_id', sku: 'sku', name: 'name', desc: 'description', price: 'price', total: null, tax: 'tax_rate', cost: 'cost', purchasePrice: null, stock: 'stock', barcode: 'barcode', categoryId: null, factoryCode: null, contactName: null, contactId: null, kind: null, calculatecost: null }, // prettier-ignore
    deals: { id: 'external_id', name: 'name', value: 'amount', potential: null, stageId: 'stage', dueDate: 'close_date', contactName: 'company', contactId: 'company', personName: null, userId: 'owner', funnelId: null, status: null, date: null, createdAt: null, updatedAt: null }, // prettier-ignore
    documents: { id: 'external_id', docNumber: 'number', invoiceNum: 'number', contact: 'customer_external_id', contactName: 'customer_name', desc: null, notes: null, date: 'date', dueDate: 'due_date', accountingDate: null, forecastDate: null, currency: 'currency', currencyChange: null, subtotal: 'total_excl_tax', tax: 'total_tax', total: 'total_incl_tax', paymentsPending: 'amount_due', paymentsTotal: 'amount_paid', paymentsRefunds: null, discount: null, status: 'status' }, // prettier-ignore
  },
  lines: {
    keys: ['products', 'items'],
    aliases: { lineId: null, accountingId: null, productId: 'product_id', serviceId: 'product_id', sku: 'sku', name: 'item_name', desc: 'description', units: 'quantity', price: 'unit_price', subtotal: 'unit_price', discount: 'discount_percent', tax: 'tax_rate', taxes: null, costPrice: null, weight: null, retention: null }, // prettier-ignore
  },
})
