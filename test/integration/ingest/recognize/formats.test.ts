import { describe, expect, it } from 'vitest'
import { read, readOne } from '../read-one.ts'

const products = (...prices: unknown[]) => prices.map((price, index) => ({ sku: `S${index}`, name: 'x', price }))
const invoices = (...dates: unknown[]) => dates.map((date, index) => ({ number: `F${index}`, date }))

describe('number formats are settled per column over the batch', () => {
  it('lets one price that proves its sign decide for all', () => {
    expect(read('products', products('1.234', '12,50')).records.map(({ values }) => values.price)).toEqual([1234, 12.5])
    expect(read('products', products('1.234', '12.50')).records.map(({ values }) => values.price)).toEqual([1.234, 12.5])
  })

  it('lets the source settings decide where the column proves nothing', () => {
    expect(readOne('products', products('1.234')[0], { locale: 'de' }).values.price).toBe(1234)
    expect(readOne('products', products('1.234')[0], { locale: 'en-GB' }).values.price).toBe(1.234)
    expect(readOne('products', products('1,234')[0], { decimal: ',' }).values.price).toBe(1.234)
  })

  it('rejects the record with both readings where nothing decides, and only that record', () => {
    const { records } = read('products', products('1.234', '7'))
    expect(records[0]?.reject).toEqual({
      code: 'ambiguous_number',
      field: 'price',
      reason: "ambiguous number 1.234 in price: 1.234 or 1234, set the source's decimal sign",
    })
    expect(records[0]?.values).toEqual({ sku: 'S0', name: 'x' })
    expect(records[1]?.reject).toBeNull()
  })

  it('rejects an ambiguous amount inside a line too', () => {
    const reading = readOne('orders', { number: '1', lines: [{ sku: 'A', quantity: 2, unit_price: '1,500' }] })
    expect(reading.reject).toMatchObject({ code: 'ambiguous_number', field: 'unit_price' })
  })

  it('needs no decision for a rate: of "12.500" only twelve and a half percent can be meant', () => {
    expect(readOne('orders', { number: '1', lines: [{ sku: 'A', quantity: 1, unit_price: 5, tax_rate: '12.500' }] }).values.lines).toEqual([
      { sku: 'A', quantity: 1, unit_price: 5, tax_rate: 12.5 },
    ])
  })

  it('takes JSON numbers as they are', () => expect(readOne('products', products(1.234)[0]).values.price).toBe(1.234))
})

describe('rates written as fractions', () => {
  it('are percent where all of them are at most one', () => {
    expect(rates('tax_rate', 0.06, 0.2).map((line) => line.tax_rate)).toEqual([6, 20])
    expect(rates('discount', 0.15, 0).map((line) => line.discount_percent)).toEqual([15, 0])
  })

  it('are as written where one is above one, or the header says percent', () => {
    expect(rates('tax_rate', 0.5, 20).map((line) => line.tax_rate)).toEqual([0.5, 20])
    expect(rates('discount_percent', 0.5, 0).map((line) => line.discount_percent)).toEqual([0.5, 0])
  })
})

describe('date formats are settled per column over the batch', () => {
  it('lets one date that proves its order decide for all', () => {
    expect(read('invoices', invoices('01/02/2025', '31/01/2025')).records.map(({ values }) => values.date)).toEqual([
      '2025-02-01',
      '2025-01-31',
    ])
    expect(read('invoices', invoices('01/02/2025', '01/31/2025')).records.map(({ values }) => values.date)).toEqual([
      '2025-01-02',
      '2025-01-31',
    ])
  })

  it('lets the locale, the setting and the header decide in their turn', () => {
    for (const locale of ['fr', 'de', 'es', 'en-GB'])
      expect(readOne('invoices', invoices('01/02/2025')[0], { locale }).values.date).toBe('2025-02-01')
    expect(readOne('invoices', invoices('01/02/2025')[0], { locale: 'en-US' }).values.date).toBe('2025-01-02')
    expect(readOne('invoices', invoices('01/02/2025')[0], { dateOrder: 'mdy' }).values.date).toBe('2025-01-02')
    expect(readOne('invoices', { number: '1', 'Invoice date (dd/mm/yyyy)': '01/02/2025' }).values.date).toBe('2025-02-01')
  })

  it('rejects the record with both readings where nothing decides', () => {
    expect(readOne('invoices', invoices('01/02/2025')[0]).reject).toEqual({
      code: 'ambiguous_date',
      field: 'date',
      reason: "ambiguous date 01/02/2025 in date: 2025-02-01 or 2025-01-02, set the source's date order",
    })
    expect(readOne('invoices', invoices('01/02/2025')[0], { locale: 'en' }).reject?.code).toBe('ambiguous_date')
  })

  it('takes spreadsheet serials in date columns only', () => {
    expect(readOne('invoices', { number: '1', invoice_date: 45992 }).values.date).toBe('2025-12-01')
    expect(readOne('products', { sku: '45992', name: 'x', stock: 45992 }).values).toEqual({ sku: '45992', name: 'x', stock: 45992 })
  })
})

describe('other values', () => {
  it('pads no postcode it does not know the country of, and keeps text as text', () => {
    expect(readOne('companies', { name: 'A', postcode: 8767, country: 'ES' }).values.postcode).toBe('08767')
    expect(readOne('companies', { name: 'A', postcode: 8767 }).values.postcode).toBe('8767')
    expect(readOne('companies', { name: 'A', postcode: 'FK8 1EJ', country: 'GB' }).values.postcode).toBe('FK8 1EJ')
  })

  it('keeps what it cannot resolve and warns: unknown country empty, unknown status and unit as found', () => {
    const { records } = read('companies', [
      { name: 'A', country: 'France' },
      { name: 'B', country: 'Atlantis' },
    ])
    expect(records[1]).toMatchObject({
      values: { name: 'B' },
      reject: null,
      warnings: ['country: Atlantis in country is no known country'],
    })
    expect(readOne('invoices', { number: '1', status: 'Wobbly' }).values.status).toBe('Wobbly')
  })

  it('rejects money of an unknown currency, drops the source’s own currency ids, and uses the source default for none', () => {
    expect(readOne('invoices', { number: '1', currency: 'QQQ', total: 5 }).reject).toMatchObject({ code: 'unknown_currency' })
    expect(readOne('invoices', { number: '1', total: 5 }, { currency: 'CHF' })).toMatchObject({
      derived: { currency: 'CHF' },
      reject: null,
    })
    expect(readOne('companies', { name: 'A', currency: 'QQQ' }).reject).toBeNull()
  })

  it('never rejects for a phone', () => expect(readOne('contacts', { email: 'a@b.de', phone: 'ask Bob' }).reject).toBeNull())

  it('reports what was sent empty, so that a source may clear it', () => {
    expect(readOne('orders', { number: '1', status: '', lines: [] }).empty).toEqual(['status', 'lines'])
  })
})

function rates(key: string, ...values: unknown[]): Record<string, unknown>[] {
  return read('orders', [{ number: '1', lines: values.map((value) => ({ sku: 'A', quantity: 1, unit_price: 9, [key]: value })) }])
    .records[0]?.values.lines as Record<string, unknown>[]
}
