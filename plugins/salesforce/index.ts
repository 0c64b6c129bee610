import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Salesforce: the standard objects of Sales Cloud. */
export const salesforce = () => plugin({ name: 'salesforce', version: '1.0.0', vocabularies: [words] })

const own = { Id: 'external_id', MasterRecordId: null, CreatedDate: null, LastModifiedDate: null, SystemModstamp: null, CreatedById: null, LastModifiedById: null, 'attributes.*': null } // prettier-ignore

const words = vocabulary({
  name: 'salesforce',
  title: 'Salesforce',
  fingerprint: {
    keys: ['SystemModstamp', 'LastModifiedById', 'CreatedById', 'IsDeleted', 'OwnerId', 'AccountId', 'MasterRecordId', 'StageName', 'CloseDate', 'ForecastCategory', 'BillingStreet', 'BillingCity', 'BillingPostalCode', 'BillingCountry', 'ShippingStreet', 'NumberOfEmployees', 'AnnualRevenue', 'LeadSource', 'MailingStreet', 'MailingCity', 'ReportsToId', 'Pricebook2Id', 'PricebookEntryId', 'Product2Id', 'ProductCode', 'QuantityUnitOfMeasure', 'StockKeepingUnit', 'CurrencyIsoCode', 'OpportunityId', 'QuoteNumber', 'EffectiveDate', 'GrandTotal', 'ExpirationDate'], // prettier-ignore
    keyPatterns: [/^[A-Z]\w+__c$/],
  },
  lists: { QuoteLineItems: 'lines', OrderItems: 'lines', OpportunityLineItems: 'lines' },
  aliases: {
    companies: { ...own, AccountNumber: 'external_id', Name: 'name', Company: 'name', Website: 'domain', Phone: 'phone', Fax: null, BillingStreet: 'street', BillingCity: 'city', BillingPostalCode: 'postcode', BillingCountryCode: 'country', BillingCountry: 'country', Industry: 'industry', CurrencyIsoCode: 'currency', ParentId: null, Site: null, Sic: null, SicDesc: null, DunsNumber: null, TickerSymbol: null }, // prettier-ignore
    contacts: { ...own, FirstName: 'first_name', LastName: 'last_name', Salutation: null, Title: 'title', Email: 'email', Phone: 'phone', MobilePhone: 'phone', HomePhone: null, OtherPhone: null, Company: 'company', 'Account.Name': 'company', AccountId: 'company', Name: 'full_name', ReportsToId: null, CompanyDunsNumber: null, DandbCompanyId: null, Department: null }, // prettier-ignore
    products: { ...own, ProductCode: 'sku', 'Product2.ProductCode': 'sku', StockKeepingUnit: 'sku', Name: 'name', Description: 'description', Family: 'category', QuantityUnitOfMeasure: 'unit', UnitPrice: 'price', CurrencyIsoCode: 'currency', Type: null }, // prettier-ignore
    deals: { ...own, Name: 'name', Amount: 'amount', ExpectedRevenue: null, CloseDate: 'close_date', StageName: 'stage', 'Account.Name': 'company', AccountId: 'company', 'Owner.Name': 'owner', 'Owner.Email': 'owner', OwnerId: 'owner', CurrencyIsoCode: 'currency', Probability: null, Type: null, ForecastCategory: null, TotalOpportunityQuantity: null, LeadSource: null }, // prettier-ignore
    documents: { ...own, OrderNumber: 'number', QuoteNumber: 'number', InvoiceNumber: 'number', Name: null, PoNumber: null, EffectiveDate: 'date', InvoiceDate: 'date', EndDate: null, ActivatedDate: null, DueDate: 'due_date', 'Account.Name': 'customer_name', AccountId: 'customer_external_id', BillToContactId: null, ShipToContactId: null, CurrencyIsoCode: 'currency', TotalAmount: 'total_excl_tax', TotalPrice: 'total_excl_tax', Subtotal: null, Tax: 'total_tax', GrandTotal: 'total_incl_tax', Discount: null, ShippingHandling: null, Status: 'status', StatusCode: null, OpportunityId: null, ContractId: null, OwnerId: null }, // prettier-ignore
    quotes: { ExpirationDate: 'due_date', CreatedDate: 'date' },
    price_rules: { Id: 'external_id', ProductCode: 'sku', 'Product2.ProductCode': 'sku', Product2Id: 'sku', UnitPrice: 'price', CurrencyIsoCode: 'currency', Pricebook2Id: null, LowerBound: 'min_quantity', UpperBound: null }, // prettier-ignore
  },
  lines: {
    keys: ['QuoteLineItems', 'OrderItems', 'OpportunityLineItems'],
    aliases: { Id: null, 'Product2.ProductCode': 'sku', ProductCode: 'sku', Product2Id: 'product_id', PricebookEntryId: null, 'Product2.Name': 'item_name', Description: 'description', Quantity: 'quantity', UnitPrice: 'unit_price', ListPrice: null, Discount: 'discount_percent', Subtotal: null, TotalPrice: 'total_excl_tax', LineNumber: null, ServiceDate: null }, // prettier-ignore
  },
})
