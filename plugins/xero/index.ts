import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Xero: the Accounting API, as JSON and as converted XML. */
export const xero = () => plugin({ name: 'xero', version: '1.0.0', vocabularies: [words] })

const words = vocabulary({
  name: 'xero',
  title: 'Xero',
  fingerprint: {
    keys: ['ContactID', 'ContactNumber', 'ContactStatus', 'AddressType', 'PhoneType', 'PhoneAreaCode', 'PhoneCountryCode', 'UpdatedDateUTC', 'HasAttachments', 'HasValidationErrors', 'LineAmountTypes', 'LineItems', 'UnitAmount', 'LineAmount', 'InvoiceID', 'CreditNoteID', 'QuoteID', 'PurchaseOrderID', 'AmountCredited', 'AmountDue', 'DateString', 'DueDateString', 'ItemID', 'SalesDetails', 'PurchaseDetails', 'IsTrackedAsInventory', 'BankAccountDetails', 'AccountsReceivableTaxType', 'RemainingCredit', '*ContactName', '*InvoiceNumber', '*UnitAmount', '*AccountCode', '*TaxType', 'InventoryItemCode', 'POAddressLine1'], // prettier-ignore
    values: [/^\/Date\(\d{10,14}[+-]\d{4}\)\/$/, /^ACC(?:REC|PAY)(?:CREDIT)?$/],
  },
  aliases: {
    all: { UpdatedDateUTC: null, UpdatedDateUTCString: null, 'BrandingTheme.*': null, 'Balances.*': null },
    companies: { ContactID: 'external_id', ContactNumber: 'external_id', AccountNumber: 'external_id', CompanyNumber: null, Name: 'name', EmailAddress: 'email', TaxNumber: 'vat_number', DefaultCurrency: 'currency', Website: 'domain', BankAccountDetails: null, 'ContactPersons.*': null }, // prettier-ignore
    contacts: { ContactID: 'external_id', ContactNumber: 'external_id', AccountNumber: null, FirstName: 'first_name', LastName: 'last_name', EmailAddress: 'email', 'ContactPersons.*': null }, // prettier-ignore
    products: { ItemID: 'external_id', Code: 'sku', Name: 'name', Description: 'description', PurchaseDescription: null, 'SalesDetails.UnitPrice': 'price', 'PurchaseDetails.UnitPrice': 'cost', QuantityOnHand: 'stock', TotalCostPool: null }, // prettier-ignore
    documents: { '*ContactName': 'customer_name', '*InvoiceNumber': 'number', '*CreditNoteNumber': 'number', '*InvoiceDate': 'date', '*Date': 'date', '*DueDate': 'due_date', '*AccountCode': null, EmailAddress: null, POCity: null, Currency: 'currency', InvoiceID: 'external_id', CreditNoteID: 'external_id', QuoteID: 'external_id', PurchaseOrderID: 'external_id', ID: null, InvoiceNumber: 'number', CreditNoteNumber: 'number', QuoteNumber: 'number', PurchaseOrderNumber: 'number', Reference: null, DateString: 'date', Date: 'date', DueDateString: 'due_date', DueDate: 'due_date', ExpectedPaymentDate: null, PlannedPaymentDate: null, FullyPaidOnDate: null, DeliveryDate: null, 'Contact.ContactID': 'customer_external_id', 'Contact.Name': 'customer_name', CurrencyCode: 'currency', SubTotal: 'total_excl_tax', TotalTax: 'total_tax', Total: 'total_incl_tax', AmountDue: 'amount_due', RemainingCredit: 'amount_due', AmountPaid: 'amount_paid', AmountCredited: null, Status: 'status', TotalDiscount: null, CISDeduction: null }, // prettier-ignore
    quotes: { ExpiryDateString: 'due_date', ExpiryDate: 'due_date', Title: null, Summary: null, Terms: null },
    orders: { DeliveryDateString: null },
  },
  lines: {
    keys: ['LineItems'],
    aliases: { InventoryItemCode: 'sku', '*Description': 'description', '*Quantity': 'quantity', '*UnitAmount': 'unit_price', Discount: 'discount_percent', '*AccountCode': null, '*TaxType': null, Reference: null, LineItemID: null, ItemCode: 'sku', 'Item.Code': 'sku', 'Item.ItemID': 'product_id', 'Item.Name': 'item_name', Description: 'description', Quantity: 'quantity', UnitAmount: 'unit_price', DiscountRate: 'discount_percent', DiscountAmount: null, TaxAmount: null, TaxType: null, LineAmount: 'total_excl_tax', AccountCode: null }, // prettier-ignore
  },
  objectOf: ({ Type: type }, object) => (object === 'invoices' && /^ACC(?:REC|PAY)CREDIT$/.test(String(type)) ? 'credit_notes' : null),
})
