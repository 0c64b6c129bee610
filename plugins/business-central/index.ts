import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of Microsoft Dynamics 365 Business Central: API v1.0 and v2.0, and the OData pages of the same tables. */
export const businessCentral = () => plugin({ name: 'business-central', version: '1.0.0', vocabularies: [words] })

const postal = (key: string) => ({ [`${key}.street`]: 'street', [`${key}.city`]: 'city', [`${key}.postalCode`]: 'postcode', [`${key}.countryLetterCode`]: 'country', [`${key}.state`]: null }) // prettier-ignore
const others = Object.fromEntries(['billTo', 'shipTo', 'payTo', 'Bill_to', 'Ship_to'].flatMap((key) => ['Name', 'CustomerId', 'CustomerNumber', '_Name', '_Customer_No', 'Contact', 'Country', '_Country_Region_Code'].map((part) => [key + part, null]))) // prettier-ignore

const words = vocabulary({
  name: 'business-central',
  title: 'Microsoft Dynamics 365 Business Central',
  fingerprint: {
    keys: ['taxRegistrationNumber', 'taxAreaId', 'taxLiable', 'paymentTermsId', 'paymentMethodId', 'shipmentMethodId', 'itemCategoryCode', 'itemCategoryId', 'baseUnitOfMeasureCode', 'baseUnitOfMeasure', 'generalProductPostingGroupCode', 'inventoryPostingGroupCode', 'lastModifiedDateTime', 'externalDocumentNumber', 'totalAmountExcludingTax', 'totalAmountIncludingTax', 'billToCustomerNumber', 'salesInvoiceLines', 'salesOrderLines', 'salesQuoteLines', 'salesCreditMemoLines', 'purchaseOrderLines', 'lineObjectNumber', 'privacyBlocked', 'estimatedClosingDate', 'contactCompanyName', 'salespersonCode', 'Gen_Prod_Posting_Group', 'Sell_to_Customer_No', 'Country_Region_Code', 'VAT_Registration_No', 'Base_Unit_of_Measure', 'Minimum_Quantity', 'Sales_Type', 'Sales_Code', 'Item_No', 'countryLetterCode', 'balanceDue', 'overdueAmount', '@odata.etag', 'Verk. an Deb.-Nr.', 'Verkaufscode', 'Verkaufsart', 'Einheitencode', 'Lagerortcode', 'Basiseinheitencode', 'Artikelkategoriencode', 'Lagerbuchungsgruppe', 'Einstandspreis (fix)', 'EK-Preis (neuester)', 'AssignToNo', 'Asset_Type', 'Price_List_Code', 'Amount_Type', 'Product_No'], // prettier-ignore
    // Its versions of a record, which other services of Microsoft write as numbers.
    // The etag of its sister, Finance, is "0,..." in the same writing.
    values: [/^W\/"Jz\w{2}Oz[\w+/=]*"$/],
  },
  aliases: {
    all: { lastModifiedDateTime: null, '@odata.etag': null },
    companies: { number: 'external_id', No: 'external_id', id: 'external_id', displayName: 'name', Name: 'name', phoneNumber: 'phone', Phone_No: 'phone', website: 'domain', Home_Page: 'domain', E_Mail: 'email', addressLine1: 'street', addressLine2: null, Address: 'street', Address_2: null, ...postal('address'), ...postal('billingPostalAddress'), Post_Code: 'postcode', Country_Region_Code: 'country', taxRegistrationNumber: 'vat_number', VAT_Registration_No: 'vat_number', currencyCode: 'currency', Currency_Code: 'currency', type: null, taxAreaDisplayName: null }, // prettier-ignore
    contacts: { number: 'external_id', No: 'external_id', id: 'external_id', displayName: 'full_name', Name: 'full_name', companyName: 'company', Company_Name: 'company', customerName: 'company', companyNumber: null, jobTitle: 'title', professionalTitle: 'title', Job_Title: 'title', phoneNumber: 'phone', mobilePhoneNumber: 'phone', searchName: null }, // prettier-ignore
    products: { 'Nr.': 'sku', Beschreibung: 'name', 'Beschreibung 2': null, Art: null, number: 'sku', No: 'sku', id: 'external_id', displayName: 'name', Description: 'name', displayName2: null, unitPrice: 'price', Unit_Price: 'price', unitCost: 'cost', Unit_Cost: 'cost', inventory: 'stock', Inventory: 'stock', InventoryField: 'stock', baseUnitOfMeasureCode: 'unit', 'baseUnitOfMeasure.code': 'unit', Base_Unit_of_Measure: 'unit', gtin: 'barcode', GTIN: 'barcode', itemCategoryCode: 'category', Item_Category_Code: 'category', type: null, taxGroupCode: null }, // prettier-ignore
    deals: { number: 'external_id', id: 'external_id', description: 'name', estimatedValue: 'amount', calculatedCurrentValue: null, estimatedClosingDate: 'close_date', status: 'stage', salespersonCode: 'owner', contactCompanyName: 'company', contactName: null, salesCycleStageDescription: null }, // prettier-ignore
    documents: { ...others, number: 'number', No: 'number', id: 'external_id', externalDocumentNumber: null, customerPurchaseOrderReference: null, orderNumber: null, orderId: null, invoiceNumber: null, invoiceId: null, documentDate: 'date', orderDate: 'date', invoiceDate: 'date', creditMemoDate: 'date', Order_Date: 'date', Document_Date: 'date', postingDate: 'date', Posting_Date: 'date', dueDate: 'due_date', Due_Date: 'due_date', customerNumber: 'customer_external_id', customerId: 'customer_external_id', Sell_to_Customer_No: 'customer_external_id', customerName: 'customer_name', Sell_to_Customer_Name: 'customer_name', currencyCode: 'currency', Currency_Code: 'currency', totalAmountExcludingTax: 'total_excl_tax', Amount: 'total_excl_tax', totalTaxAmount: 'total_tax', totalAmountIncludingTax: 'total_incl_tax', Amount_Including_VAT: 'total_incl_tax', remainingAmount: 'amount_due', Remaining_Amount: 'amount_due', status: 'status', discountAmount: null, sentDate: null, acceptedDate: null, requestedDeliveryDate: null, shipmentDate: null, vendorId: null, vendorNumber: null, vendorName: null }, // prettier-ignore
    quotes: { validUntilDate: 'due_date', Quote_Valid_Until_Date: 'due_date', dueDate: 'due_date' },
    price_rules: { Verkaufsart: null, Verkaufscode: 'customer_external_id', Art: null, Code: 'sku', Product_No: 'sku', AssignToNo: 'customer_external_id', Parent_Source_No: null, Line_No: null, assetNumber: 'sku', Item_No: 'sku', itemNumber: 'sku', sourceNumber: 'customer_external_id', customerNumber: 'customer_external_id', Sales_Code: 'customer_external_id', minimumQuantity: 'min_quantity', Minimum_Quantity: 'min_quantity', unitPrice: 'price', Unit_Price: 'price', startingDate: 'valid_from', Starting_Date: 'valid_from', endingDate: 'valid_to', Ending_Date: 'valid_to', lineDiscountPercent: 'discount_percent', Line_Discount_Percent: 'discount_percent', currencyCode: 'currency', Currency_Code: 'currency' }, // prettier-ignore
  },
  lines: {
    keys: ['salesQuoteLines', 'salesOrderLines', 'salesInvoiceLines', 'salesCreditMemoLines', 'purchaseOrderLines'],
    aliases: { id: null, documentId: null, lineObjectNumber: 'sku', 'lineDetails.number': 'sku', No: 'sku', itemId: 'product_id', accountId: null, 'lineDetails.displayName': 'item_name', description: 'description', Description: 'description', description2: null, quantity: 'quantity', Quantity: 'quantity', unitOfMeasureCode: 'unit', 'unitOfMeasure.code': 'unit', 'unitOfMeasure.displayName': 'unit', Unit_of_Measure_Code: 'unit', unitOfMeasureId: null, unitPrice: 'unit_price', Unit_Price: 'unit_price', discountPercent: 'discount_percent', Line_Discount_Percent: 'discount_percent', taxPercent: 'tax_rate', taxCode: null, amountExcludingTax: 'total_excl_tax', netAmount: 'total_excl_tax', Line_Amount: 'total_excl_tax', amountIncludingTax: null, netAmountIncludingTax: null, totalTaxAmount: null, netTaxAmount: null, invoiceDiscountAllocation: null, discountAmount: null, invoiceQuantity: null, shipQuantity: null, invoicedQuantity: null, shippedQuantity: null }, // prettier-ignore
  },
  // The descriptions of the API write "id-value" for an id; then the number is the only key.
  values: {
    // A price may be that of a group of customers, or of a campaign.
    Verkaufscode: (_, { Verkaufsart: kind }) => (kind === 'Debitor' ? undefined : null),
    AssignToNo: (_, { SourceType: kind }) => (kind === undefined || kind === 'Customer' ? undefined : null),
    Unit_Price: (_, { Amount_Type: kind }) => (kind === 'Discount' ? null : undefined),
    Sales_Code: (_, { Sales_Type: kind }) => (kind === undefined || kind === 'Customer' ? undefined : null),
    external_id: (value, record) => (value.endsWith('id-value') && typeof record.number === 'string' ? record.number : undefined),
  },
})
