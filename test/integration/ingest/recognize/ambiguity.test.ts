import { describe, expect, it } from 'vitest'
import { readOne } from '../read-one.ts'

describe('columns that could mean two things', () => {
  it('are no price where only the letters in front differ, whatever they stand for', () => {
    expect(readOne('products', { ARTNR: 'A7', XEPREIS: 18.4, YVPREIS: 39.9 }).values).not.toHaveProperty('price')
    expect(readOne('products', { ARTNR: 'A7', EKPREIS: 18.4, VKPREIS: 39.9 }).values).toMatchObject({ price: 39.9 })
  })

  it('are the key of a record that has none otherwise, and only then', () => {
    expect(readOne('orders', { AcmeOrderId: 'Z-1', customer: 'Kay Ltd', total: 5 }).values).toMatchObject({ external_id: 'Z-1' })
    expect(readOne('orders', { number: '7', AcmeOrderId: 'Z-1', customer: 'Kay Ltd' }).values).not.toHaveProperty('external_id')
    expect(readOne('orders', { payment_id: 'Z-1', AcmeId: 'Z-2', customer: 'Kay Ltd' }).reject?.code).toBe('no_key')
  })
})

describe('the totals of a document', () => {
  it('change places where one calls the total its net, but not for a tax that is taken off', () => {
    const turned = readOne('invoices', { number: '7', net: 120, tax: 20, gross: 100 }).values
    expect(turned).toMatchObject({ total_excl_tax: 100, total_tax: 20, total_incl_tax: 120 })
    const named = { number: '7', total_excl_tax: 100, total_tax: -20, total_incl_tax: 120 }
    const { values, warnings } = readOne('invoices', named)
    expect(values).toMatchObject(named)
    expect(warnings).toContainEqual(expect.stringContaining('100 + -20 is not 120'))
  })
})

describe('a city', () => {
  it('is no number: that is a row of another table, or a code of the office for statistics', () => {
    const company = { codigo: 'C1', razon_social: 'Kay SA', ciudad: 3344, pais: 'PY' }
    expect(readOne('companies', company).values).toEqual(expect.not.objectContaining({ city: expect.anything() }))
    expect(readOne('companies', { ...company, ciudad: 'Asunción' }).values).toMatchObject({ city: 'Asunción' })
  })
})

describe('what a title says at its end', () => {
  it('is a day', () => {
    for (const title of ['invoicedAt', 'Rechnung vom', 'facturée le'])
      expect(readOne('invoices', { number: '7', [title]: '2025-03-04' }).values).toMatchObject({ date: '2025-03-04' })
  })

  it('is a language or one of several texts, which changes nothing', () => {
    for (const suffix of ['_S1', '_de', '_fr', ' (FR)'])
      expect(readOne('products', { sku: 'A7', [`Bezeichnung${suffix}`]: 'Lamp' }).values).toMatchObject({ name: 'Lamp' })
  })

  it('is in OData what people see of a key or a number', () => {
    const shown = '@OData.Community.Display.V1.FormattedValue'
    const record = { id: 'D-1', name: 'Roof', _ownerid_value: 'U-7', estimatedvalue: 25000, [`estimatedvalue${shown}`]: '€25,000.00' }
    const { values } = readOne('deals', { ...record, [`_ownerid_value${shown}`]: 'Ann Kay', [`_customerid_value${shown}`]: 'Kay Ltd' })
    expect(values).toMatchObject({ owner: 'Ann Kay', company: 'Kay Ltd', amount: 25000 })
  })

  it('is in a bracket what the values are', () =>
    expect(readOne('products', { Artikelnummer: 'A7', 'Artikelcode (EAN)': '4000177605004' }).values).toMatchObject({ barcode: '4000177605004' })) // prettier-ignore
})

describe('values that are not what their title says', () => {
  it('are no sums where they are zeros and ones', () => {
    expect(readOne('orders', { number: '7', net: 1, total: 119 }).values).not.toHaveProperty('total_excl_tax')
    expect(readOne('orders', { number: '7', net: 100, total: 119 }).values).toMatchObject({ total_excl_tax: 100 })
  })

  it('are no key of the customer where they are another name', () => {
    const { values } = readOne('orders', { numero: '7', acheteur: 'Ann Kay', 'raison sociale': 'Kay Ltd' })
    expect(values).toMatchObject({ customer_name: 'Kay Ltd' })
    expect(values).not.toHaveProperty('customer_external_id')
    expect(readOne('orders', { number: '7', customer: 'Kay Ltd', customer_name: 'Kay Ltd' }).values).toMatchObject({ customer_external_id: 'Kay Ltd' }) // prettier-ignore
  })
})

describe('a type of document by the code list of electronic invoices', () => {
  const objectOf = (typeCode: unknown) => readOne('invoices', { number: '7', typeCode, customer: 'Kay Ltd', total: -12 }).object

  it('makes credit notes of credit notes', () => {
    expect([objectOf('381'), objectOf(381), objectOf('380'), objectOf(3)]).toEqual(['credit_notes', 'credit_notes', 'invoices', 'invoices'])
  })
})
