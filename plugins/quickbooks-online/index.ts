import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of QuickBooks Online: the entities of the Accounting API, nested or flattened by a connector. */
export const quickbooksOnline = () => plugin({ name: 'quickbooks-online', version: '1.0.0', vocabularies: [words] })

const party = { Id: 'external_id', domain: null, Title: null, Suffix: null, PrintOnCheckName: null, FullyQualifiedName: null, 'PrimaryEmailAddr.Address': 'email', 'PrimaryPhone.FreeFormNumber': 'phone', 'Mobile.FreeFormNumber': 'phone', 'ParentRef.*': null, 'ShipAddr.*': null, Notes: null } // prettier-ignore

const words = vocabulary({
  name: 'quickbooks-online',
  title: 'QuickBooks Online',
  fingerprint: {
    keys: ['SyncToken', 'MetaData', 'sparse', 'TxnDate', 'DocNumber', 'TotalAmt', 'CustomerRef', 'CurrencyRef', 'BillAddr', 'ShipAddr', 'PrimaryEmailAddr', 'PrimaryPhone', 'FullyQualifiedName', 'PrintOnCheckName', 'GivenName', 'FamilyName', 'SalesItemLineDetail', 'DetailType', 'TxnTaxDetail', 'TxnStatus', 'PrivateNote', 'CustomerMemo', 'IncomeAccountRef', 'QtyOnHand', 'PurchaseCost', 'TrackQtyOnHand', 'BalanceWithJobs', 'RemainingCredit', 'CountrySubDivisionCode', 'AllowOnlinePayment', 'PrimaryTaxIdentifier', 'WebAddr', 'Transaction type', 'Open balance', 'Memo/Description', 'Product/Service Name', 'Sales Price / Rate', 'Income Account', 'Expense Account', 'Inventory Asset Account', 'Quantity as-of Date'], // prettier-ignore
    // Where a record is from, in its every copy.
    values: [/^QBO$/],
    keyPatterns: [/^(?:MetaData__|CustomerRef__|CurrencyRef__|BillAddr__)/],
  },
  aliases: {
    all: { 'MetaData.*': null, SyncToken: null },
    companies: { ...party, CompanyName: 'name', DisplayName: 'name', 'WebAddr.URI': 'domain', 'BillAddr.Line1': 'street', 'BillAddr.City': 'city', 'BillAddr.PostalCode': 'postcode', 'BillAddr.Country': 'country', 'CurrencyRef.value': 'currency', PrimaryTaxIdentifier: 'vat_number', BusinessNumber: 'vat_number', GSTIN: 'vat_number', ResaleNum: null, AcctNum: null }, // prettier-ignore
    contacts: { ...party, GivenName: 'first_name', FamilyName: 'last_name', CompanyName: 'company' },
    products: { 'Product/Service Name': 'name', 'Sales Description': 'description', 'Sales Price / Rate': 'price', 'Quantity On Hand': 'stock', Id: 'external_id', Sku: 'sku', Name: 'name', FullyQualifiedName: null, Description: 'description', PurchaseDesc: null, UnitPrice: 'price', PurchaseCost: 'cost', QtyOnHand: 'stock', 'ParentRef.name': 'category', Type: null, 'UOMSetRef.name': 'unit' }, // prettier-ignore
    documents: { Num: 'number', Name: 'customer_name', Amount: 'total_incl_tax', 'Open balance': 'amount_due', 'Memo/Description': null, Id: 'external_id', DocNumber: 'number', TxnDate: 'date', DueDate: 'due_date', ShipDate: null, 'CustomerRef.value': 'customer_external_id', 'CustomerRef.name': 'customer_name', 'VendorRef.*': null, 'CurrencyRef.value': 'currency', ExchangeRate: null, 'TxnTaxDetail.TotalTax': 'total_tax', TotalAmt: 'total_incl_tax', HomeTotalAmt: null, RemainingCredit: 'amount_due', Balance: 'amount_due', HomeBalance: null, Deposit: null, TxnStatus: 'status', status: 'status', 'BillAddr.*': null, 'ShipAddr.*': null, PrivateNote: null }, // prettier-ignore
    quotes: { ExpirationDate: 'due_date', DueDate: null },
    orders: { DueDate: null },
  },
  lines: {
    keys: ['Line'],
    aliases: { Id: null, LineNum: null, 'SalesItemLineDetail.ItemRef.name': 'item_name', 'SalesItemLineDetail.ItemRef.value': 'product_id', 'ItemBasedExpenseLineDetail.ItemRef.name': 'item_name', Description: 'description', 'SalesItemLineDetail.Qty': 'quantity', 'ItemBasedExpenseLineDetail.Qty': 'quantity', 'SalesItemLineDetail.UnitPrice': 'unit_price', 'ItemBasedExpenseLineDetail.UnitPrice': 'unit_price', Amount: 'total_excl_tax', 'SalesItemLineDetail.TaxCodeRef.value': null, 'SalesItemLineDetail.ServiceDate': null, 'SalesItemLineDetail.TaxInclusiveAmt': null, 'DiscountLineDetail.*': null, 'GroupLineDetail.*': null }, // prettier-ignore
  },
  // A void has no state of its own: the note says so, and all amounts are zero.
  also: ({ PrivateNote: note }, object) =>
    typeof note === 'string' && /^void(?:ed)?\b/i.test(note) && object !== 'companies' ? { status: note.slice(0, 60) } : {},
})
