import { describe, expect, it } from 'vitest'
import { lineOf, read, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }

describe('what stands beside a column says what it is', () => {
  it('a code among the parts of an address is the postcode, and elsewhere a key', () => {
    const address = { b_street: '4 Quay Road', b_city: 'Galway', b_code: 'H91 XY2' }
    expect(readOne('companies', { name: 'Birch', ...address }).values).toEqual({ name: 'Birch', street: '4 Quay Road', city: 'Galway', postcode: 'H91 XY2' }) // prettier-ignore
    expect(readOne('companies', { name: 'Birch', b_code: 'H91 XY2' }).values).toEqual({ name: 'Birch', external_id: 'H91 XY2' })
  })

  it('the id of a tax that is named beside it is no tax number', () => {
    const taxed = { id: 9, name: 'Birch', tax_id: 88140007, tax_name: 'Standard', tax_percentage: 23 }
    expect(readOne('companies', taxed).values).toEqual({ external_id: '9', name: 'Birch' })
    expect(readOne('companies', { ...taxed, gst_no: '29ABCDE1234F1Z5' }).values).toMatchObject({ vat_number: '29ABCDE1234F1Z5' })
    expect(readOne('companies', { id: 9, name: 'Birch', tax_id: 88140007 }).values).toMatchObject({ vat_number: '88140007' })
  })

  it('a reference that invoices of different customers share is the number of none', () => {
    const invoice = (id: string, customer: string, docnumber: string) => ({ id, customer, docnumber, total: 10 })
    const shared = [invoice('A1', 'Birch', 'PO-7'), invoice('A2', 'Cedar', 'PO-7')]
    expect(read('invoices', shared).records.map(({ values }) => values.number)).toEqual([undefined, undefined])
    const own = [invoice('A1', 'Birch', 'F-7'), invoice('A2', 'Birch', 'F-8')]
    expect(read('invoices', own).records.map(({ values }) => values.number)).toEqual(['F-7', 'F-8'])
  })

  it('an id that people write is the number of a document that has no other', () => {
    expect(readOne('invoices', { id: 'INV-204', customer: 'Birch' }).values).toMatchObject({ number: 'INV-204', external_id: 'INV-204' })
    for (const id of ['sale.order_12', 204, 'inv_01HX7', '0d5b6c1e-57a5-4b07-9f7c-2f3a0a1c9d11'])
      expect(readOne('invoices', { id, customer: 'Birch' }).values).not.toHaveProperty('number')
    expect(readOne('invoices', { ...head, id: 'INV-204' }).values).toMatchObject({ number: 'N-1', external_id: 'INV-204' })
  })

  it('the state of a document goes before that of its payment', () => {
    const payment = { payment: { status: 'success' } }
    expect(readOne('invoices', { ...head, state: 'open', transaction: { status: 'success' } }).values).toMatchObject({ status: 'open' })
    expect(readOne('invoices', { ...head, transaction: { status: 'open' }, ...payment }).values).toMatchObject({ status: 'open' })
  })

  it('a SKU in the stock of a line goes before the id of that stock', () => {
    const line = { name: 'Lamp', quantity: 2, unit_price: 5, inventory: { item_id: 26, sku: 'KU-994' } }
    expect(lineOf(readOne('orders', { ...head, lines: [line] }))).toMatchObject({ sku: 'KU-994' })
  })

  it('what every column is a property of says nothing', () => {
    const deal = {
      deal_id: '12',
      owner_id: '',
      property_dealname: 'Harbour lights',
      property_amount: 900,
      property_closedate: '2026-04-01',
    }
    expect(readOne('deals', deal).values).toEqual({ external_id: '12', name: 'Harbour lights', amount: 900, close_date: '2026-04-01' })
  })
})

describe('totals', () => {
  it('that were entered are totals, and no day', () => {
    const invoice = { ...head, total_entered: 120.5, total_due: 20.5, when_created: '2026-02-03' }
    expect(readOne('invoices', invoice).values).toMatchObject({ total_incl_tax: 120.5, amount_due: 20.5, date: '2026-02-03' })
  })

  it('with a tax of nothing say so', () => {
    const invoices = [10, 25, 99].map((total, at) => ({ number: `N-${at}`, customer: 'Birch', subtotal: total, tax: 0, total }))
    expect(read('invoices', invoices).records.map(({ values }) => values.total_tax)).toEqual([0, 0, 0])
  })

  it('are distinguished by lines of different rates', () => {
    const lines = [
      { name: 'Card', quantity: 1, unit_price: '826.40', vat_rate: 21, total_without_vat: '826.40' },
      { name: 'Meal', quantity: 5, unit_price: '17.39', vat_rate: 15, total_without_vat: '86.96' },
    ]
    const told = readOne('invoices', { ...head, subtotal: '913.36', total: '1100.00', lines }).values
    expect(told).toMatchObject({ total_excl_tax: 913.36, total_incl_tax: 1100 })
    const shipped = readOne('invoices', { ...head, subtotal: '913.36', total: '1130.00', lines }).values
    expect(shipped).not.toHaveProperty('total_excl_tax')
  })
})

it('the only element of a list of lines is a line, whatever XML calls it', () => {
  const adjustment = { description: 'Set-up', quantity: '1', unit_amount: '30', total: '30' }
  const { values } = readOne('invoices', { ...head, line_items: { adjustment } })
  expect(values.lines).toEqual([{ description: 'Set-up', quantity: 1, unit_price: 30, total_excl_tax: 30 }])
})

describe('prices that include tax', () => {
  const line = { name: 'Lamp', sku: 'L-1', quantity: 2, price: '30', total_price: '60' }

  it('are left out of the lines that say so, each by itself', () => {
    const lines = [
      { ...line, taxIncludedInPrice: true },
      { ...line, taxIncludedInPrice: false },
    ]
    const { values } = readOne('orders', { ...head, lines })
    expect(values.lines).toEqual([
      { sku: 'L-1', description: 'Lamp', quantity: 2 },
      { sku: 'L-1', description: 'Lamp', quantity: 2, unit_price: 30, total_excl_tax: 60 },
    ])
  })

  it('are those of a record in the mode of gross prices', () => {
    const of = (priceMode: string) => lineOf(readOne('orders', { ...head, priceMode, lines: [line] }))
    expect(of('GROSS_MODE')).toEqual({ sku: 'L-1', description: 'Lamp', quantity: 2 })
    expect(of('NET_MODE')).toMatchObject({ unit_price: 30 })
  })
})

describe('whole amounts throughout', () => {
  const order = (unit: number, count: number, shipping: number, currency = 'GBP') => ({
    ...head, currency, total: unit * count + shipping, lines: [{ sku: 'A', quantity: count, unit_price: unit, total: unit * count }],
  }) // prettier-ignore

  it('that nobody would ask for in units are left out with a warning', () => {
    const { values, warnings } = readOne('orders', order(9053, 3, 2499))
    expect(values).toEqual({ ...head, currency: 'GBP', lines: [{ sku: 'A', quantity: 3 }] })
    expect(warnings).toContainEqual(expect.stringContaining('cents'))
  })

  it('are left out, round as they are, where days are counted in seconds', () => {
    const dated = (date: unknown) => readOne('orders', { ...order(9050, 3, 2500), date }).values
    expect(dated(1_754_006_400)).not.toHaveProperty('total_incl_tax')
    expect(dated('2025-08-01')).toMatchObject({ total_incl_tax: 29_650 })
    expect(readOne('orders', { ...order(90.5, 3, 25), date: 1_754_006_400 }).values).toMatchObject({ total_incl_tax: 296.5 })
  })

  it('are taken where they are round, small, written as text or in a currency without cents', () => {
    expect(readOne('orders', order(9050, 3, 2500)).values).toMatchObject({ total_incl_tax: 29_650 })
    expect(readOne('orders', order(53, 3, 19)).values).toMatchObject({ total_incl_tax: 178 })
    expect(readOne('orders', order(9053, 3, 2499, 'JPY')).values).toMatchObject({ total_incl_tax: 29_658 })
    const { total, lines, ...rest } = order(9053, 3, 2499)
    const texts = { ...rest, total: String(total), lines: lines.map((each) => ({ ...each, unit_price: String(each.unit_price) })) }
    expect(readOne('orders', texts).values).toMatchObject({ total_incl_tax: 29_658 })
  })
})

it('a currency is known by the code behind its name', () => {
  for (const currency of ['Pounds Sterling - GBP', 'Pounds Sterling (GBP)', 'GBP', 'British Pound'])
    expect(readOne('invoices', { ...head, currency }).values).toEqual({ ...head, currency: 'GBP' })
  expect(readOne('invoices', { ...head, currency: 'Own money - ZZQ' }).values).not.toHaveProperty('currency')
})

describe('lines', () => {
  const withLine = (line: object, more: object = {}) =>
    readOne('invoices', { ...head, ...more, lines: [{ sku: 'A', quantity: 2, price: 30, ...line }] })

  it('are items whatever kind of tax or discount they have, and none where they are a tax themselves', () => {
    expect(lineOf(withLine({ tax_type: 'tax', discount_type: 'discount' }))).toEqual({ sku: 'A', quantity: 2, unit_price: 30 })
    expect(withLine({ line_type: 'tax' }).values).not.toHaveProperty('lines')
  })

  it('have the rate of a tax that is called its amount, and no amount of it', () => {
    expect(lineOf(withLine({ tax_rate: { name: 'Standard', amount: 0.2 } }))).toMatchObject({ tax_rate: 20 })
    expect(lineOf(withLine({ tax_rate: { name: 'Standard', amount: 11.4 } }))).not.toHaveProperty('tax_rate')
  })

  it('are net where the document says that no tax is included, whatever else comes before tax', () => {
    const before = { is_pre_gst: false, is_discount_before_tax: false }
    expect(lineOf(withLine({}, { ...before, is_inclusive_tax: false }))).toMatchObject({ unit_price: 30 })
    expect(lineOf(withLine({}, { ...before, is_inclusive_tax: true }))).not.toHaveProperty('unit_price')
  })
})

describe('what is written once for each language', () => {
  it('is read in the first of them', () => {
    const line = { sku: 'A', quantity: 2, name: { 'en-GB': 'Desk lamp', de: 'Schreibtischlampe' } }
    expect(lineOf(readOne('orders', { ...head, lines: [line] }))).toEqual({ sku: 'A', quantity: 2, description: 'Desk lamp' })
    expect(readOne('products', { sku: 'A', name: { de: '', fr: 'Lampe' } }).values).toEqual({ sku: 'A', name: 'Lampe' })
  })

  it('is distinguished from other keys of two letters', () => {
    expect(readOne('products', { sku: 'A', name: 'Lamp', description: { to: 'Rome', it: 'Lampada' } }).values).toEqual({
      sku: 'A',
      name: 'Lamp',
    })
  })
})

it('a product has the price of its offers on the web', () => {
  const product = { sku: 'A', name: 'Lamp', offers: { '@type': 'Offer', price: 19.9, priceCurrency: 'EUR' } }
  expect(readOne('products', product).values).toEqual({ sku: 'A', name: 'Lamp', price: 19.9, currency: 'EUR' })
})

it('the amount that was entered is the total', () => {
  expect(readOne('invoices', { ...head, EnteredAmount: 330 }).values).toEqual({ ...head, total_incl_tax: 330 })
})
