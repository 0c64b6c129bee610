import { describe, expect, it } from 'vitest'
import { read, readOne } from './read-one.ts'

const head = { number: 'N-1', customer_name: 'Birch' }

describe('amounts that count cents without a word of it', () => {
  const bill = { ...head, currency_code: 'EUR', sub_total: 2999, tax: 570, total: 3569, amount_due: 3569 }
  const of = (record: object) => readOne('invoices', record).values

  it('are known by a tax that was rounded to a whole number where its currency has cents', () => {
    expect(of({ ...bill, line_items: [{ description: 'Plan', quantity: 1, unit_amount: 2999, amount: 2999 }] })).toMatchObject({
      total_excl_tax: 29.99, total_tax: 5.7, total_incl_tax: 35.69, amount_due: 35.69, lines: [{ unit_price: 29.99, total_excl_tax: 29.99 }],
    }) // prettier-ignore
    const [first, second] = read('invoices', [bill, { ...bill, number: 'N-2', sub_total: 1000, tax: 190, total: 1190 }]).records
    expect([first?.values.total_tax, second?.values.total_tax]).toEqual([5.7, 1.9])
  })

  it('are known by a line that was rounded', () => {
    const lines = [{ description: 'Hours', quantity: 1.25, unit_price: 9999, amount: 12_499 }]
    expect(of({ ...head, currency: 'USD', lines, total: 12_499 })).toMatchObject({ total_incl_tax: 124.99, lines: [{ unit_price: 99.99, total_excl_tax: 124.99 }] }) // prettier-ignore
  })

  it('are whole units where nothing was rounded, one amount has decimals, or the currency is used without any', () => {
    expect(of({ ...bill, sub_total: 3000, tax: 570, total: 3570 })).toMatchObject({ total_excl_tax: 3000, total_tax: 570 })
    expect(of({ ...bill, amount_due: 3568.5 })).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
    expect(of({ ...bill, currency_code: 'COP' })).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
    const { currency_code: _, ...none } = bill
    expect(of(none)).toMatchObject({ total_excl_tax: 2999, total_tax: 570 })
  })
})

describe('parties', () => {
  it('the id that says whose it is goes before the id of what wraps it', () => {
    const orderCustomer = { id: '77', customerId: 'C-9', email: 'a@b.test' }
    expect(readOne('orders', { number: '1', orderCustomer }).values.customer_external_id).toBe('C-9')
    expect(readOne('orders', { number: '1', customer: { id: '77' } }).values.customer_external_id).toBe('77')
  })

  it('an address of a letter is no name', () => {
    const contact_address = 'Birch AG\nHauptstr. 1\n8000 Zürich'
    expect(readOne('invoices', { number: '1', contact_id: 4, contact_address }).values).toEqual({ number: '1', customer_external_id: '4' })
  })

  it('the first of two last names is the last name', () => {
    expect(readOne('contacts', { id: 1, Nombre: 'Lucía', '1er apellido': 'Santos', '2º apellido': 'Prieto' }).values).toEqual({ external_id: '1', first_name: 'Lucía', last_name: 'Santos' }) // prettier-ignore
    expect(readOne('contacts', { id: 1, Nombre: 'Lucía', '1º apellido': 'Santos' }).values.last_name).toBe('Santos')
  })
})

describe('words', () => {
  it.each(['Reste à imputer', 'unallocated_amount', 'Pendiente de aplicar', 'RemainingCredit'])('%s of a credit is unpaid', (title) => {
    expect(readOne('credit_notes', { ...head, [title]: -144 }).values).toEqual({ ...head, amount_due: 144 })
  })

  it('a special price is a price without tax where its title says so', () => {
    expect(readOne('price_rules', { Artikelnr: 'R-1', 'ab Menge': 5, 'Sonderpreis netto': 9.9 }).values).toEqual({ sku: 'R-1', min_quantity: 5, price: 9.9 }) // prettier-ignore
  })

  it('a line that is a heading is none', () => {
    const lines = [
      { Type: 'Transaction', sku: 'A', quantity: 1, unit_price: 5 },
      { Type: 'Header', Description: 'Thanks', Total: 0 },
    ]
    expect(readOne('invoices', { ...head, lines }).values.lines).toEqual([{ sku: 'A', quantity: 1, unit_price: 5 }])
  })
})
