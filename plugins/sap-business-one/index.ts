import { plugin, vocabulary } from 'rapport-crm'

/** Teaches ingest the words of SAP Business One: the entities of the Service Layer. */
export const sapBusinessOne = () => plugin({ name: 'sap-business-one', version: '1.0.0', vocabularies: [words] })

const nothingIfZero = (value: string) => (Number(value) === 0 ? null : undefined)

const words = vocabulary({
  name: 'sap-business-one',
  title: 'SAP Business One',
  fingerprint: {
    keys: ['CardCode', 'CardName', 'CardType', 'DocEntry', 'DocNum', 'DocDate', 'DocDueDate', 'DocTotal', 'DocCurrency', 'DocumentLines', 'DocumentStatus', 'NumAtCard', 'VatSum', 'PaidToDate', 'FederalTaxID', 'VatIDNum', 'BPAddresses', 'ContactEmployees', 'Cellular', 'InternalCode', 'E_Mail', 'ItemCode', 'ItemName', 'ItemType', 'ItemsGroupCode', 'ItemPrices', 'BarCode', 'QuantityOnStock', 'SalesUnit', 'LineTotal', 'MeasureUnit', 'PriceAfterVAT', 'TaxPercentagePerRow', 'SpecialPricesDataAreas', 'SequentialNo', 'OpportunityName', 'PredictedClosingDate', 'MaxLocalTotal', 'CurrentStageNo', 'SalesOpportunitiesLines'], // prettier-ignore
    values: [/^(?:bost_|sos_|bo_|cCustomer|cSupplier|itItems|tYES|tNO)/],
  },
  lists: { BPAddresses: 'one', ContactEmployees: 'none', ItemPrices: 'one', DocumentLines: 'lines', SpecialPricesDataAreas: 'one', SalesOpportunitiesLines: 'none', ItemWarehouseInfoCollection: 'none' }, // prettier-ignore
  aliases: {
    all: { CreateDate: null, UpdateDate: null, CreationDate: null },
    companies: { CardCode: 'external_id', CardName: 'name', CardForeignName: null, EmailAddress: 'email', Phone1: 'phone', Phone2: 'phone', Cellular: 'phone', Website: 'domain', FederalTaxID: 'vat_number', VatIDNum: 'vat_number', UnifiedFederalTaxID: 'vat_number', AdditionalID: null, Currency: 'currency', Address: 'street', ZipCode: 'postcode', City: 'city', Country: 'country', 'BPAddresses.Street': 'street', 'BPAddresses.ZipCode': 'postcode', 'BPAddresses.City': 'city', 'BPAddresses.Country': 'country', 'BPAddresses.AddressName': null, MailAddress: null, MailZipCode: null, MailCity: null, MailCountry: null, ContactPerson: null, Industry: 'industry' }, // prettier-ignore
    contacts: { InternalCode: 'external_id', CardCode: 'company', FirstName: 'first_name', LastName: 'last_name', Name: 'full_name', Title: null, Position: 'title', Profession: null, E_Mail: 'email', E_MailL: 'email', Phone1: 'phone', Phone2: 'phone', MobilePhone: 'phone' }, // prettier-ignore
    products: { ItemCode: 'sku', ItemName: 'name', ForeignName: null, BarCode: 'barcode', QuantityOnStock: 'stock', QuantityOrderedFromVendors: 'stock_incoming', SalesUnit: 'unit', InventoryUOM: 'unit', PurchaseUnit: null, ItemsGroupCode: null, User_Text: 'description', 'ItemPrices.Price': 'price', 'ItemPrices.Currency': 'currency', AvgStdPrice: 'cost', MovingAveragePrice: null, Mainsupplier: null, SupplierCatalogNo: 'supplier_sku', ItemType: null }, // prettier-ignore
    deals: { SequentialNo: 'external_id', OpprId: 'external_id', OpportunityName: 'name', OppName: 'name', CustomerName: 'company', CardName: 'company', CardCode: 'company', MaxLocalTotal: 'amount', MaxSum: 'amount', MaxSumLoc: 'amount', MaxSumSys: null, MaxSystemTotal: null, WeightedSumLC: null, WeightedSumSC: null, PredictedClosingDate: 'close_date', ClosingDate: null, StartDate: null, CurrentStageNo: 'stage', CurrentStageNumber: 'stage', SalesPerson: 'owner', Status: null }, // prettier-ignore
    documents: { DocEntry: 'external_id', DocNum: 'number', DocDate: 'date', TaxDate: 'date', DocDueDate: 'due_date', RequriedDate: null, CardCode: 'customer_external_id', CardName: 'customer_name', NumAtCard: null, DocCurrency: 'currency', DocTotalFc: 'total_incl_tax', DocTotal: 'total_incl_tax', DocTotalSys: null, VatSumFc: 'total_tax', VatSum: 'total_tax', VatSumSys: null, PaidToDateFC: 'amount_paid', PaidToDate: 'amount_paid', DocumentStatus: 'status', Cancelled: null, DocType: null, Address: null, Address2: null, TotalDiscount: null, TotalDiscountFC: null }, // prettier-ignore
    orders: { DocDueDate: null },
    price_rules: { ItemCode: 'sku', CardCode: 'customer_external_id', Price: 'price', Currency: 'currency', DiscountPercent: 'discount_percent', Discount: 'discount_percent', ValidFrom: 'valid_from', Validto: 'valid_to', ValidTo: 'valid_to', PriceListNum: null, 'SpecialPricesDataAreas.*': null }, // prettier-ignore
  },
  lines: {
    keys: ['DocumentLines'],
    aliases: { LineNum: null, ItemCode: 'sku', ItemDescription: 'description', ItemDetails: null, Quantity: 'quantity', OpenQuantity: null, UnitPrice: 'unit_price', Price: 'unit_price', PriceAfterVAT: null, GrossPrice: null, DiscountPercent: 'discount_percent', TaxPercentagePerRow: 'tax_rate', VatGroup: null, TaxCode: null, RowTotalFC: 'total_excl_tax', LineTotal: 'total_excl_tax', RowTotalSC: null, GrossTotal: null, GrossTotalFC: null, TaxTotal: null, MeasureUnit: 'unit', UoMCode: 'unit', UnitsOfMeasurment: null, BarCode: null, Currency: null, OpenAmount: null, ShipDate: null }, // prettier-ignore
  },
  values: {
    // Twins in foreign currency are the document's own amounts, and zero on a document in local currency.
    DocTotalFc: nothingIfZero, VatSumFc: nothingIfZero, PaidToDateFC: nothingIfZero, 'lines.RowTotalFC': nothingIfZero,
    Currency: (value) => (value === '##' ? null : undefined),
    customer_external_id: (value) => (value.startsWith('*') ? null : undefined),
  }, // prettier-ignore
})
