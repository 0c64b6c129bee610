import { describe, expect, it } from 'vitest'
import { cpuOf, lineOf, read, readOne } from '../read-one.ts'

describe('amounts that arithmetic gives away', () => {
  const head = { number: 'N-7', date: '2025-01-31', customer: 'Kay Ltd' }

  it('are the net amount and the tax of a total, whatever they are called', () => {
    const { values } = readOne('invoices', { ...head, afecto: '250.00', itbis: '45.00', total: '295.00' })
    expect(values).toMatchObject({ total_excl_tax: 250, total_tax: 45, total_incl_tax: 295 })
  })

  it('are no net amount and tax where the part is no rate of it, or two pairs would do', () => {
    const { values } = readOne('invoices', { ...head, afecto: '250.00', itbis: '33.33', total: '283.33' })
    expect(values).not.toHaveProperty('total_tax')
    const two = readOne('invoices', { ...head, uno: 100, dos: 20, tres: 20, total: 120 }).values
    expect(two).not.toHaveProperty('total_excl_tax')
    expect(two).not.toHaveProperty('total_tax')
  })

  it('are no tax that is called something else', () => {
    const { values } = readOne('invoices', { ...head, ware: 100, shipping: 20, total: 120 })
    expect(values).not.toHaveProperty('total_tax')
  })

  it('are price and total of a line: of several prices those that the quantity connects', () => {
    const lines = [
      { code: 'T1', quantity: 10, prix_uni_ht: 60, prix_ht: 600, tva: 19, total: 714 },
      { code: 'T2', quantity: 4, prix_uni_ht: 100, prix_ht: 400, tva: 19, total: 476 },
    ]
    const reading = readOne('invoices', { ...head, lines })
    expect(lineOf(reading)).toEqual({ sku: 'T1', quantity: 10, unit_price: 60, total_excl_tax: 600, tax_rate: 19 })
    expect(lineOf(reading, 1)).toMatchObject({ unit_price: 100, total_excl_tax: 400 })
  })

  it('say of themselves how they were found', () => {
    const { fields } = read('invoices', [{ ...head, afecto: '250.00', itbis: '45.00', total: '295.00' }])
    expect(fields.find(({ target }) => target === 'total_tax')).toMatchObject({
      source: 'itbis',
      via: expect.stringContaining('arithmetic'),
    })
  })
})

describe('whole amounts beside their own currency', () => {
  const order = (amount: number, price: number) => ({
    number: 'O-1', customer: 'Kay Ltd', total_money: { amount, currency: 'USD' }, lines: [{ sku: 'A', quantity: '2', price_money: { amount: price, currency: 'USD' } }],
  }) // prettier-ignore

  it('are left out where nothing tells whether they count cents', () => {
    const reading = readOne('orders', order(3198, 1599))
    expect(reading.values).not.toHaveProperty('total_incl_tax')
    expect(lineOf(reading)).toEqual({ sku: 'A', quantity: 2 })
  })

  it('are left out where they are round, too, unless others have cents or none makes a whole unit of them', () => {
    expect(readOne('orders', order(3200, 1600)).values).not.toHaveProperty('total_incl_tax')
    expect(readOne('orders', order(31.98, 15.99)).values).toMatchObject({ total_incl_tax: 31.98 })
    expect(readOne('orders', order(32, 16)).values).toMatchObject({ total_incl_tax: 32 })
  })

  it('are taken of deals, which are estimated in whole units', () => {
    const deal = { id: 7, name: 'Harbour lights', value: { amount: 26_365, currency: 'USD' } }
    expect(readOne('deals', deal).values).toEqual({ external_id: '7', name: 'Harbour lights', amount: 26_365, currency: 'USD' })
  })
})

it('among hundreds of columns nothing is inferred by arithmetic, and no time is lost on it', () => {
  const wide = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`zq${at}_total`, at]))
  const records = Array.from({ length: 50 }, (_, at) => ({ number: `N${at}`, customer: 'Birch', net: 100, ...wide }))
  let first: unknown
  expect(cpuOf(() => (first = read('invoices', records).records[0]?.values))).toBeLessThan(3_000)
  expect(first).toEqual({ number: 'N0', customer_name: 'Birch', total_excl_tax: 100 })
})
