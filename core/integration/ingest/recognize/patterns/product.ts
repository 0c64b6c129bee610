import type { Patterns } from './pattern.ts'

/** Names of the fields of products. */
export const product: Patterns = {
  fields: {
    external_id: 'external id | id | record id:.96 | record number:.97 | vatid:.8 | product id | source id | key:.8',
    sku: 'sku | order number:.85 | symbol:.8 | service code:.95 | service number:.95 | identification number:.95 | product sku | product code | product number | internal reference:.97 | product reference | number:.86 | reference:.88 | code:.87 | reference number:.85 | list number:.85 | stock sku:.95 | stock id:.85 | stock code:.9 | model number:.75 | code number:.85 | product code number',
    name: 'product name | service name:.97 | service title:.9 | name:.97 | title:.9 | salutation:.85 | label:.93 | designation:.93 | display name:.9 | product label | product title | product designation | short description:.75 | short label:.9 | designation short:.9 | label short:.9 | short name:.85 | description:.66 | product:.7',
    price:
      'price excl | hours price excl:.9 | sale price:.95 | unit price:.97 | price:.97 | list price:.93 | sale unit price:.97 | unit price excl | standard rate:.9 | rate:.8 | base price:.88 | regular price:.96 | retail price:.88 | sale price excl | trade price excl:.96 | trade price:.9 | sale excl | base price excl | price value:.8 | value unit:.9 | sale value:.85 | price amount:.9 | rate amount:.85 | standard price:.7 | standard sale rate:.9 | price rate:.7 | price 1:.9 | sale price 1:.9 | list price 1:.85 | list 1:.8 | sale price unit excl | price list:.93',
    currency: 'currency | currency code | currency id:.9 | price currency | currency symbol:.8 | rate currency:.85',
    stock:
      'stock | stock quantity | quantity onhand | available quantity:.93 | available:.8 | quantity:.82 | available stock:.95 | onhand | actual stock | stock level | stock real | total quantity:.8 | total quantity onhand | total stock | stock onhand | total onhand:.9 | real stock | stock actual | unit stock | free stock:.9 | real quantity:.9',
    unit: 'unit | unit code | unit name | unit label | unit id:.8 | sale unit | stock unit:.92 | base unit:.95 | unit type:.85 | product unit | measure:.7',
    barcode: 'barcode | barcode code | barcode number | product barcode',
    category:
      'category | category name | category label | category description:.95 | category code | group:.9 | product group:.95 | family:.9 | product family:.95 | product category | group name:.9 | group code:.8 | category id:.7 | product class:.85 | product group name | department:.7',
    description:
      'description | long description:.96 | sale description:.95 | product description | description long | html body:.7 | body:.65 | short description:.9 | description html | detail description:.9 | designation long:.95 | label long:.95 | detail:.7',
    brand: 'brand | brand name | product brand',
    tax_rate: 'tax rate | tax percent | tax rate percent | tax:.72',
    cost: 'cost | cost price | unit cost | purchase price | purchase cost | price purchase | standard cost | average cost:.8 | purchase excl | purchase:.7',
    stock_incoming: 'incoming quantity | incoming stock | incoming | quantity incoming | stock incoming | quantity onorder',
    supplier_sku: 'supplier sku | supplier product code | supplier reference | supplier product number | supplier code product',
    supplier_price: 'supplier price',
    supplier_currency: 'supplier currency | purchase currency | cost currency | supplier currency code | purchase currency code',
    is_tester: 'tester | flag tester',
  },
  own: 'product sale variant',
  neutral: {
    price: 'detail default price excl',
    currency: 'price reference value',
    unit: 'measure base sale stock quantity standard',
    barcode: 'code 8 12 13 14',
    stock: 'product stock',
    category: 'full',
    sku: 'internal default custom system seller',
  },
  required: 'name',
}

/** Names of the fields of price rules. */
export const priceRule: Patterns = {
  fields: {
    external_id: 'external id | id | price list id:0 | product id:0',
    sku: 'sku | product code | product sku | product number | stock code:.9 | stock sku:.9 | part:.8 | part id:.85 | product:.8 | product template | product reference | product id:.8 | product name:.65 | variant:.65 | code product | product variant:.7 | reference:.7',
    customer_external_id:
      'customer external id | customer code | customer number | customer id | customer:.85 | account:.75 | customer reference | account code | customer account number | customer account:.9 | account number:.9 | company id:.8 | customer price:0 | customer discount:0',
    customer_name: 'customer name | company name:.9',
    brand: 'brand | brand name',
    min_quantity:
      'min quantity | quantity:.85 | from quantity | quantity from | starting quantity | quantity min | start quantity | min units | quantity min order | scale quantity:.95 | from unit:.9 | from:.75 | min:.75 | min unit:.9 | scale:.8 | scale from:.9 | scale unit:.8',
    price:
      'unit amount:.9 | customer price | contract price | price | fixed price:.97 | fixed:.85 | scale price:.97 | unit price | sale price:.9 | price excl | list rate:.85 | rate:.85 | list price rate:.9 | price rate:.9 | net price',
    currency: 'currency | currency code | currency name:.9',
    discount_percent:
      'discount percent | discount:.84 | discount rate:.95 | percent price:.93 | price discount:.9 | percent:.75 | percent discount | customer discount:.9 | discount rate percent',
    amount: 'amount:.8 | value:.8 | discount amount:.85 | discount value:.9',
    valid_from:
      'valid from | applicable from:.95 | date from | start date | from:.9 | start:.85 | discount from | valid start | start from | open:.62 | valid | from date | validity start',
    supplier_currency: 'supplier currency | purchase currency | supplier currency code',
    stock_incoming: 'incoming quantity | incoming stock | incoming | stock incoming',
    is_tester: 'tester | flag tester',
    valid_to:
      'applicable to:.95 | start to:.9 | expiry:.95 | to:.85 | date to | end date | end:.8 | to date | expiry date | discount to | until | validity end | date until | applicable until:.95 | end validity date | date end',
  },
  own: 'price list product rule line',
  neutral: {
    min_quantity: 'product',
    discount_percent: 'price line',
    price: 'excl',
    sku: 'line template variant',
    currency: 'reference value',
    valid_from: 'date',
    valid_to: 'date',
  },
}
