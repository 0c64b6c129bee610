import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of NetSuite: columns of SuiteAnalytics, and records of SOAP and REST. */
export const netsuite = () => plugin({ name: 'netsuite', version: '1.0.0', vocabularies: [words] })

const ids = { id: 'external_id', internalId: 'external_id', 'links.*': null, externalId: null, lastmodifieddate: null, lastModifiedDate: null, datecreated: null, dateCreated: null, 'subsidiary.*': null, 'customForm.*': null } // prettier-ignore

const words = vocabulary({
  name: 'netsuite',
  title: 'NetSuite',
  fingerprint: {
    keys: ['entityid', 'altname', 'companyname', 'isperson', 'isPerson', 'isinactive', 'entitystatus', 'entityStatus', 'entitytitle', 'salesrep', 'tranid', 'tranId', 'trandate', 'tranDate', 'transactionnumber', 'foreigntotal', 'foreignamountunpaid', 'taxtotal', 'taxTotal', 'itemList', 'internalid', 'lastmodifieddate', 'datecreated', 'displayname', 'salesdescription', 'salesDescription', 'sales_description', 'type_name', 'upccode', 'upcCode', 'projectedtotal', 'projectedTotal', 'expectedclosedate', 'refName', 'vatregnumber', 'vatRegNumber'], // prettier-ignore
    keyPatterns: [/^cust(?:entity|body|item|col|record)_?\w+$/],
    hits: 2,
  },
  lists: { item: 'lines', itemList: 'lines' },
  aliases: {
    companies: { ...ids, entityid: 'external_id', entityId: 'external_id', companyname: 'name', companyName: 'name', altname: 'name', altName: 'name', entitytitle: null, firstname: 'person_first', lastname: 'person_last', url: 'domain', vatregnumber: 'vat_number', vatRegNumber: 'vat_number', 'currency.refName': 'currency', currency: 'currency', defaultaddress: null, defaultAddress: null, accountnumber: null, category: null }, // prettier-ignore
    contacts: { ...ids, entityid: 'full_name', entityId: 'full_name', altname: 'full_name', firstname: 'first_name', firstName: 'first_name', lastname: 'last_name', lastName: 'last_name', title: 'title', salutation: null, companyname: 'company', companyName: 'company', 'company.refName': 'company', 'company.name': 'company', company: 'company', entitytitle: null, mobilephone: 'phone', mobilePhone: 'phone', officephone: 'phone' }, // prettier-ignore
    products: { ...ids, item_id: 'external_id', name: 'name', type_name: null, sales_description: 'description', itemid: 'sku', itemId: 'sku', displayname: 'name', displayName: 'name', salesdescription: 'description', salesDescription: 'description', purchasedescription: null, purchaseDescription: null, baseprice: 'price', basePrice: 'price', cost: 'cost', averagecost: null, lastpurchaseprice: null, quantityonhand: 'stock', quantityOnHand: 'stock', quantityavailable: 'stock', quantityonorder: 'stock_incoming', upccode: 'barcode', upcCode: 'barcode', 'class.refName': 'category', 'saleUnit.refName': 'unit', 'stockUnit.refName': 'unit', fullname: null, vendorname: 'supplier_sku' }, // prettier-ignore
    deals: { ...ids, tranid: null, tranId: null, title: 'name', projectedtotal: 'amount', projectedTotal: 'amount', estimatedtotal: 'amount', weightedtotal: null, rangehigh: null, rangelow: null, expectedclosedate: 'close_date', expectedCloseDate: 'close_date', trandate: null, tranDate: null, 'entity.refName': 'company', 'entity.name': 'company', companyname: 'company', entity: 'company', 'entityStatus.refName': 'stage', entitystatus: 'stage', 'salesRep.refName': 'owner', salesrep: 'owner', probability: null }, // prettier-ignore
    documents: { ...ids, tranid: 'number', tranId: 'number', transactionnumber: null, otherrefnum: null, otherRefNum: null, trandate: 'date', tranDate: 'date', createddate: null, duedate: 'due_date', dueDate: 'due_date', shipdate: null, shipDate: null, 'entity.internalId': 'customer_external_id', 'entity.id': 'customer_external_id', entity: 'customer_external_id', 'entity.name': 'customer_name', 'entity.refName': 'customer_name', companyname: 'customer_name', 'currency.refName': 'currency', currencyName: 'currency', 'currency.name': 'currency', currency: 'currency', exchangerate: null, exchangeRate: null, subtotal: 'total_excl_tax', subTotal: 'total_excl_tax', taxtotal: 'total_tax', taxTotal: 'total_tax', foreigntotal: 'total_incl_tax', total: 'total_incl_tax', discountTotal: null, foreignamountunpaid: 'amount_due', amountremaining: 'amount_due', amountRemaining: 'amount_due', foreignamountpaid: 'amount_paid', 'status.refName': 'status', status: 'status', memo: null }, // prettier-ignore
    quotes: { expectedclosedate: null, dueDate: 'due_date', duedate: 'due_date' },
    orders: { duedate: null, dueDate: null },
  },
  lines: {
    keys: ['itemList', 'item', 'items'],
    aliases: { line: null, 'item.name': 'sku', 'item.refName': 'sku', 'item.internalId': 'product_id', 'item.id': 'product_id', item: 'product_id', description: 'description', quantity: 'quantity', 'units.name': 'unit', 'units.refName': 'unit', rate: 'unit_price', amount: 'total_excl_tax', grossAmt: null, taxRate1: 'tax_rate', taxrate1: 'tax_rate', 'taxCode.*': null, quantityBilled: null, quantityFulfilled: null }, // prettier-ignore
  },
})
