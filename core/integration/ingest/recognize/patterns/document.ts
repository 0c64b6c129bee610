import type { IngestObject } from '../../objects.ts'
import type { Patterns } from './pattern.ts'

const fields = {
  external_id:
    'external id | id | record id:.96 | vatid:.8 | document id | source id | transaction id:0 | customer document id:.8 | entry document:.7 | customer transaction id:.9 | key:.8',
  date: 'date:.96 | data:.9 | valid from:.7 | entry date:.7 | document date | issue date | posting date:.9 | date document:.96 | issue:.8 | created:.7 | created date:.7 | purchase date:.8 | sale date:.85 | sale:.61',
  customer_external_id:
    'customer id | customer account:.88 | customer account number | customer account code | customer number:.99 | customer code | account id:.9 | contact id:.9 | company reference:.92 | entity id:.85 | contact:.66 | customer external id | customer vatid:.82 | address number:.7 | customer value:.95 | customer source id | customer:.78 | company id:.85 | account:.72 | recipient id:.9 | recipient code:.9 | recipient number:.9 | customer id number | customer account number | account number:.75 | customer code number | reference customer:.6 | account code:.85 | account reference:.85 | company code:.8 | contact number:.85 | customer reference:0 | customer order reference:0 | customer order number:0 | customer order id:0 | customer transaction id:0',
  customer_name:
    'customer name | entity name:.85 | sale name:.85 | customer:.8 | billing:.75 | contact name:.88 | account name:.88 | company name:.86 | company:.75 | billing name:.85 | name invoice:.85 | customer company name:.95 | contact company name:.93 | recipient name:.8 | recipient company:.9 | recipient company name:.93 | recipient:.7 | recipient label:.9 | customer identity:.85 | name:.8 | address name:.76 | address company:.8 | customer label:.8 | account label:.8 | contact:.7 | payment billing name:.85 | payment billing company:.9 | billing company:.93 | billing company name:.94 | customer label name | payment company:.7 | customer company:.9 | customer display name | account:.7 | account company:.88 | customer account name:.95 | account display name:.85',
  customer_first:
    'billing firstname:.9 | firstname invoice:.9 | payment firstname:.9 | firstname:.8 | customer firstname | contact firstname:.9',
  customer_last: 'billing lastname:.9 | lastname invoice:.9 | payment lastname:.9 | lastname:.8 | customer lastname | contact lastname:.9',
  currency:
    'currency | currency code | currency id:.9 | currency name:.9 | document currency | currency iso code | currency iso:.95 | currency symbol:.8',
  total_excl_tax:
    'taxable:.75 | revenue excl total:.88 | taxable base:.95 | excl taxable:.9 | total taxable:.9 | total taxable amount:.95 | amount taxable:.85 | value excl:.85 | total excl | amount excl | total amount excl | excl:.9 | subtotal:.85 | subtotal excl | total:.76 | document total excl | subtotal total:.8 | revenue excl:.85 | subtotal price:.75 | subtotal amount:.85 | taxable amount:.85 | base:.61 | total line:.75 | line amount total:.75 | tax base:.9 | tax base total amount:.95 | base excl:.93 | excl charge:.88 | total excl charge:.9',
  total_tax: 'total tax | tax amount | total tax amount | tax:.84 | tax total amount | tax sum | total tax charge:.85',
  total_incl_tax:
    'created amount:.8 | total incl | amount incl | total amount incl | incl:.9 | incl total:.97 | total:.9 | amount:.82 | total amount:.9 | total price:.85 | total charge:.75 | document total:.9 | incl total amount | price incl:.75 | value total:.8',
  amount_due:
    'open amount | amount due | open:.9 | total open:.9 | due:.6 | open total amount | credit open | open payment:.9 | total due | payment open amount | open incl amount | open balance | open due amount | open due:.97 | open due total | open due incl total | due value:.85 | open value:.85 | payable amount:.88 | payable:.8',
  amount_paid: 'amount paid | total paid | paid:.8 | payment amount:.7 | paid amount total | paid to date',
  is_paid: 'paid:.85 | flag paid | paid flag | invoice paid:.9 | payment complete:.9',
  payment_status: 'payment status | financial status | payment state | paid status',
  payment_days:
    'payment days | days payment term | term days | payment term days | days to payment | due days | days due | payment days net',
  status:
    'status | document status | status id:.85 | state:.85 | document state:.9 | document state name:.92 | state name:.85 | stage:.62 | stage label:.65 | status name:.9',
}

const neutral = {
  number: 'posting serie series base',
  date: 'time string on',
  due_date: 'time string date payment on term next',
  status: 'object machine end base',
  currency: 'payment detail type customer record reference value total price amount incl excl tax subtotal',
  total_excl_tax: 'price document currency amount discounted',
  total_tax: 'price document detail currency amount output outputs',
  total_incl_tax: 'price document currency amount',
  amount_due: 'currency amount',
  customer_external_id: 'reference user recipient list identification value',
  customer_name: 'address full fiscal person sale registration display invoice',
  customer_first: 'address recipient name',
  customer_last: 'address recipient name',
}

const due =
  'valid to:.65 | expiry:.65 | due date | term:.85 | expiry date:.85 | due until:.95 | open until:.9 | due:.92 | due date payment | payment date:.6 | payment to:.8 | payment until:.9 | date expected payment:.6'
const expiry = 'expiry date:.97 | expiry:.96 | validity date:.97 | validity:.9 | validity end | end validity date | valid:.7'

// A quote is valid until a day; the due date of an order is mostly its delivery, so only a payment date counts there.
const dueDates: Readonly<Record<string, string>> = {
  quote: `${expiry} | due date:.88 | due:.7 | end date:.7 | until:.85 | start to:.7`,
  order: 'due date payment:.9',
}

const own = (word: string, also = ''): Patterns => ({
  fields: {
    number: `${word === 'creditnote' ? 'invoice number:.56 | invoice reference:.56 | note number:.85 | credit number:.9 | ' : ''}billing name:0 | sequence number:.85 | reference number:.8 | display id:.78 | display number:.9 | ${word} number | document number | number:.97 | reference:.84 | ${word} reference:.88 | code:.8 | ${word} code:.85 | document reference:.85 | ${word}:.75 | name:.66 | ${word} id:.7 | document id:.75 | document:.65`,
    ...fields,
    external_id: `${fields.external_id} | ${word} id:.97${word === 'creditnote' ? ' | invoice id:.56 | credit id:.9' : ''}`,
    // A credit note is often a kind of invoice, and dated as one.
    date: `${fields.date} | ${word} date | ${word} on:.9 | ${word} time:.85${word === 'creditnote' ? ' | invoice date:.85 | credit date:.9 | note date:.9' : word === 'order' ? ' | received date:.85' : ''}`,
    due_date: dueDates[word] ?? due,
    status: `${fields.status}${word === 'creditnote' ? ' | invoice status:.85 | invoice state:.8' : ''} | ${word} status:.97 | ${word} state:.85 | ${word} stage:.85${word === 'order' ? ' | fulfillment status:.8' : ''}`,
    total_incl_tax: `${fields.total_incl_tax}${word === 'creditnote' ? ' | invoice total:.8 | note total:.85' : word === 'order' ? ' | invoice amount:.85 | invoice total:.8' : ''}`,
    total_excl_tax: `${fields.total_excl_tax}${word === 'order' ? ' | invoice amount excl:.85' : ''}`,
    amount_due: `${fields.amount_due} | ${word} open`,
  },
  own: `${word} document sale value general total header transaction ${also}`.trim(),
  neutral,
})

/** Names of the fields of documents, by object. */
export const documents: Readonly<Partial<Record<IngestObject, Patterns>>> = {
  // Many systems keep quotes among their orders and call them so.
  quotes: own('quote', 'order'),
  orders: own('order', 'receipt'),
  invoices: own('invoice'),
  credit_notes: own('creditnote'),
}

/** Names of the fields of lines. */
export const line: Patterns = {
  fields: {
    sku: 'sku | model:.86 | trade code:.8 | seller assigned id:.9 | product identification id:.8 | id number:.75 | identification number:.995 | variant code:.9 | variant sku:.95 | variant number:.9 | supplier product id:.7 | supplier product number:.7 | part:.8 | part id:.85 | product code:.99 | stock sku:.95 | stock id:.85 | stock code:.85 | number:.72 | service number:.85 | service code:.85 | product number:.98 | list number:.85 | product reference | product sku | product:.84 | code:.85 | code value:.85 | reference:.83 | reference value:.6 | product reference value | internal reference:.9 | object number:.85 | product reference name:.72 | product order:0 | line order:0 | code product number',
    product_id: 'product id | product reference id | variant id:.62 | invoice product id:0 | order product id:0 | quote product id:0',
    description:
      'description:.99 | transaction description:.9 | list description:.9 | stock description:.9 | product description | label:.93 | designation:.93 | line description | text:.7 | detail:.7 | service:.86 | service description | service label | service name | short description:.85 | memo:.65 | product description label | title:.86 | product note:.8',
    item_name:
      'name:.9 | product name:.9 | variant description:.8 | variant name:.8 | product:.7 | product label:.88 | product title:.86 | label:.8 | title:.84 | product reference name:.8',
    quantity:
      'quantity | quantity amount:.95 | product quantity | quantity purchase:.9 | unit:.72 | quantity sale:.9 | quantity order:.93 | quantity shipping:.75 | quantity invoice:.93 | order unit quantity:.93 | unit quantity:.93 | hours:.8 | total hours:.75 | min quantity:.75 | count:.7',
    unit: 'unit | quantity unit:.95 | unit code | unit name | unit label | unit id:.8 | product unit | sale unit | unit measure code | measure:.7 | unit measure',
    unit_price:
      'unit taxable amount:.9 | hours rate:.9 | hours price:.9 | value unit:.9 | unit price | price:.93 | unit price excl | price excl | rate:.82 | unit amount:.95 | unit price amount | unit cost:.62 | unit cost amount:.62 | sale price:.9 | sale excl | sale price excl | sale unit price | unit amount excl | list price:.65 | net price | price amount:.85 | unit excl amount | unit excl:.85',
    discount_percent:
      'discount percent | discount:.8 | position discount:.8 | discount rate:.96 | percent discount | discount rate percent',
    tax_rate:
      'tax rate | tax percent | tax rate percent | rate tax | tax:.72 | percent tax | rate percent:.7 | tax 1 percent:.9 | tax 1 rate:.9 | tax value:.65 | tax rate amount:.8',
    total_excl_tax:
      'total taxable amount:.95 | taxable amount:.85 | total excl | extended amount:.9 | extended price:.9 | position value:.85 | line value:.85 | value:.65 | revenue excl total:.9 | amount excl | line total:.9 | line amount:.9 | amount:.86 | total:.85 | subtotal:.88 | extended:.8 | subtotal amount:.88 | price excl:.7 | line excl total | line excl amount | subtotal price:.85 | total amount:.85 | total price:.85 | price subtotal | excl:.8 | base:.61 | revenue:.75 | revenue excl:.85 | excl amount total | product amount:.8 | total price excl',
    total_incl:
      'total incl | amount incl | line incl total | incl:.8 | price incl total | incl amount | price total:.6 | incl unit price | price incl | unit price incl | unit amount incl | cost incl:.8',
  },
  own: 'line position product invoice order quote creditnote credit document sale detail',
  neutral: {
    unit: 'type of symbol abbreviation requested quantity invoice',
    unit_price: 'currency raw actual excl charge product paid amount',
    total_excl_tax: 'currency extension value discounted',
    tax_rate: 'price unit applicable manual category classified include',
    discount_percent: 'line unit cumule',
    sku: 'object seller',
    description: 'line plain clair trade posting',
    quantity: 'number requested',
    product_id: 'value',
  },
}
