import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Lexware Office (lexoffice): its public API. */
export const lexwareOffice = () => plugin({ name: 'lexware-office', version: '1.0.0', vocabularies: [words] })

const ids = { id: 'external_id', 'roles.customer.number': 'external_id', 'roles.vendor.number': null, organizationId: null, resourceUri: null, createdDate: null, updatedDate: null, version: null } // prettier-ignore

const words = vocabulary({
  name: 'lexware-office',
  title: 'Lexware Office',
  fingerprint: {
    keys: ['organizationId', 'resourceUri', 'voucherStatus', 'voucherNumber', 'voucherDate', 'voucherType', 'lineItemAmount', 'taxConditions', 'totalNetAmount', 'totalGrossAmount', 'vatRegistrationId', 'leadingPrice', 'netPrice', 'grossPrice', 'taxRatePercentage', 'allowTaxFreeInvoices', 'archived', 'roles'], // prettier-ignore
  },
  aliases: {
    companies: { ...ids, 'company.name': 'name', 'person.firstName': 'person_first', 'person.lastName': 'person_last', 'company.vatRegistrationId': 'vat_number', 'company.taxNumber': null, 'addresses.billing.street': 'street', 'addresses.billing.zip': 'postcode', 'addresses.billing.city': 'city', 'addresses.billing.countryCode': 'country', 'addresses.shipping.*': null, 'emailAddresses.business': 'email', 'emailAddresses.office': 'email', 'phoneNumbers.business': 'phone', 'phoneNumbers.office': 'phone', 'phoneNumbers.mobile': 'phone', 'phoneNumbers.fax': null, 'company.contactPersons.*': null }, // prettier-ignore
    contacts: { ...ids, 'person.firstName': 'first_name', 'person.lastName': 'last_name', 'person.salutation': null, 'company.name': 'company' }, // prettier-ignore
    products: { id: 'external_id', articleNumber: 'sku', title: 'name', description: 'description', note: null, gtin: 'barcode', unitName: 'unit', 'price.netPrice': 'price', 'price.grossPrice': null, 'price.leadingPrice': null, 'price.taxRate': 'tax_rate', type: null, organizationId: null, version: null }, // prettier-ignore
    documents: { ...ids, voucherNumber: 'number', voucherDate: 'date', dueDate: 'due_date', voucherStatus: 'status', 'address.contactId': 'customer_external_id', contactId: 'customer_external_id', 'address.name': 'customer_name', contactName: 'customer_name', 'totalPrice.currency': 'currency', currency: 'currency', 'totalPrice.totalNetAmount': 'total_excl_tax', 'totalPrice.totalTaxAmount': 'total_tax', 'totalPrice.totalGrossAmount': 'total_incl_tax', totalAmount: 'total_incl_tax', openAmount: 'amount_due', 'shippingConditions.*': null, 'paymentConditions.*': null }, // prettier-ignore
    quotes: { expirationDate: 'due_date' },
    orders: { dueDate: null },
  },
  lines: {
    keys: ['lineItems'],
    aliases: { id: null, name: 'item_name', description: 'description', quantity: 'quantity', unitName: 'unit', 'unitPrice.netAmount': 'unit_price', 'unitPrice.grossAmount': null, 'unitPrice.currency': null, 'unitPrice.taxRatePercentage': 'tax_rate', discountPercentage: 'discount_percent', lineItemAmount: 'total_excl_tax' }, // prettier-ignore
  },
  objectOf: ({ voucherType: type }, object) => (object === 'invoices' && type === 'creditnote' ? 'credit_notes' : null),
})
