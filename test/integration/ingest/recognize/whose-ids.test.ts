import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

describe('whose id it is', () => {
  const own = { organizationId: 'aa93e8a8-2aa3-470b-b914-caad8a255dd8', number: 'AB7', total: 12 }

  it('is that of the accountant of an organization beside a customer who is named otherwise', () => {
    expect(readOne('orders', { ...own, address: { name: 'Rad & Tat', city: 'Ulm' } }).values).not.toHaveProperty('customer_external_id')
    expect(readOne('invoices', { ...own, customer: { name: 'Rad & Tat' } }).values).not.toHaveProperty('customer_external_id')
  })

  it('is the customer’s where the customer is called an organization', () => {
    expect(readOne('quotes', { ...own, organizationName: 'Rad & Tat' }).values).toMatchObject({ customer_external_id: own.organizationId })
    expect(readOne('quotes', own).values).toMatchObject({ customer_external_id: own.organizationId })
  })
})

describe('the first column of a table', () => {
  const venues = [{ 'Venue ID': '1', name: 'Dockside', city: 'Hull' }, { 'Venue ID': '2', name: 'Old Mill', city: 'York' }] // prettier-ignore

  it('identifies the rows where it is an id that no two share', () => {
    expect(read('companies', venues).records.map(({ values }) => values.external_id)).toEqual(['1', '2'])
  })

  it('says nothing of one row, of rows that share it, or where it is the id of something known', () => {
    const idsOf = (rows: readonly object[]) => read('companies', rows).records.map(({ values }) => values.external_id)
    expect(idsOf(venues.slice(0, 1))).toEqual([undefined])
    expect(idsOf(venues.map((venue) => ({ ...venue, 'Venue ID': '1' })))).toEqual([undefined, undefined])
    expect(idsOf(venues.map(({ 'Venue ID': id, ...rest }) => ({ 'Owner ID': id, ...rest })))).toEqual([undefined, undefined])
  })
})

it('the only one of several days of payment is the due date', () => {
  const [first, second] = [{ date: '2025-05-30', amount: '40.00' }, { date: '2025-06-30', amount: '60.00' }] // prettier-ignore
  const invoice = (due_dates: readonly object[]) =>
    readOne('invoices', { number: 'N-1', customer: { name: 'Birch' }, total: 100, payment: { terms: { due_dates } } }).values
  expect(invoice([first])).toMatchObject({ due_date: '2025-05-30' })
  expect(invoice([first, second])).not.toHaveProperty('due_date')
})

it('the regular price of a product goes before what it is sold at for a while', () => {
  const rows = [{ SKU: 'A', Name: 'Cap', 'Sale price': '16', 'Regular price': '18' }, { SKU: 'B', Name: 'Belt', 'Sale price': '', 'Regular price': '65' }] // prettier-ignore
  expect(read('products', rows).records.map(({ values }) => values.price)).toEqual([18, 65])
})

it('a coupon takes a percentage off until it is redeemed at the latest', () => {
  expect(readOne('price_rules', { id: 'SPRING', percent_off: 12.5, redeem_by: '2025-06-30' }).values).toMatchObject({ discount_percent: 12.5, valid_to: '2025-06-30' }) // prettier-ignore
})

it('what a document without a key has is no key where it is the id of something unheard of', () => {
  const values = { contactName: 'Birch', date: '2025-03-01', salesChannelId: 'K77', paymentMethodId: 'P2' }
  expect(readOne('invoices', values).values).not.toHaveProperty('external_id')
})

it('an opportunity may be shortened', () => {
  expect(readOne('deals', { title: 'New roof', opp_amount: '8000.00', opp_percent: '40.00' }).values).toMatchObject({ amount: 8000 })
})

describe('an amount that is written once more as a decimal', () => {
  const invoice = (unit_amount: number, unit_amount_decimal: string) =>
    readOne('invoices', {
      number: 'N-1',
      customer_name: 'Birch',
      currency: 'usd',
      total: 2 * unit_amount,
      lines: { data: [{ description: 'Seat', quantity: 2, amount: 2 * unit_amount, price: { unit_amount, unit_amount_decimal } }] },
    }).values

  it('counts the smallest unit of its currency where it has no decimals there either', () => {
    expect(invoice(1500, '1500')).toMatchObject({ total_incl_tax: 30, lines: [{ quantity: 2, unit_price: 15, total_excl_tax: 30 }] })
  })

  it('is as it stands where it has them', () => {
    expect(invoice(15, '15.00')).toMatchObject({ total_incl_tax: 30, lines: [{ quantity: 2, unit_price: 15, total_excl_tax: 30 }] })
  })
})

describe('a number beside an id', () => {
  const total = { grand_total: 108.96, created_at: '2025-08-18' }

  it('makes the entity that an increment counts the document itself', () => {
    const { values } = readOne('invoices', { entity_id: 3, increment_id: '000000003', ...total })
    expect(values).toMatchObject({ external_id: '3', number: '000000003' })
    expect(values).not.toHaveProperty('customer_external_id')
  })

  it('leaves an entity the customer where nothing counts it', () => {
    expect(readOne('invoices', { entity_id: 3, number: 'RE-9', ...total }).values).toMatchObject({ customer_external_id: '3' })
  })

  it('is that of a purchase order where nothing else numbers the order', () => {
    const ids = { PurchaseOrderID: '15369c9f-17b6-4235-83c4-0029256d1c37', PurchaseOrderNumber: 'PO-0004', Total: 12 }
    expect(readOne('orders', ids).values).toMatchObject({ external_id: ids.PurchaseOrderID, number: 'PO-0004' })
    expect(readOne('orders', { ...ids, Number: 'SO-7' }).values).toMatchObject({ number: 'SO-7' })
  })
})

it('a name that goes on counting is a key, and no name, beside the names of a person', () => {
  const lead = { name: 'CRM-LEAD-2024-00031', first_name: 'Priya', last_name: 'Nair', email: 'priya@example.com' }
  expect(readOne('contacts', lead).values).toMatchObject({ external_id: lead.name, first_name: 'Priya', last_name: 'Nair' })
  expect(readOne('contacts', { ...lead, name: 'Priya Nair' }).values).not.toHaveProperty('external_id')
})

it('beside a SKU, even an empty one, the id of what lies in stock is no code', () => {
  const rows = [{ id: 1, title: 'Cap', sku: 'C1', inventory_item_id: 71 }, { id: 2, title: 'Belt', sku: '', inventory_item_id: 72 }] // prettier-ignore
  expect(read('products', rows).records.map(({ values }) => values.sku)).toEqual(['C1', undefined])
})

it('the day on which a document was added is its date, and the label of a unit is the unit', () => {
  expect(readOne('orders', { number: 'A7', date_add: '2026-03-04', date_upd: '2026-03-09' }).values).toMatchObject({ date: '2026-03-04' })
  expect(readOne('products', { sku: 'A7', name: 'Cap', unit_label: 'piece' }).values).toMatchObject({ unit: 'piece' })
})
