import { describe, expect, it } from 'vitest'
import { odoo } from 'rapport-crm/plugins/odoo'
import { lineOf, read, readOne } from '../read-one.ts'

const head = { number: 'N-1', customer_name: 'A' }

// Values seen in real exports that no other table of these tests covers.
it.each([
  ['invoices', { ...head, total: '−5' }, { total_incl_tax: -5 }],
  ['invoices', { ...head, invoice_date: '20111201', total: 5 }, { date: '2011-12-01' }],
  ['invoices', { ...head, 'Invoice date (yyyy-mm-dd)': '2025-02-01', total: 5 }, { date: '2025-02-01' }],
  ['invoices', { ...head, currency: { name: 'USD' }, total: 5 }, { currency: 'USD' }],
  ['companies', { name: 'A', postcode: 'OR 97214', country: 'US' }, { postcode: 'OR 97214' }],
  ['contacts', { name: 'Doe, Jane', email: 'j@d.com' }, { first_name: 'Jane', last_name: 'Doe' }],
] as const)('reads %s as they are seen: %j', (object, record, values) => {
  expect(readOne(object, record)).toMatchObject({ reject: null, values })
})

it('reads a share as percent where a tax rate is at most one, and the code of a tax as no rate', () => {
  const line = { sku: 'A', quantity: 1, unit_price: 100 }
  expect(lineOf(readOne('invoices', { ...head, lines: [{ ...line, tax_rate: 0.16 }] }))).toMatchObject({ tax_rate: 16 })
  expect(lineOf(readOne('invoices', { ...head, lines: [{ ...line, tax_rate: 'TVA19' }] }))).not.toHaveProperty('tax_rate')
})

it('reads an address that a table has in one cell as JSON', () => {
  const address = { street: 'Kai 4', postal_code: '24103', city: 'Kiel', country: 'DE' }
  for (const cell of [JSON.stringify(address), "{'street': 'Kai 4', 'postal_code': '24103', 'city': 'Kiel', 'country': 'DE'}"])
    expect(readOne('companies', { id: 'C1', name: 'A', billing_address: cell }).values).toMatchObject({ street: 'Kai 4', postcode: '24103', city: 'Kiel', country: 'DE' }) // prettier-ignore
})

it('reads an ordinal in a date', () => {
  for (const [text, day] of [['1.º de enero de 2025', '2025-01-01'], ['1er janvier 2025', '2025-01-01'], ['3rd March 2025', '2025-03-03']])
    expect(readOne('invoices', { ...head, invoice_date: text, total: 5 }).values.date).toBe(day)
}) // prettier-ignore

it('reads the ids of countries that modules give them', () => {
  expect(readOne('companies', { id: 'C1', name: 'A', country: 'base.fr' }).values.country).toBe('FR')
  expect(readOne('companies', { id: 'C1', name: 'A', country: 'base.xx' }).values.country).toBeUndefined()
})

it('loses no amount of a column for one that is none', () => {
  const { records } = read('products', [{ sku: 'A', name: 'x', price: '1e400' }, { sku: 'B', name: 'y', price: 5 }]) // prettier-ignore
  expect(records.map(({ values, warnings }) => [values.price, warnings.some((each) => each.startsWith('price: 1e400'))])).toEqual([[undefined, true], [5, false]]) // prettier-ignore
})

it('reads the id of a country as Odoo exports it', () => {
  const record = { id: 'base.res_partner_2', name: 'Agrolait', is_company: true, 'country_id/id': 'base.fr', vat: 'FR40303265045' }
  expect(readOne('companies', record, { vocabularies: odoo().vocabularies ?? [] }).values).toMatchObject({
    country: 'FR',
    external_id: 'base.res_partner_2',
  })
})

// Each row of that table, first as a JSON type and then as a text.
describe('a value is read alike as a JSON type and as text', () => {
  const invoice = (record: object) => ({ ...readOne('invoices', { ...head, ...record }).values })
  const line = (record: object) => lineOf(readOne('invoices', { ...head, lines: [{ sku: 'A', quantity: 1, unit_price: 100, ...record }] }))

  it.each([
    [1_521_720_000, '1521720000', '2018-03-22'], [1_521_720_000_000, '1521720000000', '2018-03-22'], [20_251_231, '20251231', '2025-12-31'],
    [45_992, '45992', '2025-12-01'], [45_992.75, '45992.75', '2025-12-01'], [0, '0000-00-00', undefined], [null, '0001-01-01', undefined], [null, 'NULL', undefined],
    [null, '-', undefined],
  ])('date %j and %j', (json, text, day) => {
    for (const invoice_date of [json, text]) expect(invoice({ invoice_date }).date).toBe(day)
  }) // prettier-ignore

  it.each([
    [1234.56, '1234.56', 1234.56], [1000, '1000.0', 1000], [833.333333, '833.333333', 833.333333], [46, '46.00000000', 46], [1234.56, '1.234,56', 1234.56],
    [1234.56, '1,234.56', 1234.56], [1234.56, '1\u202F234,56', 1234.56], [1234.56, '1’234.56', 1234.56], [1234.5, '1234,5', 1234.5], [-1234.56, '(1,234.56)', -1234.56],
    [-1234.56, '1234.56-', -1234.56], [-5, '−5', -5], [5, '+5', 5], [10_000, '10 000 FCFA', 10_000], [119, '€119.00', 119], [-44.75, '-€44.75', -44.75],
    [1200, "CHF 1'200.-", 1200],
  ])('amount %j and %j', (json, text, amount) => {
    for (const total_incl_tax of [json, text]) expect(invoice({ total_incl_tax }).total_incl_tax).toBe(amount)
  }) // prettier-ignore

  it.each([[19, '19%', 19], [21, '21.0%', 21], [0.16, '0.16', 16], [7.7, '7,7 %', 7.7]])('rate %j and %j', (json, text, rate) => {
    for (const tax_rate of [json, text]) expect(line({ tax_rate })).toMatchObject({ tax_rate: rate })
  }) // prettier-ignore

  it.each([[8767, '8767', 'CH', '8767'], [1067, '01067', 'DE', '01067'], [899, '00899', 'IT', '00899'], [null, 'FK8 1EJ', 'GB', 'FK8 1EJ']])(
    'postcode %j and %j of %s',
    (json, text, country, postcode) => {
      for (const zip of [json, text].filter((each) => each !== null)) expect(readOne('companies', { name: 'A', zip, country }).values).toMatchObject({ postcode }) // prettier-ignore
    },
  ) // prettier-ignore

  it.each([[[75, 'France'], 'France', 'FR'], [{ name: 'España' }, 'España', 'ES'], [75, '75', undefined]])('country %j and %j', (json, text, code) => {
    for (const country of [json, text]) expect(readOne('companies', { name: 'A', country }).values.country).toBe(code)
  }) // prettier-ignore

  it.each([[[1, 'EUR'], 'EUR', 'EUR'], [{ name: 'USD' }, 'eur', undefined], [1, '1', undefined]])('currency %j and %j', (json, text, code) => {
    expect(invoice({ currency: json }).currency).toBe(code ?? (json === 1 ? undefined : 'USD'))
    expect(invoice({ currency: text }).currency).toBe(text === '1' ? undefined : 'EUR')
  }) // prettier-ignore

  it.each([[true, 'Oui'], [1, '1'], [true, 'Ja'], [true, 'Sí'], [true, 'X'], [true, 'T'], [true, 'yes']])('yes as %j and %j', (json, text) => {
    for (const Tester of [json, text]) expect(readOne('products', { sku: 'A', name: 'x', Tester }).derived.is_tester).toBe(true)
  }) // prettier-ignore

  it('phone and id, which come as numbers', () => {
    for (const id of [23_566_775_757, '23566775757'])
      expect(readOne('companies', { id, name: 'A', phone: id }).values).toEqual({ external_id: '23566775757', name: 'A', phone: '23566775757' }) // prettier-ignore
  })
})
