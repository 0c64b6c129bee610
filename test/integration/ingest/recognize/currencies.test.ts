import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

describe('the currency of amounts', () => {
  it('is what their title names', () => {
    expect(readOne('products', { sku: 'A', 'VK-Preis exkl. (EUR)': '14,90' }).values).toMatchObject({ price: 14.9, currency: 'EUR' })
    expect(readOne('orders', { 'N° commande': 'C-1', 'Total HT (€)': '62,24' }).values).toMatchObject({ currency: 'EUR' })
  })

  it('is that of a sign in a column of signs, unless half the world uses it', () => {
    const read = (sign: string) => readOne('orders', { number: 'N-1', totalAmount: 10, currencysymbol: sign }).values.currency
    expect([read('€'), read('$')]).toEqual(['EUR', undefined])
  })

  it('is rather what its own column or the value names, and nothing where two titles differ', () => {
    const total = { number: 'N-1', customer_name: 'Birch', 'Total (EUR)': 100 }
    expect(readOne('invoices', { ...total, currency: 'USD' }).values.currency).toBe('USD')
    expect(readOne('invoices', { ...total, 'Total (EUR)': 'CHF 100.00' }).values.currency).toBe('CHF')
    expect(readOne('invoices', { ...total, 'Net total (USD)': 90 }).values).not.toHaveProperty('currency')
  })

  it('is in the only column of currencies, whatever that is called, but of no base or supplier', () => {
    const order = { number: 'N-1', customer_name: 'Birch', total: 100 }
    expect(readOne('orders', { ...order, DEV_CODE: 'CHF' }).values.currency).toBe('CHF')
    expect(readOne('orders', { ...order, Waehrung: { WaehrungNr: 'CHF' } }).values.currency).toBe('CHF')
    expect(readOne('orders', { ...order, one: 'CHF', other: 'EUR' }).values).not.toHaveProperty('currency')
    expect(readOne('orders', { ...order, country_code: 'CHE', unit: 'KIT' }).values).not.toHaveProperty('currency')
  })

  it('is that of the document where the same amounts stand beside them in that of the books', () => {
    const invoice = { number: 'N-1', currency: 'CAD', base_currency: 'USD', total: 740, trx_total: 1000, total_due: 74, trx_total_due: 100 }
    expect(readOne('invoices', invoice).values).toMatchObject({ currency: 'CAD', total_incl_tax: 1000, amount_due: 100 })
    const local = { ...invoice, number: 'N-2', currency: 'USD', total: 50, trx_total: 50, total_due: 0, trx_total_due: 0 }
    const [first, second] = read('invoices', [local, invoice]).records
    expect([first?.values.total_incl_tax, second?.values.total_incl_tax]).toEqual([50, 1000])
  })

  it('says what a point means where it has no decimals', () => {
    const chile = { Folio: '4512', Cliente: 'Birch', Moneda: 'CLP', 'Monto Neto': '86.970', IVA: '16.524', 'Monto Total': '103.494' }
    expect(readOne('invoices', chile).values).toMatchObject({ total_excl_tax: 86_970, total_tax: 16_524, total_incl_tax: 103_494 })
    expect(readOne('invoices', { ...chile, Moneda: 'EUR' }).reject).toMatchObject({ code: 'ambiguous_number' })
  })
})
