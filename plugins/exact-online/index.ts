import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Exact Online: its REST API. */
export const exactOnline = () => plugin({ name: 'exact-online', version: '1.0.0', vocabularies: [words] })

const own = { ID: 'external_id', Created: null, Modified: null, Creator: null, Division: null, ModifierFullName: null, CreatorFullName: null } // prettier-ignore
const party = { OrderedBy: 'customer_external_id', OrderAccount: 'customer_external_id', OrderedByName: 'customer_name', OrderAccountName: 'customer_name', InvoiceTo: null, InvoiceToName: null, DeliverTo: null, DeliverToName: null, DeliverToContactPersonFullName: null } // prettier-ignore

const words = vocabulary({
  name: 'exact-online',
  title: 'Exact Online',
  fingerprint: {
    keys: ['AmountDC', 'AmountFC', 'AmountFCExclVat', 'AmountDCExclVat', 'VATAmountDC', 'VATAmountFC', 'OrderedBy', 'OrderedByName', 'OrderAccount', 'InvoiceTo', 'InvoiceToName', 'DeliverTo', 'SalesInvoiceLines', 'SalesOrderLines', 'QuotationLines', 'QuotationNumber', 'QuotationID', 'OrderAccountName', 'Division', 'CreatorFullName', 'ModifierFullName', 'ItemDescription', 'NetPrice', 'VATPercentage', 'UnitDescription', 'StandardSalesPrice', 'VATNumber', 'AddressLine1', 'Postcode', 'IsSalesItem', 'ItemGroupDescription', 'OpportunityStage', 'LeadSource', 'AccountName', 'JobTitleDescription'], // prettier-ignore
    hits: 3,
  },
  aliases: {
    all: own,
    companies: { Code: 'external_id', Name: 'name', AddressLine1: 'street', AddressLine2: null, Postcode: 'postcode', City: 'city', Country: 'country', CountryName: null, VATNumber: 'vat_number', ChamberOfCommerce: null, SalesCurrency: 'currency', PurchaseCurrency: null, Website: 'domain', AccountManagerFullName: null, Status: null }, // prettier-ignore
    contacts: { FullName: 'full_name', FirstName: 'first_name', LastName: 'last_name', MiddleName: null, Title: null, JobTitleDescription: 'title', AccountName: 'company', Account: 'company', Mobile: 'phone', Phone: 'phone', BusinessPhone: 'phone', BusinessEmail: 'email', Code: null }, // prettier-ignore
    products: { Code: 'sku', Description: 'name', ExtraDescription: 'description', Notes: null, StandardSalesPrice: 'price', SalesPrice: 'price', CostPriceStandard: 'cost', CostPriceNew: null, AverageCost: null, Stock: 'stock', UnitDescription: 'unit', Unit: 'unit', Barcode: 'barcode', ItemGroupDescription: 'category', ItemGroupCode: 'category', CostPriceCurrency: null, StandardSalesPriceCurrency: 'currency' }, // prettier-ignore
    deals: { Name: 'name', AmountFC: 'amount', AmountDC: 'amount', Currency: 'currency', CloseDate: 'close_date', ActionDate: null, AccountName: 'company', Account: 'company', OpportunityStageDescription: 'stage', OpportunityStage: 'stage', OwnerFullName: 'owner', Owner: 'owner', Probability: null }, // prettier-ignore
    documents: { ...party, InvoiceID: 'external_id', OrderID: 'external_id', QuotationID: 'external_id', InvoiceNumber: 'number', OrderNumber: 'number', QuotationNumber: 'number', YourRef: null, Description: null, InvoiceDate: 'date', OrderDate: 'date', QuotationDate: 'date', DueDate: 'due_date', DeliveryDate: null, Currency: 'currency', AmountFCExclVat: 'total_excl_tax', VATAmountFC: 'total_tax', VATAmountDC: 'total_tax', VATAmount: 'total_tax', AmountFC: 'total_incl_tax', AmountDC: 'total_incl_tax', AmountDiscount: null, AmountDiscountExclVat: null, StatusDescription: 'status', Status: 'status', StarterSalesInvoiceStatusDescription: null, Type: null, Journal: null }, // prettier-ignore
    quotes: { DueDate: 'due_date', ClosingDate: 'due_date', CloseDate: null },
    orders: { DueDate: null, OrderDate: 'date' },
    price_rules: { ItemCode: 'sku', Item: 'sku', AccountCode: 'customer_external_id', Account: 'customer_external_id', Quantity: 'min_quantity', Price: 'price', Currency: 'currency', StartDate: 'valid_from', EndDate: 'valid_to', ItemDescription: null, AccountName: null, DefaultItemUnit: null, NumberOfItemsPerUnit: null }, // prettier-ignore
  },
  lines: {
    keys: ['SalesInvoiceLines', 'SalesOrderLines', 'QuotationLines'],
    aliases: { ID: null, LineNumber: null, ItemCode: 'sku', Item: 'product_id', ItemDescription: 'item_name', Description: 'description', Quantity: 'quantity', UnitDescription: 'unit', UnitCode: 'unit', UnitPrice: 'unit_price', NetPrice: 'unit_price', Discount: 'discount_percent', VATPercentage: 'tax_rate', VATCode: null, VATAmountDC: null, VATAmountFC: null, AmountFC: 'total_excl_tax', AmountDC: 'total_excl_tax', DeliveryDate: null, CostPriceFC: null }, // prettier-ignore
  },
})
